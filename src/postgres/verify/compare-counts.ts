import type { Database } from '../database/open-database.ts';
import { isInRange, rangesInSql, rejectedTime, type Tables } from '../database/tables.ts';
import { findPauses, midnightsOf } from '../plan/pauses.ts';
import { countRows } from '../plan/plan-windows.ts';
import type { LoadDifference, ServiceTools, SourceRange, VerifiedRange } from './load-verification.ts';

/** How many counts to request at the same time. */
const requests = 8;

/** Compares the number of rows of each day with the service's count, also if those of the whole range agree. */
export async function compareCounts(
  tools: ServiceTools,
  ranges: readonly SourceRange[],
): Promise<LoadDifference[]> {
  const { transaction, tables } = tools.database;
  const differences: LoadDifference[] = [];
  for (const range of ranges) {
    const days = await splitIntoDays(tools.database, range);
    // In a transaction, the count of a large table has more time than a statement of its own.
    const counts = await transaction(({ query }) =>
      query<{ rows: string }>(`SELECT ${countOf(tables)} AS rows FROM ${rangesInSql} ORDER BY "startDate"`, [
        JSON.stringify(days),
      ]),
    );
    for (let from = 0; from < days.length; from += requests) {
      const compared = days.slice(from, from + requests).map((day, index) => {
        const rows = Number(counts[from + index]?.rows);
        return compareDay(tools, { ...day, rows }, range);
      });
      differences.push(...(await Promise.all(compared)).flat());
    }
  }
  return differences;
}

/** Rows in quarantine are counted too: they are another difference. */
function countOf({ transactions, quarantine }: Tables): string {
  return `(SELECT count(*) FROM ${transactions} rows WHERE ${isInRange}) + (SELECT count(*) FROM ${quarantine}
    WHERE source = range.source AND resolved_at IS NULL AND ${rejectedTime} >= "startDate"
      AND ${rejectedTime} < "endDate")`;
}

/** Whether a service includes the ends of a range is not documented (§4.1): with or without them, the count is right. */
async function compareDay(
  { client, signal }: ServiceTools,
  { rows, startDate, endDate }: VerifiedRange,
  whole: SourceRange,
): Promise<LoadDifference[]> {
  const earlier = (date: string): string => new Date(Date.parse(date) - 1).toISOString();
  const starts = startDate === whole.startDate ? [startDate, earlier(startDate)] : [startDate];
  const ends = endDate === whole.endDate ? [endDate, earlier(endDate)] : [endDate];
  const counts: number[] = [];
  for (const range of starts.flatMap((start) => ends.map((end) => ({ startDate: start, endDate: end })))) {
    if (range.endDate <= range.startDate) continue;
    const counted = await countRows(client, range, signal);
    if (counted.rows === rows) return [];
    counts.push(counted.rows);
  }
  return [
    {
      what: 'totalCount',
      source: whole.source,
      startDate,
      endDate,
      expected: String(counts[0]),
      found: String(rows),
    },
  ];
}

/** Returns the days of a range: each begins in a pause around midnight. */
async function splitIntoDays(
  database: Database,
  { source, startDate, endDate }: SourceRange,
): Promise<SourceRange[]> {
  const midnights = midnightsOf({ startDate, endDate }).map((time) => new Date(time).toISOString());
  const pauses = await findPauses(database, source, midnights);
  const borders = [startDate, ...pauses, endDate];
  return borders
    .slice(1)
    .map((border, index) => ({ source, startDate: borders[index] ?? startDate, endDate: border }));
}
