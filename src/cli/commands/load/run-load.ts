import {
  planLoad,
  recountLoad,
  type RecountResult,
  syncLoad,
  type SyncResult,
  workLoad,
  type WorkResult,
} from '../../../postgres/index.ts';
import type { AffectedRows } from '../../../postgres/loads.ts';
import { checkOrder, rangeOf } from '../../flags/flags.ts';
import { watchClock } from '../../service/clock-difference.ts';
import { exitCode, type ExitCode, UsageError } from '../../terminal/command-error.ts';
import { counted, grouped } from '../../terminal/format.ts';
import { warn } from '../../terminal/log-line.ts';
import { createOutput } from '../../terminal/output.ts';
import { describeAlarms } from './alarm-lines.ts';
import { quarantineAdvice } from './describe-difference.ts';
import { explained, toContinue } from './explain-error.ts';
import {
  describeHolder,
  describeTime,
  printFailedJobs,
  sameTables,
  saysWaiting,
  type TableFlags,
} from './load-output.ts';
import type { LoadPlanFlags, RecountFlags, SyncFlags, WorkFlags } from './loading-flags.ts';
import { connectToService, hashKeyOf, readDatabase, readWorker } from './read-flags.ts';
import { renderLoadVerification } from './run-verify.ts';
import { watchLoads } from './watch-loads.ts';

/** `load plan`: splits a range into jobs. @throws CommandError */
export async function runLoadPlan(flags: LoadPlanFlags): Promise<ExitCode> {
  const { rowsPerJob, limit, currencyDigits, changeCurrencyDigits, drop, hash } = flags;
  const range = rangeOf(flags);
  if (!range) throw new UsageError('--month, or --start and --end, are required: they select what to load');
  const { print, say } = createOutput(flags);
  const { load, jobs, rows, existed } = await explained(flags, async (signal) => {
    const target = readDatabase(flags, process.env);
    const service = connectToService(flags, process.env, say);
    const onWait = saysWaiting(say);
    const columns = { currencyDigits, changeCurrencyDigits, drop, hash, hashKey: hashKeyOf(process.env) };
    return await planLoad({ ...target, ...service, ...range, ...columns, rowsPerJob, limit, signal, onWait });
  });
  const size = sizeOf({ jobs, rows });
  print({ load, jobs }, [
    existed ? `Load ${load} of this range is already open: ${size}` : `Load ${load}: ${size}`,
    `Now start workers: ${sameTables(flags, 'work')}`,
  ]);
  return exitCode.done;
}

/** The size of a load in words. */
function sizeOf({ jobs, rows }: { readonly jobs: number; readonly rows: number }): string {
  return `${counted(jobs, 'job')}, ${counted(rows, 'row')}`;
}

/** `load work`: works on the jobs of open loads. @throws CommandError */
export async function runWork(flags: WorkFlags): Promise<ExitCode> {
  const { load } = flags;
  const { print, progress, say } = createOutput(flags);
  const work = async (signal: AbortSignal): Promise<WorkResult> => {
    const { target, options } = readWorker(flags, signal, say);
    const result = await watchLoads(target, { load, progress, quiet: flags.quiet }, () =>
      workLoad({ ...options, load }),
    );
    if (!result.finished) signal.throwIfAborted();
    return result;
  };
  const result = await explained(flags, work, toContinue);
  print(result, describeWork(flags, result));
  if (result.finished) return warnOfProblems(result);
  printFailedJobs(flags, result.failedJobs);
  return exitCode.failed;
}

/** What a worker has done. */
function describeWork(
  flags: TableFlags & Pick<WorkFlags, 'load'>,
  { loads, jobs, rows, rowsChanged, ...problems }: WorkResult,
): readonly string[] {
  const { load } = flags;
  if (loads.length === 0) {
    const plan = `Nothing to do: no load is open. Plan one: ${sameTables(flags, 'plan')}`;
    return [load === undefined ? plan : `Nothing to do: load ${load} is finished`];
  }
  const names = `${loads.length === 1 ? 'Load' : 'Loads'} ${loads.join(', ')}`;
  return [
    `${names}: this worker did ${counted(jobs, 'job')} with ${counted(rows, 'row')}`,
    ...describeChanged(rowsChanged),
    ...describeProblems(problems),
  ];
}

function describeChanged(rows: number): readonly string[] {
  return rows > 0
    ? [`changed: ${counted(rows, 'stored row')}; replaced_transactions has what they were`]
    : [];
}

/** That rows were not stored or not found, and whether they count. */
function describeProblems({
  rowsQuarantined,
  rowsMarked,
  rowsRemoved,
  rowsUnconfirmed,
  rowsKnown,
  storedAs,
}: Omit<AffectedRows, 'rowsChanged'> & Pick<WorkResult, 'storedAs'>): readonly string[] {
  const of = `of ${counted(rowsKnown, 'stored row')}`;
  return [
    ...(rowsQuarantined > 0
      ? [`rows in quarantine: ${grouped(rowsQuarantined)}; sums do not include them; ${quarantineAdvice}`]
      : []),
    ...(rowsMarked > 0
      ? [
          `not found: ${grouped(rowsMarked)} ${of}; sums include them until another load does not find them either`,
        ]
      : []),
    ...(rowsUnconfirmed > 0
      ? [
          `not found: ${grouped(rowsUnconfirmed)} ${of}, nor any other that was looked for: nothing was marked or removed. ` +
            'Is the token that of this ledger, and has the table its rows?',
        ]
      : []),
    ...storedAs.map(
      (name) => `the rows of this source are also stored as ${name}: was --source meant to be that?`,
    ),
    ...(rowsRemoved > 0 ? [`removed: ${grouped(rowsRemoved)} ${of}, which two loads did not find`] : []),
  ];
}

/** Says it also with `--quiet`, as cron has it, and returns the exit code. A row may change without being a problem. */
function warnOfProblems(work: WorkResult): ExitCode {
  const lines = describeProblems(work);
  for (const line of [...describeChanged(work.rowsChanged), ...lines]) warn(line);
  return lines.length > 0 ? exitCode.different : exitCode.done;
}

/** `load sync`: plans what is new, works and verifies. @throws CommandError */
export async function runSync(flags: SyncFlags): Promise<ExitCode> {
  const { print, progress, say } = createOutput(flags);
  const sync = async (signal: AbortSignal): Promise<SyncResult> => {
    const { start, end, lookBack, rowsPerJob, limit, currencyDigits, drop, hash } = flags;
    if (start !== undefined && end !== undefined) checkOrder(start, end);
    const range = { startDate: start, endDate: end, lookBack };
    const plan = { ...range, rowsPerJob, limit, currencyDigits, drop, hash, onWait: saysWaiting(say) };
    const { target, options } = readWorker(flags, signal, say, watchClock(warn));
    const result = await watchLoads(target, { progress, quiet: flags.quiet }, () =>
      syncLoad({ ...options, ...plan }),
    );
    if (!result.holder && result.verification === null) signal.throwIfAborted();
    return result;
  };
  const result = await explained(flags, sync, toContinue);
  const { holder } = result;
  if (holder) {
    const running = `nother sync has run for ${describeTime(holder)}: ${describeHolder(holder)}`;
    print(result, [`A${running}. Nothing was done`]);
    if (!flags.failIfBusy) return exitCode.done;
    warn(`a${running}`);
    return exitCode.busy;
  }
  print(result, describeLoadRun(flags, result));
  return codeOfRun(flags, result);
}

/** `load recount`: reads days again, and makes their receipts agree with the table. @throws CommandError */
export async function runRecount(flags: RecountFlags): Promise<ExitCode> {
  const range = rangeOf(flags);
  if (!range)
    throw new UsageError('--month, or --start and --end, are required: they select what to recount');
  const { print, progress, say } = createOutput(flags);
  const recount = async (signal: AbortSignal): Promise<RecountResult> => {
    const { rowsPerJob, limit } = flags;
    const { target, options } = readWorker(flags, signal, say);
    const plan = { ...range, rowsPerJob, limit, onWait: saysWaiting(say) };
    const result = await watchLoads(target, { progress, quiet: flags.quiet }, () =>
      recountLoad({ ...options, ...plan }),
    );
    if (result.verification === null) signal.throwIfAborted();
    return result;
  };
  const result = await explained(flags, recount, toContinue);
  print(result, describeLoadRun(flags, result));
  return codeOfRun(flags, result);
}

/** What a run did that loads and verifies. */
type LoadRun = Pick<SyncResult, 'planned' | 'work' | 'verification'>;

function describeLoadRun(flags: TableFlags, { planned, work, verification }: LoadRun): readonly string[] {
  return [
    ...(planned ? [describePlanned(planned)] : []),
    ...(work && work.loads.length > 0 ? describeWork(flags, work) : ['Nothing is new']),
    ...(verification && verification.ranges.length > 0 ? renderLoadVerification(flags, verification) : []),
  ];
}

/** Says what is wrong, also with `--quiet`, and returns the exit code. */
function codeOfRun(flags: TableFlags, { work, verification }: LoadRun): ExitCode {
  if (work?.finished === false) {
    printFailedJobs(flags, work.failedJobs);
    return exitCode.failed;
  }
  // The others are alarms, until they are acknowledged.
  const events = { rowsQuarantined: 0, rowsMarked: 0, rowsUnconfirmed: 0 };
  const code = work ? warnOfProblems({ ...work, ...events }) : exitCode.done;
  const lines = describeAlarms(flags, verification?.alarms ?? []);
  if (verification?.agrees === false && lines.length === 0)
    warn(`the table differs from its receipts: run ${sameTables(flags, 'verify')}`);
  for (const line of lines) warn(line);
  return verification?.agrees === false || lines.length > 0 ? exitCode.different : code;
}

function describePlanned({ load, jobs, rows, existed }: NonNullable<SyncResult['planned']>): string {
  const size = sizeOf({ jobs, rows });
  return existed ? `Load ${load} was open: ${size}` : `Planned load ${load}: ${size}`;
}
