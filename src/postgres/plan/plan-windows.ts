import { invalidOption, ResponseValidationError } from '../../client/errors/index.ts';
import type { ResponseEvent } from '../../client/options/hooks.ts';
import { requestCount } from '../../client/resources/request-count.ts';
import { latestEnd, serviceTimeOf } from '../../client/runtime/service-time.ts';
import type { LeaseWait } from '../database/lease.ts';
import type { LoadKind } from '../loads.ts';
import type { LoadClient } from '../options.ts';
import { type CountedWindow, splitRange, type TimeRange } from './split-range.ts';

export type { TimeRange } from './split-range.ts';

/** A load to create. */
export interface LoadPlan extends LeaseWait {
  readonly kind: LoadKind;
  readonly startDate: string;
  readonly endDate: string;
  /** Further ranges to read: those of a sync whose rows a read did not find. @defaultValue none */
  readonly again?: readonly TimeRange[] | undefined;
  readonly source: string;
  readonly rowsPerJob: number;
  readonly limit: number;
}

/** Maximum number of jobs of a load. */
const maxJobs = 1_000_000;

/**
 * Splits the ranges of a load into windows of about `rowsPerJob` rows; returns also when it began, at the latest.
 *
 * @throws {@link ConfigurationError} when they would be too many
 */
export async function planWindows(
  client: LoadClient,
  { startDate, endDate, again = [], ...options }: Omit<LoadPlan, 'kind' | 'source'>,
): Promise<{ readonly rows: number; readonly windows: readonly TimeRange[]; readonly begun: number }> {
  const planned: { rows: number; windows: TimeRange[] } = { rows: 0, windows: [] };
  // Before the first request: rows from then on are not covered.
  let begun = Date.now();
  for (const range of [...again, { startDate, endDate }]) {
    const counted = await countRows(client, range, options.signal);
    begun = Math.min(begun, counted.latestEnd);
    planned.rows += counted.rows;
    planned.windows.push(...(await splitByRows(client, { ...range, rows: counted.rows }, options)));
  }
  return { ...planned, begun };
}

async function splitByRows(
  client: LoadClient,
  { rows, ...range }: CountedWindow,
  { rowsPerJob, signal }: Pick<LoadPlan, 'rowsPerJob' | 'signal'>,
): Promise<readonly TimeRange[]> {
  const parts = Math.max(1, Math.ceil(rows / rowsPerJob));
  if (parts > maxJobs) {
    throw invalidOption(
      'rowsPerJob',
      `must be ${Math.ceil(rows / maxJobs)} or more for the ${rows} rows from ${range.startDate} to ${range.endDate}: ` +
        `a load has up to ${maxJobs} jobs`,
    );
  }
  const count = async (window: TimeRange): Promise<number> => (await request(client, window, signal)) ?? NaN;
  return parts === 1 ? [range] : await splitRange({ ...range, rows }, parts, count);
}

/** The service's count of the rows in a range. */
interface RangeCount {
  readonly rows: number;
  /** Up to when a range can have ended, in ms since 1970: by the clock of the service, unless it does not tell. */
  readonly latestEnd: number;
  /** In ms since 1970; `undefined` if it does not tell. */
  readonly serviceTime: number | undefined;
}

/** Returns the service's count of rows in a range. */
export async function countRows(
  client: LoadClient,
  range: TimeRange,
  signal?: AbortSignal,
): Promise<RangeCount> {
  let serviceTime: number | undefined;
  const count = await request(client, range, signal, ({ headers }) => {
    serviceTime = serviceTimeOf(headers);
  });
  if (count !== undefined && count >= 0)
    return { rows: count, latestEnd: latestEnd(serviceTime), serviceTime };
  throw new ResponseValidationError('the service returned no count of the range', {
    operation: 'transactions.list',
    status: 200,
    issues: [{ path: 'totalCount', message: 'must be an integer that is not negative' }],
  });
}

function request(
  { transactions }: LoadClient,
  range: TimeRange,
  signal: AbortSignal | undefined,
  onResponse?: (event: ResponseEvent) => void,
) {
  return requestCount((query) => transactions.list(query, { signal, onResponse }), range);
}

const day = 86_400_000;

/** Returns the UTC days that a range touches. */
export function wholeDays({ startDate, endDate }: TimeRange): TimeRange {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  return {
    startDate: new Date(Math.floor(start / day) * day).toISOString(),
    endDate: new Date(Math.ceil(end / day) * day).toISOString(),
  };
}

/** Returns the union of ranges, in order of time; those that overlap or adjoin become one. */
export function mergeRanges(ranges: readonly TimeRange[]): readonly TimeRange[] {
  const merged: TimeRange[] = [];
  for (const range of ranges.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1))) {
    const last = merged.at(-1);
    if (!last || range.startDate > last.endDate) merged.push(range);
    else if (range.endDate > last.endDate) merged[merged.length - 1] = { ...last, endDate: range.endDate };
  }
  return merged;
}

/** Returns the parts of ranges that are also in others, which do not overlap. */
export function commonRanges<Range extends TimeRange>(
  ranges: readonly Range[],
  others: readonly TimeRange[],
): readonly Range[] {
  return ranges.flatMap((range) =>
    others.flatMap((other) => {
      const startDate = range.startDate > other.startDate ? range.startDate : other.startDate;
      const endDate = range.endDate < other.endDate ? range.endDate : other.endDate;
      return startDate < endDate ? [{ ...range, startDate, endDate }] : [];
    }),
  );
}
