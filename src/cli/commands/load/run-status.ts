import { printable } from '../../../client/errors/printable.ts';
import type { Repair } from '../../../postgres/database/check-keys.ts';
import { type Alarm, type LoadProgress, loadStatus, type LoadStatus } from '../../../postgres/index.ts';
import type { WorkerStatus } from '../../../postgres/load-status.ts';
import type { SourceStatus } from '../../../postgres/source-status.ts';
import { exitCode, type ExitCode } from '../../terminal/command-error.ts';
import { counted, formatDuration, grouped } from '../../terminal/format.ts';
import { warn } from '../../terminal/log-line.ts';
import { createOutput } from '../../terminal/output.ts';
import { renderTerminalTable } from '../../terminal/terminal-table.ts';
import { describeAlarms, maxMessage } from './alarm-lines.ts';
import { explain } from './explain-error.ts';
import { describeFailedJob } from './load-output.ts';
import { readDatabase } from './read-flags.ts';
import { renderRecount } from './run-verify.ts';
import type { LoadStatusFlags } from './table-flags.ts';

const maxWorkers = 20;
const maxHost = 40;

/** `load status`: shows loads and workers. @throws CommandError */
export async function runLoadStatus(flags: LoadStatusFlags): Promise<ExitCode> {
  const read = async (): Promise<LoadStatus> =>
    loadStatus({ ...readDatabase(flags, process.env), load: flags.load });
  const status = await read().catch((error: unknown) => {
    throw explain(error, flags);
  });
  const now = new Date();
  createOutput(flags).print(status, renderStatus(status, now));
  const problems = statusProblems(flags, status, now);
  for (const problem of problems) warn(problem);
  return problems.length > 0 ? exitCode.different : exitCode.done;
}

/** Returns what somebody has to look at, a line for each. */
function statusProblems(flags: LoadStatusFlags, status: LoadStatus, now: Date): readonly string[] {
  const { maxLag = Infinity } = flags;
  const alarms = status.alarms.filter(
    ({ kind, since, note }) =>
      note === null &&
      (kind !== 'lag' || (since === null ? maxLag < Infinity : now.getTime() - Date.parse(since) > maxLag)),
  );
  return [
    ...status.repairs.map(renderRepair),
    ...(maxLag < Infinity && status.sources.length === 0 ? ['no load is planned yet'] : []),
    ...describeAlarms(
      flags,
      alarms.map((alarm) => (alarm.kind === 'lag' ? explainLag(alarm, status, now) : alarm)),
    ),
  ];
}

/** Adds to a lag what may be its cause. */
function explainLag(alarm: Alarm, { sources, loads, workers }: LoadStatus, now: Date): Alarm {
  const [last] = sources.find(({ source }) => source === alarm.source)?.attempts ?? [];
  const hasWorker = workers.some(({ state }) => state === 'working');
  const ago =
    alarm.since === null
      ? ''
      : `, ${formatDuration(Math.round((now.getTime() - Date.parse(alarm.since)) / 1000))} ago`;
  const parts = [
    `${alarm.message}${ago}`,
    ...(last?.finishedAt === null ? [`the last ${last.kind}, of ${last.startedAt}, runs or was killed`] : []),
    ...loads
      .filter((load) => load.source === alarm.source && load.jobsWaiting + load.jobsActive > 0)
      .map(
        ({ load, jobs, jobsDone }) =>
          `load ${load} has ${grouped(jobsDone)} of ${counted(jobs, 'job')} done` +
          (hasWorker ? '' : ', and no worker: run load work'),
      ),
  ];
  return { ...alarm, message: parts.join('; ') };
}

/** Renders the state of the loads and workers for a terminal. */
export function renderStatus(
  { loads, workers, sources, repairs, rows, rowsQuarantined }: LoadStatus,
  now: Date,
): readonly string[] {
  const hasDetails = sources.length > 1 || sources.some((one) => one.rowsMarked + one.rowsRemoved > 0);
  const aside = rowsQuarantined === 0 ? '' : `, and ${counted(rowsQuarantined, 'row')} in quarantine`;
  return [
    ...(loads.length === 0 ? ['No load is planned yet'] : loads.flatMap(renderLoad)),
    `The table has ${counted(rows, 'row')}${aside}`,
    ...repairs.map(renderRepair),
    ...(hasDetails ? sources.map(renderSource) : []),
    ...sources.flatMap((source) => renderAttempts(source, sources.length > 1)),
    ...renderWorkers(workers, now),
  ];
}

function renderRepair({ table, problem, statement }: Repair): string {
  return `${table} ${problem}: run ${statement};`;
}

function renderSource({ source, rows, rowsMarked, rowsRemoved }: SourceStatus): string {
  const parts = [
    counted(rows, 'row'),
    ...(rowsMarked > 0 ? [`${grouped(rowsMarked)} of them not found by the last read`] : []),
    ...(rowsRemoved > 0 ? [`${counted(rowsRemoved, 'removed row')} besides`] : []),
  ];
  return `  ${source}: ${parts.join(', ')}`;
}

function renderAttempts(
  { source, reachesTo, lastRow, recounts, attempts }: SourceStatus,
  hasOthers: boolean,
): readonly string[] {
  const of = hasOthers ? ` of ${source}` : '';
  return [
    ...(reachesTo === null ? [] : [`Finished loads${of} reach to ${reachesTo}`]),
    ...(lastRow === null ? [] : [`The last row${of} is of ${lastRow}`]),
    ...recounts.map(renderRecount),
    // Others that failed are alarms.
    ...attempts.slice(0, 1).map(({ kind, startedAt, finishedAt, failure }) => {
      const end = finishedAt === null ? 'it runs, or was killed' : `ended at ${finishedAt}`;
      const outcome =
        failure === null ? end : `failed at ${finishedAt ?? ''}: ${printable(failure, maxMessage)}`;
      return `Last ${kind}${of}: started ${startedAt}; ${outcome}`;
    }),
  ];
}

function renderLoad(load: LoadProgress): readonly string[] {
  const { jobs, jobsDone, jobsActive, jobsWaiting, failedJobs, jobsChanged, rowsQuarantined } = load;
  const parts = [
    `${grouped(jobsDone)} of ${counted(jobs, 'job')} done`,
    ...(jobsActive > 0 ? [`${grouped(jobsActive)} active`] : []),
    ...(jobsWaiting > 0 ? [`${grouped(jobsWaiting)} waiting`] : []),
    ...(failedJobs.length > 0 ? [`${grouped(failedJobs.length)} failed`] : []),
  ];
  return [
    `Load ${load.load} (${load.kind}) of ${load.source}: ${load.startDate} to ${load.endDate}`,
    `  ${parts.join(', ')}`,
    `  ${renderRows(load)}`,
    ...(jobsChanged > 0
      ? [`  ${counted(jobsChanged, 'job')} incomplete: rows changed while they were read`]
      : []),
    ...(rowsQuarantined > 0 ? [`  ${counted(rowsQuarantined, 'row')} in quarantine`] : []),
    ...failedJobs.slice(0, 20).map(describeFailedJob),
    ...(failedJobs.length > 20 ? ['  … --json lists all failed jobs'] : []),
  ];
}

function renderRows({ rowsDone, rowsPlanned, rowsPerSecond, secondsLeft, finishedAt }: LoadProgress): string {
  const rows = `${grouped(rowsDone)} of ${counted(rowsPlanned, 'row')}`;
  if (finishedAt !== null) return `${rows}, finished at ${finishedAt}`;
  // Nothing was done recently.
  const speed = rowsPerSecond === null || rowsPerSecond === 0 ? '' : `, ${grouped(rowsPerSecond)} rows/s`;
  const left = secondsLeft === null ? 'time left unknown' : `${formatDuration(secondsLeft)} left`;
  return `${rows}${speed}, ${left}`;
}

function renderWorkers(workers: readonly WorkerStatus[], now: Date): readonly string[] {
  if (workers.length === 0) return ['No worker in the last seven days'];
  const rows = workers.slice(0, maxWorkers).map(({ host, pid, state, concurrency, jobsDone, seenAt }) => {
    // The clocks of this machine and the database may differ.
    const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(seenAt)) / 1000));
    const seen = `${formatDuration(seconds)} ago`;
    return [printable(host, maxHost), String(pid), state, String(concurrency), grouped(jobsDone), seen];
  });
  const left = workers.length - maxWorkers;
  return [
    renderTerminalTable(['Host', 'PID', 'State', 'Concurrency', 'Jobs done', 'Last seen'], 3, rows),
    ...(left > 0 ? [`… and ${counted(left, 'worker')} more; --json lists all`] : []),
  ];
}
