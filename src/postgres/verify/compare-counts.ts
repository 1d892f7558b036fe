import type { Database } from '../database/open-database.ts';
import type { Tables } from '../database/tables.ts';
import { countRows as requestRows, type TimeRange } from '../plan/plan-windows.ts';
import { countRows, rowsInRange } from './compare-tables.ts';
import type { LoadDifference, ServiceTools, VerifiedRange } from './load-verification.ts';

const day = 86_400_000;
const minute = 60_000;
/** How many counts to request at the same time. */
const requests = 8;

/** Compares the number of rows of each day with the service's count, also if those of the whole range agree. */
export async function compareCounts(
  tools: ServiceTools,
  ranges: readonly TimeRange[],
): Promise<LoadDifference[]> {
  const { transaction, tables } = tools.database;
  const differences: LoadDifference[] = [];
  for (const range of ranges) {
    const days = await splitIntoDays(tools.database, range);
    // In a transaction, the count of a large table has more time than a statement of its own.
    const counts = await transaction((queries) => countRows(queries, days, countOf(tables)));
    for (let from = 0; from < days.length; from += requests) {
      const compared = days.slice(from, from + requests).map((day, index) => {
        const rows = counts[from + index] ?? 0;
        return compareDay(tools, { ...day, rows }, day.endDate === range.endDate);
      });
      differences.push(...(await Promise.all(compared)).flat());
    }
  }
  return differences;
}

/** Rows in quarantine are counted too: they are another difference. */
function countOf(tables: Tables): string {
  return `${rowsInRange(tables)} + (SELECT count(*) FROM ${tables.quarantine}
    WHERE resolved_at IS NULL AND coalesce("timestamp", window_start) >= "startDate"
      AND coalesce("timestamp", window_start) < "endDate")`;
}

/** Whether a range includes its end is not documented (§4.1): the count without its last millisecond is right too. */
async function compareDay(
  { client, signal }: ServiceTools,
  { rows, ...range }: VerifiedRange,
  isLast: boolean,
): Promise<LoadDifference[]> {
  const count = await requestRows(client, range, signal);
  if (count === rows) return [];
  const earlier = { ...range, endDate: new Date(Date.parse(range.endDate) - 1).toISOString() };
  if (isLast && earlier.endDate > range.startDate && (await requestRows(client, earlier, signal)) === rows)
    return [];
  return [{ what: 'totalCount', ...range, expected: String(count), found: String(rows) }];
}

/**
 * Returns the days of a range. Whether the service counts a row at a border on the day before, after, or on both is not
 * documented: so a day begins in the longest pause between stored rows within a minute of midnight.
 */
async function splitIntoDays(
  { transaction, tables }: Database,
  { startDate, endDate }: TimeRange,
): Promise<TimeRange[]> {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  const midnights: string[] = [];
  for (let time = Math.ceil((start + minute + 1) / day) * day; time < end - minute; time += day)
    midnights.push(new Date(time).toISOString());
  const pauses = await transaction(({ query }) =>
    query<{ middle: Date }>(
      `SELECT middle FROM unnest($1::timestamptz[]) AS midnight, LATERAL (
         SELECT date_trunc('milliseconds', "from" + ("to" - "from") / 2) AS middle
         FROM (
           SELECT at AS "from", lead(at) OVER (ORDER BY at) AS "to" FROM (
             SELECT timestamp FROM ${tables.stored}
             WHERE timestamp > midnight - interval '1 minute' AND timestamp < midnight + interval '1 minute'
             UNION ALL VALUES (midnight - interval '1 minute'), (midnight + interval '1 minute')
           ) AS moment (at)
         ) AS pause
         WHERE "to" IS NOT NULL ORDER BY "to" - "from" DESC, "from" LIMIT 1
       ) AS longest ORDER BY middle`,
      [midnights],
    ),
  );
  const borders = [startDate, ...pauses.map(({ middle }) => middle.toISOString()), endDate];
  return borders
    .slice(1)
    .map((border, index) => ({ startDate: borders[index] ?? startDate, endDate: border }));
}
