import {
  ConflictError,
  ForbiddenError,
  RateLimitError,
  UnauthorizedError,
} from '../../client/errors/index.ts';
import { statsOf } from '../files/output-file.ts';
import { connect, type Connection } from '../service/connection.ts';
import type { ServiceAccess } from '../service/service-access.ts';
import { lockService } from '../service/service-lock.ts';
import {
  CommandError,
  exitCode,
  type ExitCode,
  explainError,
  UsageError,
  withAdvice,
} from '../terminal/command-error.ts';
import { confirm } from '../terminal/confirm.ts';
import { commandLine, counted, grouped } from '../terminal/format.ts';
import { interrupted, interruptible } from '../terminal/interrupt.ts';
import { fail } from '../terminal/log-line.ts';
import { createOutput } from '../terminal/output.ts';
import type { ApplyFlags, SheetFlags } from './change-flags.ts';
import { type Change, changeKindOf, compare, itemsThatAre, placeOf, type State, wishesOf } from './change.ts';
import { describePlan, describeSent, namesOf } from './describe.ts';
import { describeStays, type Shown, underHead } from './describe-stays.ts';
import { historyOf, isHeldBy } from './history.ts';
import { type FoundRecord, isUnfinished, lastOf, recordsBeside, runsOf } from './records-beside.ts';
import { checkEach, checkPlanOrigin, isPlanFile, planOriginOf, readPlan } from './plan-file.ts';
import { ownRuns, type Planned, planSheet, setByIn } from './plan-sheet.ts';
import { createPlan, isNothing, largeChanges, percentOf, type Plan } from './plan.ts';
import { createRecord, type RecordHead } from './record.ts';
import { sendChanges, type Sent } from './send.ts';
import { itemsIn, itemsToRead, type SheetSubject } from './sheet-subject.ts';

/** What is about to be sent. */
export interface Run {
  readonly plan: Plan;
  /** What the service had when the plan was made. */
  readonly state: State;
  readonly head: Omit<RecordHead, 'time'>;
  /** Earlier runs that did not finish, which are taken back with this one. */
  readonly earlier: readonly FoundRecord[];
  /** The cells in which an undo has nothing to send, and takes its runs back all the same. */
  readonly marks?: readonly Pick<Change, 'item' | 'cell'>[];
  /** What people should know of what is not sent, besides conflicts, in lines. */
  readonly stays: readonly string[];
  /** Whether something that was asked for is not sent in any case, besides conflicts. */
  readonly isPartial: boolean;
  /** What the question says besides the number of changes. */
  readonly warning: string;
}

type RunFlags = Pick<ApplyFlags, 'yes' | 'json' | 'quiet' | 'record' | 'all'> & Pick<SheetFlags, 'maxChange'>;

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
    const isPlan = isPlanFile(path);
    const { plan, reading, runs, history, sheet, pull, shown } = isPlan
      ? await planOfFile(subject, path, flags, service)
      : await planSheet(subject, path, flags, service);
    progress.stop();
    const run: Run = {
      plan,
      state: reading.state,
      head: { ...planOriginOf(subject.name, connection, path, pull), ...(sheet !== undefined && { sheet }) },
      earlier: lastOf(runs).filter(
        (run) =>
          isUnfinished(run) && run.changes.some((change) => isHeldBy(run, change, history, reading.state)),
      ),
      stays: [],
      isPartial: plan.kept.some(({ setBy }) => setBy?.isOwn === true),
      warning: planWarning(subject, plan),
    };
    const problem = notAllowed(plan, flags, shown);
    if (problem !== undefined) {
      printPlan(subject, run, connection, flags);
      throw problem;
    }
    return carryOut(subject, run, service, flags);
  };
  return interruptible(apply, explainError, 'Nothing was sent');
}

/** Returns the error for what may be a mistake, and that nobody has allowed. */
function notAllowed(
  { changes, effects, findings }: Plan,
  { maxChange = Infinity, yes }: Pick<ApplyFlags & SheetFlags, 'maxChange' | 'yes'>,
  shown: readonly Change[] = [],
): CommandError | undefined {
  const grown = effects.filter((effect) => !isWithin(effect, shown));
  const large = largeChanges([...changes, ...grown], maxChange);
  if (large.length > 0) {
    const ofService = large.filter((change) => effects.includes(change)).length;
    const calculated = ofService === 0 ? '' : `, ${ofService} of them calculated by the service`;
    const what = `${counted(large.length, 'change')} of more than ${maxChange} %${calculated}`;
    const message = `${what}; nothing was sent. If they are meant, allow them: --max-change`;
    return new CommandError('large_change', message, exitCode.different);
  }
  if (findings.length === 0 || !yes) return undefined;
  const message = `${counted(findings.length, 'finding')}; nothing was sent. If they are meant, send them: --skip-checks`;
  return new CommandError('findings', message, exitCode.different);
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
  const forSheets = ['prune', 'exact', 'base', 'only', 'countries', 'locales', 'kind', 'keys'];
  const given = Object.keys(flags).find((name) => forSheets.includes(name));
  if (given !== undefined)
    throw new UsageError(`--${given}: is for sheets; a plan says itself what it changes`);
  const file = await readPlan(path, subject);
  checkPlanOrigin(path, file, service.connection);
  const reading = await subject.read(service, itemsToRead(subject, file.changes));
  checkEach(path, file.changes, reading.problemOf);
  const records = await recordsBeside(path, subject, service.connection);
  const history = historyOf(records, reading.state);
  const own = ownRuns(file.source, records, file.pull);
  const plan = createPlan(subject, wishesOf(file.changes), reading, {
    setByOf: setByIn(history, reading.state, own),
  });
  checkIsCurrent(subject, path, plan);
  const runs = runsOf(path, records);
  return { plan, reading, runs, history, sheet: file.source, pull: file.pull, shown: file.effects };
}

function checkIsCurrent(subject: SheetSubject, path: string, { conflicts }: Pick<Plan, 'conflicts'>): void {
  if (conflicts.length === 0) return;
  throw new CommandError(
    'plan_out_of_date',
    `${path}: the plan is out of date: somebody has changed ${namesOf(subject, conflicts)} since; nothing was sent. Plan again`,
    exitCode.different,
  );
}

/** What cannot be undone, and what the service changes on its own. */
function planWarning(subject: SheetSubject, { changes, effects, findings }: Plan): string {
  const countries = new Set(effects.map(subject.groupOf)).size;
  const moves =
    effects.length === 0
      ? []
      : [`${counted(effects.length, 'calculated price')} in ${grouped(countries)} countries move too`];
  const found = findings.length === 0 ? [] : [counted(findings.length, 'finding')];
  return [...found, ...moves, subject.finalOf(changes) ?? []]
    .flat()
    .map((line) => `${line}. `)
    .join('');
}

/** Prints the plan, asks, reads again, sends, and says what was done. */
export async function carryOut(
  subject: SheetSubject,
  run: Run,
  service: ServiceAccess,
  flags: RunFlags,
): Promise<ExitCode> {
  const { plan, head, stays, marks = [] } = run;
  const { connection, signal } = service;
  const { changes, conflicts } = plan;
  printPlan(subject, run, connection, flags);
  if (changes.length === 0) {
    const output = createOutput(flags);
    if (flags.json) output.print({ ...head, ...plan, stays }, []);
    describeEarlier(subject, run.earlier, run.earlier).forEach(output.say);
    if (marks.length > 0) {
      await using record = await createRecord(
        flags.record,
        { ...head, time: new Date().toISOString() },
        plan,
        marks,
      );
      output.say(`Record: ${record.path}`);
    }
    return conflicts.length + plan.kept.length > 0 || run.isPartial ? exitCode.different : exitCode.done;
  }
  if (flags.record !== undefined) await statsOf({ flag: 'record', path: flags.record });
  const question = `${run.warning}Send ${sizeOf(subject, changes)} to ${connection.name}?`;
  if (!(await confirm(question, flags.yes ?? false, signal)))
    throw new CommandError('declined', 'nothing was sent');
  const lock = lockService(subject.name, connection);
  try {
    return await sendPlan(subject, run, service, flags);
  } finally {
    lock.release();
  }
}

/** Reads again, sends, and says what was done. */
async function sendPlan(
  subject: SheetSubject,
  run: Run,
  service: ServiceAccess,
  flags: RunFlags,
): Promise<ExitCode> {
  const { plan, head, stays, earlier, marks } = run;
  const { changes, conflicts } = plan;
  const { signal } = service;
  // Under the lock: somebody may have changed something since it was read, and so may another run on this machine.
  const { state } = await subject.read(service, itemsIn(changes));
  checkIsCurrent(subject, head.source, compare(wishesOf(changes), state, subject.createsItems));
  const started = { ...head, time: new Date().toISOString() };
  await using record = await createRecord(flags.record, started, plan, marks);
  const { progress } = createOutput(flags, 'changes');
  const sending = { ...service, progress: progress.update };
  const sent = await sendChanges(subject, sending, changes, state, record).finally(progress.stop);
  const document = { ...head, record: record.path, conflicts, stays, changes: sent.changes };
  const lines = [
    ...describeSent(subject, sent.changes, flags),
    `Record: ${record.path}`,
    ...describeEarlier(subject, earlier, [...earlier, record]),
  ];
  const isAll = sent.changes.every(({ state }) => state === 'applied');
  createOutput(flags).print(document, lines, !isAll);
  return finish(subject, sent, conflicts.length > 0 || run.isPartial, signal);
}

/** Says what takes a change back: all of its runs. */
function describeEarlier(
  { name }: SheetSubject,
  earlier: readonly { readonly path: string }[],
  runs: readonly { readonly path: string }[],
): readonly string[] {
  if (runs.length === 0) return [];
  const died = earlier.map(({ path }) => path).join(', ');
  return [
    ...(died === '' ? [] : [`An earlier run did not finish, and the service has some of it: ${died}`]),
    `To take ${runs.length > 1 ? 'all of it' : 'it'} back: ${commandLine(name, 'undo', ...runs.map(({ path }) => path))}`,
  ];
}

export function printPlan(subject: SheetSubject, run: Run, { name }: Connection, flags: RunFlags): void {
  const { print, say } = createOutput(flags);
  const lines = describeRun(subject, run, name, flags);
  // With --json, stdout is for the document alone.
  if (flags.json) lines.forEach(say);
  else print({}, lines, true);
}

/** Describes for people what would be sent to a service; with `--quiet`, what would not be. */
export function describeRun(
  subject: SheetSubject,
  { plan, head, stays, isPartial }: Run,
  service: string,
  flags: Shown & { readonly quiet?: boolean | undefined },
): readonly string[] {
  const { source, undoes } = head;
  const title = `${undoes === undefined ? source : `Undo of ${undoes.join(', ')}`} for ${service}`;
  const shown = { ...flags, ...head };
  if (flags.quiet) return underHead(title, [...stays, ...describeStays(subject, plan, shown)]);
  const isSaid = isPartial && isNothing(plan) && plan.kept.length === 0;
  return [title, ...stays, ...(isSaid ? [] : describePlan(subject, plan, shown))];
}

function sizeOf(subject: SheetSubject, changes: readonly Change[]): string {
  const count = counted(changes.filter((change) => changeKindOf(change) !== 'deleted').length, 'change');
  const deletes = itemsThatAre('deleted', changes).size;
  return deletes === 0 ? count : `${count} and delete ${counted(deletes, subject.noun)}`;
}

/** Says what to do if not everything was sent, and returns the exit code. */
function finish(
  subject: SheetSubject,
  { changes, error }: Sent,
  isPartial: boolean,
  signal: AbortSignal,
): ExitCode {
  const has = (...states: readonly string[]): boolean => changes.some(({ state }) => states.includes(state));
  if (error === undefined && !has('not_sent')) {
    return isPartial || has('differs', 'kept', 'unknown') ? exitCode.different : exitCode.done;
  }
  const explained = error === undefined ? interrupted(signal, '') : explainError(error);
  const aside =
    error instanceof ConflictError
      ? subject.conflictAdvice?.(changes.filter(({ state }) => state === 'rejected'))
      : undefined;
  const next =
    error instanceof UnauthorizedError
      ? 'Renew the token, and run it again'
      : // A request too many, or one that the token may not send, says nothing about the sheet.
        has('rejected') && !(error instanceof RateLimitError || error instanceof ForbiddenError)
        ? 'Correct the sheet, and run it again'
        : 'Run the same command again to finish';
  fail(withAdvice(explained.message, aside === undefined ? next : `${aside}. ${next}`));
  return explained instanceof CommandError ? explained.exit : exitCode.failed;
}
