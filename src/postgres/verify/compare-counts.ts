import type { Database } from '../database/open-database.ts';
import type { LoadClient } from '../options.ts';
import { countRows } from '../plan/count-rows.ts';
import type { TimeRange } from '../plan/merge-ranges.ts';
import type { LoadDifference } from './load-verification.ts';

const day = 86_400_000;

/** Compares the rows of each range with the service's count; a range that differs is narrowed down to days. */
export async function compareCounts(
  database: Database,
  client: LoadClient,
  ranges: readonly TimeRange[],
  signal: AbortSignal | undefined,
): Promise<LoadDifference[]> {
  const differences: LoadDifference[] = [];
  const compare = async (range: TimeRange): Promise<void> => {
    const found = await countStored(database, range);
    const expected = await countAtService(client, range, found, signal);
    if (expected === found) return;
    const halves = halve(range);
    const before = differences.length;
    for (const half of halves) await compare(half);
    // Differences of the parts may cancel out, and rows may have come meanwhile.
    if (differences.length > before) return;
    const { startDate, endDate } = range;
    differences.push({
      what: 'totalCount',
      startDate,
      endDate,
      expected: String(expected),
      found: String(found),
    });
  };
  for (const range of ranges) await compare(range);
  return differences;
}

/** Rows in quarantine are counted too: they are another difference. */
async function countStored({ query, tables }: Database, { startDate, endDate }: TimeRange): Promise<number> {
  const [row] = await query<{ rows: string }>(
    `SELECT (SELECT count(*) FROM ${tables.transactions} WHERE timestamp >= $1 AND timestamp < $2)
       + (SELECT count(*) FROM ${tables.quarantine}
          WHERE resolved_at IS NULL AND coalesce("timestamp", window_start) >= $1
            AND coalesce("timestamp", window_start) < $2) AS rows`,
    [startDate, endDate],
  );
  return Number(row?.rows);
}

/** Whether a range includes its end is not documented (§4.1): the count without its last millisecond is right too. */
async function countAtService(
  client: LoadClient,
  range: TimeRange,
  found: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const count = await countRows(client, range, signal);
  if (count === found) return count;
  const endDate = new Date(Date.parse(range.endDate) - 1).toISOString();
  if (endDate <= range.startDate) return count;
  return (await countRows(client, { ...range, endDate }, signal)) === found ? found : count;
}

/** Returns the halves of a range that is longer than a day, cut between UTC days. */
function halve({ startDate, endDate }: TimeRange): readonly TimeRange[] {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  const middle = Math.round((start + end) / 2 / day) * day;
  if (end - start <= day || middle <= start || middle >= end) return [];
  const border = new Date(middle).toISOString();
  return [
    { startDate, endDate: border },
    { startDate: border, endDate },
  ];
}
