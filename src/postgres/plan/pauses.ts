import type { Database } from '../database/open-database.ts';
import type { TimeRange } from './split-range.ts';

const minute = 60_000;
const day = 86_400_000;

/** How far from a time its pause may be, in milliseconds. @defaultValue a minute each */
export interface Around {
  readonly before?: number;
  readonly after?: number;
}

/**
 * Returns for each time one that no stored row is near, in their order: itself, or the middle of the longest pause around it.
 * Which of two ranges the service counts a row at their border in, or whether in both, is not documented (§4.1).
 */
export async function findPauses(
  { transaction, tables }: Pick<Database, 'transaction' | 'tables'>,
  source: string,
  times: readonly string[],
  { before = minute, after = minute }: Around = {},
): Promise<readonly string[]> {
  const pauses = await transaction(({ query }) =>
    query<{ middle: Date }>(
      `SELECT CASE WHEN is_near THEN middle ELSE time END AS middle FROM unnest($1::timestamptz[]) AS time, LATERAL (
         SELECT EXISTS (
           SELECT FROM ${tables.stored}
           WHERE source = $2 AND timestamp > time - interval '1 second' AND timestamp < time + interval '1 second') AS is_near
       ) AS itself, LATERAL (
         SELECT date_trunc('milliseconds', "from" + ("to" - "from") / 2) AS middle
         FROM (
           SELECT at AS "from", lead(at) OVER (ORDER BY at) AS "to" FROM (
             SELECT timestamp FROM ${tables.stored}
             WHERE source = $2 AND timestamp > time - make_interval(secs => $3) AND timestamp < time + make_interval(secs => $4)
             UNION ALL VALUES (time - make_interval(secs => $3)), (time + make_interval(secs => $4))
           ) AS moment (at)
         ) AS pause
         WHERE "to" IS NOT NULL ORDER BY "to" - "from" DESC, "from" LIMIT 1
       ) AS longest ORDER BY time`,
      [times, source, before / 1000, after / 1000],
    ),
  );
  return pauses.map(({ middle }) => middle.toISOString());
}

/** Returns the UTC midnights of a range, in ms since 1970, whose pauses are not beside those of its ends. */
export function midnightsOf({ startDate, endDate }: TimeRange): readonly number[] {
  const [start, end] = [Date.parse(startDate) + 2 * minute, Date.parse(endDate) - 2 * minute];
  const midnights: number[] = [];
  for (let time = Math.ceil((start + 1) / day) * day; time < end; time += day) midnights.push(time);
  return midnights;
}
