import type { Database } from '../database/open-database.ts';
import { countRows, type TimeRange } from '../plan/plan-windows.ts';
import type { LoadDifference, ServiceTools } from './load-verification.ts';

const day = 86_400_000;
const minute = 60_000;
/** How many counts to request at the same time. */
const requests = 8;

/** A day of a range. */
interface Day extends TimeRange {
  /** Rows in the table. */
  readonly rows: number;
  /** Whether the range ends with it. */
  readonly isLast: boolean;
}

/** Compares the number of rows of each day with the service's count, also if those of the whole range agree. */
export async function compareCounts(
  tools: ServiceTools,
  ranges: readonly TimeRange[],
): Promise<LoadDifference[]> {
  const differences: LoadDifference[] = [];
  for (const range of ranges) {
    const days = await countStored(tools.database, await splitIntoDays(tools.database, range));
    for (let from = 0; from < days.length; from += requests) {
      const counts = days.slice(from, from + requests).map((part) => compareDay(tools, part));
      differences.push(...(await Promise.all(counts)).flat());
    }
  }
  return differences;
}

/** Whether a range includes its end is not documented (§4.1): the count without its last millisecond is right too. */
async function compareDay(
  { client, signal }: ServiceTools,
  { startDate, endDate, rows, isLast }: Day,
): Promise<LoadDifference[]> {
  const range = { startDate, endDate };
  const count = await countRows(client, range, signal);
  if (count === rows) return [];
  const earlier = new Date(Date.parse(endDate) - 1).toISOString();
  if (isLast && earlier > startDate) {
    if ((await countRows(client, { startDate, endDate: earlier }, signal)) === rows) return [];
  }
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

/** Rows in quarantine are counted too: they are another difference. */
async function countStored({ transaction, tables }: Database, days: readonly TimeRange[]): Promise<Day[]> {
  // In a transaction, the count of a large table has more time than a statement of its own.
  const counts = await transaction(({ query }) =>
    query<{ rows: string }>(
      `SELECT (SELECT count(*) FROM ${tables.transactions} WHERE timestamp >= start_date AND timestamp < end_date)
         + (SELECT count(*) FROM ${tables.quarantine}
            WHERE resolved_at IS NULL AND coalesce("timestamp", window_start) >= start_date
              AND coalesce("timestamp", window_start) < end_date) AS rows
       FROM unnest($1::timestamptz[], $2::timestamptz[]) WITH ORDINALITY AS part (start_date, end_date, ordinal)
       ORDER BY ordinal`,
      [days.map(({ startDate }) => startDate), days.map(({ endDate }) => endDate)],
    ),
  );
  return days.map((part, index) => ({
    ...part,
    rows: Number(counts[index]?.rows),
    isLast: index === days.length - 1,
  }));
}
