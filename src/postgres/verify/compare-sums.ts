import { moneyColumns, moneyFields } from '../../ledger/money-fields.ts';
import type { Queries } from '../database/open-database.ts';
import type { Tables } from '../database/tables.ts';
import type { TimeRange } from '../plan/merge-ranges.ts';
import type { LoadDifference } from './load-verification.ts';

/** Sums of a currency and type as integer strings, in the order of the money columns. */
interface SumRow {
  readonly currency_code: string;
  readonly type: string;
  readonly rows: string;
  readonly sums: readonly string[];
}

/** Compares the rows and sums of each currency and type with what the jobs changed. */
export async function compareSums(
  { query }: Queries,
  { transactions, commits }: Tables,
  ranges: readonly TimeRange[],
): Promise<LoadDifference[]> {
  const found = await query<SumRow>(
    `SELECT currency_code, type, count(*)::text AS rows,
       ARRAY[${moneyColumns.map((column) => `sum(${column})::text`).join(', ')}] AS sums
     FROM ${transactions}
     JOIN unnest($1::timestamptz[], $2::timestamptz[]) AS range (start_date, end_date)
       ON timestamp >= start_date AND timestamp < end_date
     GROUP BY currency_code, type`,
    [ranges.map(({ startDate }) => startDate), ranges.map(({ endDate }) => endDate)],
  );
  const expected = await query<SumRow>(
    `SELECT change ->> 'currencyCode' AS currency_code, change ->> 'type' AS type,
       sum((change ->> 'rows')::bigint)::text AS rows,
       ARRAY[${moneyFields.map((field) => `sum((change ->> '${field}')::numeric)::text`).join(', ')}] AS sums
     FROM ${commits}, jsonb_array_elements(changes) AS change
     GROUP BY 1, 2`,
  );
  const pairs = new Map<string, { expected?: SumRow; found?: SumRow }>();
  for (const row of expected) pairs.set(keyOf(row), { expected: row });
  for (const row of found) pairs.set(keyOf(row), { ...pairs.get(keyOf(row)), found: row });
  return [...pairs].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, pair]) => differencesOf(pair));
}

function differencesOf({ expected, found }: { expected?: SumRow; found?: SumRow }): LoadDifference[] {
  const { currency_code: currencyCode = '', type = '' } = expected ?? found ?? {};
  const group = { currencyCode, type };
  const rows = [expected?.rows ?? '0', found?.rows ?? '0'] as const;
  return [
    ...(rows[0] === rows[1] ? [] : [{ what: 'rows' as const, ...group, expected: rows[0], found: rows[1] }]),
    ...moneyColumns.flatMap((column, index) => {
      const [one, other] = [expected?.sums[index] ?? '0', found?.sums[index] ?? '0'];
      return one === other ? [] : [{ what: 'sum' as const, ...group, column, expected: one, found: other }];
    }),
  ];
}

function keyOf({ currency_code, type }: SumRow): string {
  return JSON.stringify([currency_code, type]);
}
