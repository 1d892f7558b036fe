import type { ServiceAccess } from '../service/service-access.ts';
import { connect } from '../service/connection.ts';
import {
  CommandError,
  exitCode,
  type ExitCode,
  explainError,
  UsageError,
} from '../terminal/command-error.ts';
import { counted, grouped } from '../terminal/format.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { createOutput } from '../terminal/output.ts';
import { carryOut, printPlan, type Run } from './carry-out.ts';
import type { ApplyFlags, SheetFlags } from './change-flags.ts';
import {
  type CellNotes,
  type Change,
  type Conflict,
  placeOf,
  type State,
  valueIn,
  wishesOf,
} from './change.ts';
import { checkIsCurrent } from './current.ts';
import { namesOf } from './describe.ts';
import { notReviewed, seriousOf } from './finding.ts';
import { historyOf, isHeldBy } from './history.ts';
import { checkEach, checkPlanOrigin, isPlan, planOriginOf, readPlan } from './plan-file.ts';
import { ownRuns, type Planned, planSheet, setByIn } from './plan-sheet.ts';
import { createPlan, largeChanges, percentOf, type Plan } from './plan.ts';
import { isUnfinished, lastOf, recordsBeside, runsOf } from './records-beside.ts';
import { itemsToRead, type SheetSubject } from './sheet-subject.ts';

/** `apply`: makes the service match a sheet, or does what a plan says. @throws CommandError */
export function runApply(
  subject: SheetSubject,
  path: string,
  flags: ApplyFlags & SheetFlags,
): Promise<ExitCode> {
  const connection = connect(flags);
  const { progress } = createOutput(flags, `${subject.noun}s`);
  const apply = async (signal: AbortSignal): Promise<ExitCode> => {
    const service = { connection, signal, progress: progress.update };
    const { plan, reading, records, runs, history, sheet, pull, shown } = (await isPlan(path))
      ? await planOfFile(subject, path, flags, service)
      : await planSheet(subject, path, flags, service);
    progress.stop();
    const run: Run = {
      plan,
      state: reading.state,
      records,
      readRecords: () => recordsBeside(path, subject, connection),
      head: { ...planOriginOf(subject.name, connection, path, pull), ...(sheet !== undefined && { sheet }) },
      earlier: lastOf(runs).filter(
        (run) =>
          isUnfinished(run) && run.changes.some((change) => isHeldBy(run, change, history, reading.state)),
      ),
      stays: [],
      isPartial: plan.kept.some(({ setBy }) => setBy?.isOwn === true),
      warning: planWarning(subject, plan),
      tooLarge: (changes, effects) => {
        const large = largeIn({ changes, effects }, flags, shown);
        const where = `, which the plan does not show: ${namesOf(subject, large)}`;
        return large.length === 0 ? undefined : tooLarge(large, effects, flags, where);
      },
    };
    const problem = notAllowed(plan, flags, shown);
    if (problem !== undefined) {
      // All of it stays, and the error only counts what is wrong.
      printPlan(subject, run, connection, { ...flags, quiet: false });
      throw problem;
    }
    return carryOut(subject, run, service, flags);
  };
  return interruptible(apply, explainError, 'Nothing was sent');
}

/** Returns the error for what may be a mistake, and that nobody has allowed. */
function notAllowed(
  plan: Plan,
  flags: Pick<ApplyFlags, 'yes'> & Rate,
  shown: readonly Change[] | undefined,
): CommandError | undefined {
  const large = largeIn(plan, flags, shown);
  if (large.length > 0) return tooLarge(large, plan.effects, flags);
  return seriousOf(plan.findings).length > 0 && flags.yes ? notReviewed(plan.findings) : undefined;
}

type Rate = Pick<SheetFlags, 'maxChange'>;

/** Returns the changes, and the side effects that were not shown so, that move a price too far. */
function largeIn(
  { changes, effects }: Pick<Plan, 'changes' | 'effects'>,
  { maxChange = Infinity }: Rate,
  shown: readonly Change[] = [],
): readonly Change[] {
  const grown = effects.filter((effect) => !isWithin(effect, shown));
  return largeChanges([...changes, ...grown], maxChange);
}

function tooLarge(
  large: readonly Change[],
  effects: readonly Change[],
  { maxChange }: Rate,
  where = '',
): CommandError {
  const ofService = large.filter((change) => effects.includes(change)).length;
  const calculated = ofService === 0 ? '' : `, ${ofService} of them calculated by the service`;
  const what = `${counted(large.length, 'change')} of more than ${maxChange} %${calculated}${where}`;
  const message = `${what}; nothing was sent. If they are meant, allow them: --max-change`;
  return new CommandError('large_change', message, exitCode.different);
}

/** Whether a price moves as far as a plan has shown at most. */
function isWithin(effect: Change, shown: readonly Change[]): boolean {
  const planned = shown.find((one) => placeOf(one) === placeOf(effect));
  const [now = 0, then = 0] = [effect, planned].map((one) => one && percentOf(one));
  return planned !== undefined && Math.abs(now) <= Math.abs(then) && Math.sign(now) === Math.sign(then);
}

/** @throws CommandError if something that it changes is neither as it was nor as planned */
async function planOfFile(
  subject: SheetSubject,
  path: string,
  flags: ApplyFlags & SheetFlags,
  service: ServiceAccess,
): Promise<Planned> {
  const filters = ['only', 'countries', 'locale', 'locales', 'kind', 'keys'];
  const forSheets = ['prune', 'exact', 'base', 'mine', 'theirs', ...filters];
  const given = Object.keys(flags).find((name) => forSheets.includes(name));
  if (given !== undefined)
    throw new UsageError(`--${given}: is for sheets; a plan says itself what it changes`);
  const file = await readPlan(path, subject);
  checkPlanOrigin(path, file, service.connection);
  const cells = [...file.changes, ...file.conflicts, ...file.kept];
  const reading = await subject.read(service, itemsToRead(subject, cells));
  checkEach(path, file.changes, reading.problemOf);
  const records = await recordsBeside(path, subject, service.connection);
  const history = historyOf(records, reading.state);
  const own = ownRuns(file.source, records, file.pull);
  const plan = createPlan(subject, wishesOf(file.changes), reading, {
    found: file.findings,
    kept: asTheyAre(file.kept, reading.state).filter(({ sheet, service }) => sheet !== service),
    setByOf: setByIn(history, reading.state, own),
  });
  checkIsCurrent(subject, path, plan.conflicts);
  const runs = runsOf(path, records);
  const conflicts = asTheyAre(file.conflicts, reading.state).filter(
    ({ after, service }) => after !== service,
  );
  return {
    plan: { ...plan, conflicts },
    reading,
    records,
    runs,
    history,
    sheet: file.source,
    pull: file.pull,
    shown: file.effects,
  };
}

/** Returns cells of a plan with what the service has by now. */
function asTheyAre<Cell extends CellNotes & Pick<Conflict, 'item' | 'cell' | 'service'>>(
  cells: readonly Cell[],
  state: State,
): readonly Cell[] {
  return cells.map((one) => {
    const service = valueIn(state, one);
    return service === one.service ? one : { ...one, service, setBy: undefined };
  });
}

/** What cannot be undone, and what the service changes on its own. */
function planWarning(subject: SheetSubject, { changes, effects, findings }: Plan): string {
  const countries = new Set(effects.map(subject.groupOf)).size;
  const moves =
    effects.length === 0
      ? []
      : [`${counted(effects.length, 'calculated price')} in ${grouped(countries)} countries move too`];
  const serious = seriousOf(findings).length;
  const found = serious === 0 ? [] : [counted(serious, 'finding')];
  return [...found, ...moves, subject.finalOf(changes) ?? []]
    .flat()
    .map((line) => `${line}. `)
    .join('');
}
