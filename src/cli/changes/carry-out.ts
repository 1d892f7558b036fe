import {
  ConflictError,
  ForbiddenError,
  RateLimitError,
  UnauthorizedError,
} from '../../client/errors/index.ts';
import { statsOf } from '../files/output-file.ts';
import type { Connection } from '../service/connection.ts';
import type { ServiceAccess } from '../service/service-access.ts';
import {
  CommandError,
  exitCode,
  type ExitCode,
  explainError,
  withAdvice,
} from '../terminal/command-error.ts';
import { confirm } from '../terminal/confirm.ts';
import { commandLine, counted } from '../terminal/format.ts';
import { interrupted } from '../terminal/interrupt.ts';
import { fail } from '../terminal/log-line.ts';
import { createOutput } from '../terminal/output.ts';
import { underHead } from '../terminal/section.ts';
import type { ApplyFlags, SheetFlags } from './change-flags.ts';
import { type Change, changeKindOf, itemsThatAre, type State } from './change.ts';
import { type Decided, whileCurrent } from './current.ts';
import { describeStays, type Shown } from './describe-stays.ts';
import { describePlan, describeSent } from './describe.ts';
import { isNothing } from './plan.ts';
import { createRecord, type RecordHead } from './record.ts';
import type { FoundRecord } from './records-beside.ts';
import { sendChanges, type Sent } from './send.ts';
import type { SheetSubject } from './sheet-subject.ts';

/** What is about to be sent. */
export interface Run extends Decided {
  readonly head: Omit<RecordHead, 'time'>;
  /** Earlier runs that did not finish, which are taken back with this one. */
  readonly earlier: readonly FoundRecord[];
  /** What people should know of what is not sent, besides conflicts, in lines. */
  readonly stays: readonly string[];
  /** Whether something that was asked for is not sent in any case, besides conflicts. */
  readonly isPartial: boolean;
  /** What the question says besides the number of changes. */
  readonly warning: string;
}

type RunFlags = Pick<ApplyFlags, 'yes' | 'json' | 'record' | 'all'> &
  Pick<SheetFlags, 'maxChange'> & { readonly quiet?: boolean };

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
      const path = await whileCurrent(subject, run, service, async () => {
        await using record = await createRecord(flags.record, startedNow(head), plan, marks);
        return record.path;
      });
      output.say(`Record: ${path}`);
    }
    return conflicts.length + plan.kept.length > 0 || run.isPartial ? exitCode.different : exitCode.done;
  }
  if (flags.record !== undefined) await statsOf({ flag: 'record', path: flags.record });
  const question = `${run.warning}Send ${sizeOf(subject, changes)} to ${connection.name}?`;
  if (!(await confirm(question, flags.yes ?? false, signal)))
    throw new CommandError('declined', 'nothing was sent');
  return whileCurrent(subject, run, service, (state) => sendPlan(subject, run, service, state, flags));
}

/** Sends, and says what was done. */
async function sendPlan(
  subject: SheetSubject,
  run: Run,
  service: ServiceAccess,
  state: State,
  flags: RunFlags,
): Promise<ExitCode> {
  const { plan, head, stays, earlier, marks } = run;
  const { changes, conflicts, kept } = plan;
  const { signal } = service;
  await using record = await createRecord(flags.record, startedNow(head), plan, marks);
  const { progress } = createOutput(flags, 'changes');
  const sending = { ...service, progress: progress.update };
  const sent = await sendChanges(subject, sending, changes, state, record).finally(progress.stop);
  const document = { ...head, record: record.path, conflicts, kept, stays, changes: sent.changes };
  const lines = [
    ...describeSent(subject, sent.changes, flags),
    `Record: ${record.path}`,
    ...describeEarlier(subject, earlier, [...earlier, record]),
  ];
  const isAll = sent.changes.every(({ state }) => state === 'applied');
  createOutput(flags).print(document, lines, !isAll);
  return finish(subject, sent, conflicts.length > 0 || run.isPartial, signal);
}

function startedNow(head: Run['head']): RecordHead {
  return { ...head, time: new Date().toISOString() };
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

/** Prints what would be sent. */
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
  const { source, sheet = source, undoes } = head;
  const title = `${undoes === undefined ? source : `Undo of ${undoes.join(', ')}`} for ${service}`;
  const shown = { ...flags, undoes, source: sheet };
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
