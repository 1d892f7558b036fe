import { compareSums as compare } from '../../ledger/money-sums.ts';
import type { Queries } from '../database/open-database.ts';
import type { Tables } from '../database/tables.ts';
import { mergeRanges, type TimeRange, wholeDays } from '../plan/plan-windows.ts';
import { type DaySum, SumsByDay } from '../sums/day-sums.ts';
import { receiptSums, storedSums } from '../sums/sums-in-sql.ts';
import type { LoadDifference, SourceRange, VerifiedRange } from './load-verification.ts';

/** Compares the rows and sums of each day, currency and type in ranges with what the jobs changed. */
export async function compareStoredSums(
  { query }: Queries,
  tables: Tables,
  ranges: readonly SourceRange[],
): Promise<{ readonly ranges: readonly VerifiedRange[]; readonly differences: readonly LoadDifference[] }> {
  const verified: VerifiedRange[] = [];
  const differences: LoadDifference[] = [];
  for (const [source, ofSource] of Map.groupBy(ranges, (range) => range.source)) {
    const read = (sql: string, { startDate, endDate }: TimeRange): Promise<DaySum[]> =>
      query<DaySum>(sql, [source, startDate, endDate]);
    const found = new SumsByDay();
    for (const range of ofSource) {
      const sums = await read(storedSums(tables), range);
      found.merge(sums);
      verified.push({ ...range, rows: sums.reduce((total, { rows }) => total + rows, 0) });
    }
    // Two ranges may touch the same day.
    const expected: DaySum[] = [];
    for (const days of mergeRanges(ofSource.map(wholeDays)))
      expected.push(...(await read(receiptSums(tables), days)));
    differences.push(...compareDays(source, expected, found.toJSON()));
  }
  return { ranges: verified, differences };
}

function compareDays(
  source: string,
  expected: readonly DaySum[],
  found: readonly DaySum[],
): readonly LoadDifference[] {
  const [expectedOf, foundOf] = [expected, found].map((sums) => Map.groupBy(sums, ({ day }) => day));
  const days = new Set([...expected, ...found].map(({ day }) => day));
  return [...days].toSorted().flatMap((day) =>
    compare(expectedOf?.get(day) ?? [], foundOf?.get(day) ?? []).map(({ column, ...difference }) => ({
      ...(column === 'rows' ? { what: 'rows' as const } : { what: 'sum' as const, column }),
      ...{ source, day, ...difference },
    })),
  );
}
