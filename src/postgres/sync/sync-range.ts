import { ConfigurationError } from '../../errors/index.ts';
import type { Database } from '../database/open-database.ts';
import { mergeRanges, type TimeRange } from '../plan/merge-ranges.ts';

/** What decides where a sync starts and ends. */
interface SyncSettings {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly lookBack: number;
}

/**
 * Returns the range that a sync loads: from `lookBack` before where the loads end, or have their first gap. Its end is
 * not after its start if nothing is new.
 *
 * @throws {@link ConfigurationError} when nothing says where the data starts
 */
export async function syncRange(
  database: Database,
  { startDate, endDate = new Date().toISOString(), lookBack }: SyncSettings,
): Promise<TimeRange> {
  const { first, covered } = await readCovered(database);
  const begin = [startDate, first].filter((date) => date !== undefined).toSorted()[0];
  if (begin === undefined)
    throw new ConfigurationError('startDate', 'is required for the first sync: there is no load yet');
  // Up to the first gap: what loads cover after it is loaded again with it.
  const [earliest] = covered;
  const end = earliest && earliest.startDate <= begin ? earliest.endDate : begin;
  const from = Math.max(Date.parse(begin), Date.parse(end) - lookBack);
  return { startDate: new Date(from).toISOString(), endDate };
}

/** Returns the start of the first load, and the union of what the loads cover. */
async function readCovered({ query, tables }: Database): Promise<{
  readonly first: string | undefined;
  readonly covered: readonly TimeRange[];
}> {
  // A range that ended later than its plan was made had no rows from then on yet.
  const rows = await query<{ start_date: Date; end_date: Date }>(
    `SELECT start_date, least(end_date, planned_at) AS end_date FROM ${tables.loads} ORDER BY start_date`,
  );
  const ranges = rows.map((row) => ({
    startDate: row.start_date.toISOString(),
    endDate: row.end_date.toISOString(),
  }));
  return {
    first: ranges[0]?.startDate,
    covered: mergeRanges(ranges.filter(({ startDate, endDate }) => endDate > startDate)),
  };
}
