import { toleratedDifference } from '../client/runtime/service-time.ts';
import type { Database } from './database/open-database.ts';
import { mergeRanges, type TimeRange } from './plan/plan-windows.ts';

/** The range of a load. */
export type CoveredLoad = {
  readonly load: number;
  readonly startDate: string;
  readonly endDate: string;
};

/** What the loads of a source cover. */
export interface Coverage {
  /** Start of the first load. */
  readonly first: string | undefined;
  /** The union of what they cover. Not those that did not find rows which the service turned out to have. */
  readonly covered: readonly TimeRange[];
  /** Loads that did not find rows which the service turned out to have, of ranges that none of the others covers. */
  readonly doubtful: readonly CoveredLoad[];
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
  const rows = await query<{
    id: number;
    start_date: Date;
    end_date: Date;
    doubtful: boolean;
    covers: boolean;
  }>(
    `SELECT id, doubtful, start_date, least(end_date, planned_at) AS end_date,
       NOT doubtful AND planned_at <= $3 AND (finished_at IS NOT NULL OR NOT $2) AS covers
     FROM ${tables.loads} loads WHERE source = $1 ORDER BY start_date`,
    [source, finished, new Date(now + toleratedDifference)],
  );
  const ranges = rows.map(({ id, start_date, end_date, ...state }) => ({
    load: id,
    startDate: start_date.toISOString(),
    endDate: end_date.toISOString(),
    ...state,
  }));
  const covered = mergeRanges(
    ranges.filter(({ covers, startDate, endDate }) => covers && endDate > startDate),
  );
  return {
    first: ranges[0]?.startDate,
    covered,
    doubtful: ranges
      .filter(({ doubtful }) => doubtful)
      .map(({ load, startDate, endDate }) => ({ load, startDate, endDate }))
      .filter(
        (range) => !covered.some((by) => by.startDate <= range.startDate && range.endDate <= by.endDate),
      ),
  };
}

/** Returns where what begins at a time ends, or has its first gap: the time itself if nothing is covered there. */
export function reachOf({ covered: [earliest] }: Coverage, begin: string): string {
  return earliest && earliest.startDate <= begin ? earliest.endDate : begin;
}
