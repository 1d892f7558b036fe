import type { ServiceAccess } from '../service/service-access.ts';
import { lockService } from '../service/service-lock.ts';
import { CommandError, exitCode } from '../terminal/command-error.ts';
import { type Change, compare, placeOf, type State, valueIn, wishesOf } from './change.ts';
import { namesOf } from './describe.ts';
import type { Plan } from './plan.ts';
import type { RecordHead } from './record.ts';
import { type FoundRecord, isSent } from './records-beside.ts';
import { itemsIn, type SheetSubject } from './sheet-subject.ts';

type Place = Pick<Change, 'item' | 'cell'>;

/** What a run does, and what decided it. */
export interface Decided {
  readonly plan: Plan;
  /** What the service had when the plan was made. */
  readonly state: State;
  readonly head: Pick<RecordHead, 'source'>;
  /** The records that the plan was made with. */
  readonly records: readonly FoundRecord[];
  /** Reads these records again. */
  readonly readRecords: () => Promise<readonly FoundRecord[]>;
  /** The cells in which an undo has nothing to send, and takes its runs back all the same. */
  readonly marks?: readonly Place[];
  /** Returns the error for changes, and for what the service changes besides, that move too far. @defaultValue nothing does */
  readonly tooLarge?: (changes: readonly Change[], effects: readonly Change[]) => CommandError | undefined;
}

/**
 * Acts under the lock of the service, once all that decided a run was read again: a colleague, or another run, may have
 * changed something while it was planned, or while its question was open.
 *
 * @param act Gets what the service has of the items that the run touches
 * @throws CommandError if something is neither as it was nor as planned, or would move too far by now
 */
export async function whileCurrent<Result>(
  subject: SheetSubject,
  run: Decided,
  service: ServiceAccess,
  act: (state: State) => Promise<Result>,
): Promise<Result> {
  const { plan, marks = [], head, records } = run;
  const lock = lockService(subject.name, service.connection);
  try {
    const places = [...plan.changes, ...marks];
    const { state, contextOf, effectsOf } = await subject.read(service, itemsIn(places));
    const { conflicts } = compare(wishesOf(plan.changes), state, subject.createsItems);
    const marked = marks.filter((place) => valueIn(state, place) !== valueIn(run.state, place));
    const recorded = differencesOf(records, await run.readRecords(), places);
    checkIsCurrent(subject, head.source, [...conflicts, ...marked, ...recorded]);
    const changes = plan.changes.map((change) => {
      const context = contextOf?.(change);
      // What is estimated by others is as it was planned: they are not read again.
      return context === undefined || context.isEstimate ? change : { ...change, context };
    });
    const problem = run.tooLarge?.(changes, effectsOf?.(changes) ?? []);
    if (problem !== undefined) throw problem;
    return await act(state);
  } finally {
    lock.release();
  }
}

/** Returns the places in which another run has done something since the records were read. */
function differencesOf(
  before: readonly FoundRecord[],
  now: readonly FoundRecord[],
  places: readonly Place[],
): readonly Place[] {
  const [then, found] = [stepsOf(before), stepsOf(now)];
  return places.filter((place) => then.get(placeOf(place)) !== found.get(placeOf(place)));
}

/** Returns what records have done in each cell, as a string to compare. */
function stepsOf(records: readonly FoundRecord[]): ReadonlyMap<string, string> {
  const steps = records.flatMap(({ head, changes, marks }) =>
    [...changes.filter(isSent), ...marks].map(
      (step) => [placeOf(step), JSON.stringify([head, step])] as const,
    ),
  );
  const byPlace = Map.groupBy(steps, ([place]) => place);
  return new Map(
    [...byPlace].map(([place, own]) => [
      place,
      own
        .map(([, step]) => step)
        .sort()
        .join(),
    ]),
  );
}

/** @throws CommandError if there is something that is neither as it was nor as planned */
export function checkIsCurrent(subject: SheetSubject, path: string, changed: readonly Place[]): void {
  if (changed.length === 0) return;
  const once = [...new Map(changed.map((place) => [placeOf(place), place])).values()];
  throw new CommandError(
    'plan_out_of_date',
    `${path}: the plan is out of date: somebody has changed ${namesOf(subject, once)} since; nothing was sent. Plan again`,
    exitCode.different,
  );
}
