import { moneyColumns, moneyFields } from '../../ledger/money-fields.ts';
import type { Queries } from '../database/open-database.ts';
import type { Tables } from '../database/tables.ts';
import type { TimeRange } from '../plan/plan-windows.ts';
import type { LoadDifference } from './load-verification.ts';

/** Returns loads that are not done, jobs whose rows do not add up or changed while they were read, and quarantined rows. */
export async function compareJobs(queries: Queries, tables: Tables): Promise<LoadDifference[]> {
  return [
    ...(await findUnfinished(queries, tables)),
    ...(await findWrongCounts(queries, tables)),
    ...(await findChanged(queries, tables)),
    ...(await findQuarantined(queries, tables)),
  ];
}

async function findUnfinished({ query }: Queries, { loads, commits }: Tables): Promise<LoadDifference[]> {
  const rows = await query<{ id: number; jobs: number; commits: number; finished: boolean }>(
    `SELECT id, jobs, count(commits)::int AS commits, finished_at IS NOT NULL AS finished
     FROM ${loads} loads LEFT JOIN ${commits} commits ON commits.load_id = loads.id
     GROUP BY id HAVING count(commits) <> jobs ORDER BY id`,
  );
  return rows.map(({ id, jobs, commits, finished }) => ({
    what: finished ? 'commits' : 'unfinished',
    load: id,
    expected: String(jobs),
    found: String(commits),
  }));
}

/** A window that a later load covers is judged by that load. */
const isNotCovered = ({ loads }: Tables): string => `NOT EXISTS (
  SELECT FROM ${loads} later WHERE later.id > commits.load_id AND later.finished_at IS NOT NULL
    AND later.start_date <= commits.window_start AND later.end_date >= commits.window_end)`;

async function findWrongCounts({ query }: Queries, tables: Tables): Promise<LoadDifference[]> {
  const rows = await query<{ load_id: number; job: number; counted: string | null; received: string }>(
    `SELECT load_id, job, rows_counted AS counted, (rows_received + rows_outside - rows_repeated)::text AS received
     FROM ${tables.commits} commits
     WHERE rows_counted IS DISTINCT FROM rows_received + rows_outside - rows_repeated AND ${isNotCovered(tables)}
     ORDER BY load_id, job`,
  );
  return rows.map(({ load_id, job, counted, received }) => ({
    what: 'counted',
    load: load_id,
    job,
    expected: counted ?? 'unknown',
    found: received,
  }));
}

async function findChanged({ query }: Queries, tables: Tables): Promise<LoadDifference[]> {
  const rows = await query<{ load_id: number; job: number }>(
    `SELECT load_id, job FROM ${tables.commits} commits WHERE changed_while_read AND ${isNotCovered(tables)}
     ORDER BY load_id, job`,
  );
  return rows.map(({ load_id, job }) => ({
    what: 'changed_while_read',
    load: load_id,
    job,
    expected: 'false',
    found: 'true',
  }));
}

async function findQuarantined({ query }: Queries, { quarantine }: Tables): Promise<LoadDifference[]> {
  const rows = await query<{ load_id: number; rows: string }>(
    `SELECT load_id, count(*) AS rows FROM ${quarantine} WHERE resolved_at IS NULL GROUP BY load_id ORDER BY load_id`,
  );
  return rows.map(({ load_id, rows: found }) => ({
    what: 'quarantined',
    load: load_id,
    expected: '0',
    found,
  }));
}

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
