import { ConfigurationError, ResponseValidationError } from '../../errors/index.ts';
import { requestCount } from '../../resources/request-count.ts';
import type { LeaseWait } from '../database/lease.ts';
import type { LoadClient } from '../options.ts';

/** A range of time; the end is excluded. Both are ISO 8601 in UTC with milliseconds. */
export interface TimeRange {
  readonly startDate: string;
  readonly endDate: string;
}

/** A load to create. */
export interface LoadPlan extends LeaseWait {
  readonly kind: 'plan' | 'sync';
  readonly startDate: string;
  readonly endDate: string;
  readonly rowsPerJob: number;
  readonly limit: number;
  readonly baseUrl?: string | undefined;
}

/** Limit of `transactions.planWindows`. */
const maxWindows = 1000;

/**
 * Splits a range into windows of about `rowsPerJob` rows. Neighbours overlap by one millisecond.
 *
 * @throws {@link ConfigurationError} when they would be too many
 */
export async function planWindows(
  client: LoadClient,
  { startDate, endDate, rowsPerJob, limit, signal }: LoadPlan,
): Promise<{ readonly rows: number; readonly windows: readonly TimeRange[] }> {
  const range = { startDate, endDate };
  const rows = await countRows(client, range, signal);
  const parts = Math.max(1, Math.ceil(rows / rowsPerJob));
  if (parts > maxWindows ** 2) {
    throw new ConfigurationError(
      'rowsPerJob',
      `must be ${Math.ceil(rows / maxWindows ** 2)} or more for the ${rows} rows from ${startDate} to ${endDate}: ` +
        `a load has up to ${maxWindows ** 2} jobs`,
    );
  }
  const split = async (window: TimeRange, count: number): Promise<TimeRange[]> => {
    const { startDate, endDate } = window;
    return count === 1
      ? [window]
      : await client.transactions.planWindows(
          { startDate, endDate, limit },
          { count },
          signal ? { signal } : {},
        );
  };
  // Shares have about the same number of rows each.
  const shares = Math.ceil(parts / maxWindows);
  const windows: TimeRange[] = [];
  for (const share of await split(range, shares))
    windows.push(...(await split(share, Math.ceil(parts / shares))));
  return { rows, windows };
}

/** Returns the service's count of rows in a range. */
export async function countRows(
  { transactions }: LoadClient,
  range: { readonly startDate: string; readonly endDate: string },
  signal?: AbortSignal,
): Promise<number> {
  const count = await requestCount(transactions, range, signal ? { signal } : {});
  if (count !== undefined && count >= 0) return count;
  throw new ResponseValidationError('the service returned no count of the range', {
    operation: 'transactions.list',
    status: 200,
    issues: [{ path: 'totalCount', message: 'must be an integer that is not negative' }],
  });
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
