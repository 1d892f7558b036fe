import { printable } from '../../client/errors/printable.ts';
import type { LoadStatus } from '../../postgres/index.ts';
import type { SourceStatus } from '../../postgres/source-status.ts';
import { counted, formatDuration } from '../format.ts';

/** Returns what somebody has to look at, a line for each: `maxLag` is in milliseconds. */
export function problemsOf(
  { sources, loads, rowsQuarantined }: LoadStatus,
  maxLag: number,
  now: Date,
): readonly string[] {
  return [
    ...(sources.length === 0 ? ['no load is planned yet'] : []),
    ...sources.flatMap((source) => [...lagOf(source, maxLag, now), ...doubtsOf(source)]),
    ...loads
      .filter(({ failedJobs }) => failedJobs.length > 0)
      .map(
        ({ load, failedJobs }) =>
          `${counted(failedJobs.length, 'job')} of load ${load} failed five times: run load work again`,
      ),
    ...(rowsQuarantined > 0
      ? [`${counted(rowsQuarantined, 'row')} in quarantine: the table quarantine says why`]
      : []),
  ];
}

const maxFailure = 300;

function lagOf({ source, reachesTo, attempts }: SourceStatus, maxLag: number, now: Date): readonly string[] {
  const lag = reachesTo === null ? Infinity : now.getTime() - Date.parse(reachesTo);
  if (lag <= maxLag) return [];
  const reach =
    reachesTo === null
      ? 'no load has finished'
      : `finished loads reach to ${reachesTo}, ${formatDuration(Math.round(lag / 1000))} ago`;
  const failure = attempts[0]?.failure ?? null;
  const why =
    failure === null ? '' : `; the last ${attempts[0]?.kind} failed: ${printable(failure, maxFailure)}`;
  return [`${source} is behind: ${reach}${why}`];
}

function doubtsOf({ source, doubtfulLoads }: SourceStatus): readonly string[] {
  return doubtfulLoads.map(
    ({ load, startDate, endDate }) =>
      `load ${load} of ${source} is doubtful, ${startDate} to ${endDate}: it did not find rows that the service has, and may lack others: plan the range again`,
  );
}
