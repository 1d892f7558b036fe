import { ConfigurationError } from '../../errors/index.ts';
import type { LoadClient } from '../options.ts';
import { countRows } from './count-rows.ts';
import type { LoadPlan } from './load-plan.ts';
import type { TimeRange } from './merge-ranges.ts';

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
