import { connect } from '../service/connection.ts';
import { exitCode, type ExitCode, explainError } from '../terminal/command-error.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { createOutput } from '../terminal/output.ts';
import { carryOut, describeRun, printPlan, type Run } from './carry-out.ts';
import type { UndoFlags } from './change-flags.ts';
import {
  type Change,
  compare,
  itemCell,
  itemsThatAre,
  placeOf,
  reverseOf,
  type State,
  valueIn,
  type Wanted,
} from './change.ts';
import {
  describeCovered,
  describeOlder,
  describeRemaining,
  describeRuns,
  describeUndone,
  severalRuns,
} from './describe-undo.ts';
import { type History, historyOf, isHeldBy, type Undoing } from './history.ts';
import { isRecordFile, planOriginOf } from './plan-file.ts';
import { createPlan, isNothing } from './plan.ts';
import { type FoundRecord, isSent } from './records-beside.ts';
import { addressWarning, recordsToUndo } from './records-to-undo.ts';
import { givenFlags, itemsIn, itemsToRead, type SheetSubject } from './sheet-subject.ts';

/** `undo`: takes back what runs changed, where the service still has what they set. @throws CommandError */
export function runUndo(
  subject: SheetSubject,
  paths: readonly string[],
  flags: UndoFlags & { readonly prune?: boolean | undefined },
): Promise<ExitCode> {
  const connection = connect(flags);
  const { progress } = createOutput(flags, `${subject.noun}s`);
  const undo = async (signal: AbortSignal): Promise<ExitCode> => {
    const { records, others, beside } = await recordsToUndo(subject, paths, connection);
    const address = addressWarning(records, connection, flags.yes ?? false);
    const { prune = false } = flags;
    const service = { connection, signal, progress: progress.update };
    const touched = [...records, ...others].flatMap(cellsOf);
    const reading = await subject.read(service, itemsToRead(subject, touched));
    progress.stop();
    const history = historyOf(beside, reading.state);
    const all = reversalsOf(records, history);
    const meant = all.filter(({ item, cell, before }) => subject.isMeant({ item, cell, after: before }));
    const live = records.filter((record) => meant.some((one) => history(one).isLive(record)));
    const undoes = (live.length === 0 ? records : live).map(({ path }) => path);
    const older = others.filter((run) => isLeft(run, history, reading.state, meant, undoes));
    subject.checkFilters(
      {
        items: itemsIn(records.flatMap(cellsOf)),
        cells: records.flatMap(cellsOf).map(({ cell }) => cell),
        where: describeUndone(records, older),
      },
      reading.state,
    );
    const covered = meant.filter(
      (reversal) => reversal.over && valueIn(reading.state, reversal) === reversal.after,
    );
    const sent = meant.filter((one) => !covered.includes(one));
    const created = itemsThatAre('created', all);
    const isFinal = ({ item, before }: Change): boolean =>
      subject.isFinal(before) || (created.has(item) && !prune);
    // What the API cannot take back remains, unless the service has lost it meanwhile.
    const left = compare(reverseOf(sent.filter(isFinal)), reading.state, subject.createsItems);
    const remaining = [...left.changes, ...left.conflicts];
    const wanted = reverseOf(sent.filter((change) => !isFinal(change)));
    const vanished = subject.createsItems ? vanishedOf(wanted, reading.state, created) : [];
    // The service had the earlier values before: nobody has to look for mistakes in them.
    const plan = { ...createPlan(subject, wanted, reading), findings: [] };
    const stays = new Set([...plan.changes, ...plan.conflicts, ...remaining, ...vanished].map(placeOf));
    const isSheet = !paths.every(isRecordFile);
    const given = [...givenFlags(subject), ...(prune ? ['--prune'] : [])];
    const run: Run = {
      plan,
      state: reading.state,
      records: beside,
      readRecords: async () => (await recordsToUndo(subject, paths, connection)).beside,
      head: { ...planOriginOf(subject.name, connection, paths[0] ?? ''), undoes },
      marks: meant.filter((one) => !stays.has(placeOf(one))),
      earlier: [],
      stays: [
        ...describeOlder(subject, older, undoes, given),
        ...describeCovered(subject, covered),
        ...(remaining.length === 0 ? [] : [describeRemaining(subject, remaining, created)]),
        ...vanished.map((wish) => `${subject.nameOf(wish)}: its ${subject.noun} is no longer there`),
      ],
      isPartial: remaining.length + vanished.length + covered.length + (isSheet ? older.length : 0) > 0,
      warning: `${address}${describeRuns(live)}`,
    };
    if (flags.dryRun) {
      const lines = describeRun(subject, run, connection.name, flags);
      createOutput(flags).print({ ...run.head, ...plan, stays: run.stays }, lines, true);
      return isNothing(plan) && !run.isPartial ? exitCode.done : exitCode.different;
    }
    const problem = isSheet && flags.yes ? severalRuns(subject, live, given) : undefined;
    if (problem === undefined) return carryOut(subject, run, service, flags);
    printPlan(subject, run, connection, flags);
    throw problem;
  };
  return interruptible(undo, explainError, 'Nothing was sent');
}

/** What a run, or an undo, has done something in. */
function cellsOf({ changes, marks }: FoundRecord): readonly Pick<Change, 'item' | 'cell'>[] {
  return [...changes.filter(isSent), ...marks];
}

/** A change that is taken back: what the cell had before, and what it has after it. */
interface Reversal extends Change {
  /** The run that has set the cell since, which stays. */
  readonly over?: FoundRecord | undefined;
}

/** Returns what an undo of records takes back: in each cell in which one of them is not taken back yet. */
function reversalsOf(records: readonly FoundRecord[], history: History): readonly Reversal[] {
  const places = new Map(records.flatMap(cellsOf).map((one) => [placeOf(one), one]));
  const undoing = undoingOf(records.map(({ path }) => path));
  return [...places.values()].flatMap(({ item, cell }) => {
    const { isLive, standing, lostOf } = history({ item, cell });
    const [now, then] = [standing(), standing(undoing)];
    if (now === undefined || then === undefined || !records.some(isLive)) return [];
    const lost = now.run === undefined && then.run === undefined ? lostOf(records) : undefined;
    // No later run stands over it: the service tells whether it has what somebody else set.
    if (lost) return [{ item, cell, ...lost }];
    const over = then.run === now.run ? then.run : undefined;
    return [{ item, cell, before: then.value, after: now.value, over }];
  });
}

/** The undo that is about to be sent. */
function undoingOf(undoes: readonly string[]): Undoing {
  return { path: '', copies: [], head: { undoes, time: new Date().toISOString() } };
}

/** Whether something of a run stays: what the service has, or has again after the undo. */
function isLeft(
  run: FoundRecord,
  history: History,
  service: State,
  meant: readonly Change[],
  undoes: readonly string[],
): boolean {
  const places = new Set(meant.map(placeOf));
  const [inside, outside] = [undoingOf(undoes), undefined];
  return run.changes.some((change) =>
    isHeldBy(run, change, history, service, places.has(placeOf(change)) ? inside : outside),
  );
}

/** Returns the wishes for items that somebody has deleted or renamed since; those that the runs created may be gone. */
function vanishedOf(
  wishes: readonly Wanted[],
  service: State,
  created: ReadonlySet<string>,
): readonly Wanted[] {
  const recreated = new Set(
    wishes.filter(({ cell, after }) => cell === itemCell && after !== null).map(({ item }) => item),
  );
  return wishes.filter(({ item }) => !service.has(item) && !created.has(item) && !recreated.has(item));
}
