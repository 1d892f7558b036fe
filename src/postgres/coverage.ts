import { toleratedDifference } from '../client/runtime/service-time.ts';
import type { Database } from './database/open-database.ts';
import { mergeRanges, type TimeRange } from './plan/plan-windows.ts';

/** What the loads of a source cover. */
export interface Coverage {
  /** Start of the first load. */
  readonly first: string | undefined;
  /** The union of what they cover. Not those that did not find rows which the service turned out to have. */
  readonly covered: readonly TimeRange[];
}

/** Which loads count. */
interface CoverageChoice {
  /** Whether open ones do not. @defaultValue `false` */
  readonly finished?: boolean;
  /** What was planned later has been so by a clock that was ahead: nobody knows when. In ms since 1970. */
  readonly now: number;
}

/** Returns what the loads of a source cover. */
export async function readCoverage(
  { query, tables }: Database,
  source: string,
  { finished = false, now }: CoverageChoice,
): Promise<Coverage> {
  // A range that ended later than its plan was made had no rows from then on yet.
  const rows = await query<{ start_date: Date; end_date: Date; covers: boolean }>(
    `SELECT start_date, least(end_date, planned_at) AS end_date,
       NOT doubtful AND planned_at <= $3 AND (finished_at IS NOT NULL OR NOT $2) AS covers
     FROM ${tables.loads} loads WHERE source = $1 ORDER BY start_date`,
    [source, finished, new Date(now + toleratedDifference)],
  );
  const ranges = rows.map(({ start_date, end_date, covers }) => ({
    startDate: start_date.toISOString(),
    endDate: end_date.toISOString(),
    covers,
  }));
  const covered = ranges.filter(({ covers, startDate, endDate }) => covers && endDate > startDate);
  return { first: ranges[0]?.startDate, covered: mergeRanges(covered) };
}

/** Returns where what begins at a time ends, or has its first gap: the time itself if nothing is covered there. */
export function reachOf({ covered: [earliest] }: Coverage, begin: string): string {
  return earliest && earliest.startDate <= begin ? earliest.endDate : begin;
}
