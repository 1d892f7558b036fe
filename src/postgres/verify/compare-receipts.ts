import { moneyFields } from '../../ledger/money-fields.ts';
import { compareSums as compare } from '../../ledger/money-sums.ts';
import type { ReceiptSum } from '../../ledger/receipt.ts';
import type { Queries } from '../database/open-database.ts';
import { isInRange, rangesInSql, sumsInSql, type Tables } from '../database/tables.ts';
import type { LoadDifference, SourceRange } from './load-verification.ts';

/** Returns loads that are not done, jobs whose rows do not add up or changed while they were read, and quarantined rows. */
export async function compareJobs({ query }: Queries, tables: Tables): Promise<LoadDifference[]> {
  const { loads, commits, quarantine } = tables;
  // A window that a later load covers is judged by that load.
  const isNotCovered = `NOT EXISTS (
    SELECT FROM ${loads} later, ${loads} own
    WHERE own.id = commits.load_id AND later.source = own.source AND later.id > own.id AND later.finished_at IS NOT NULL
      AND later.start_date <= commits.window_start AND later.end_date >= commits.window_end)`;
  // Each row that is selected is a difference.
  const statements = [
    `SELECT CASE WHEN finished_at IS NULL THEN 'unfinished' ELSE 'commits' END AS what, id AS load,
       jobs::text AS expected, count(commits)::text AS found
     FROM ${loads} loads LEFT JOIN ${commits} commits ON commits.load_id = loads.id
     GROUP BY id HAVING count(commits) <> jobs ORDER BY id`,
    `SELECT 'counted' AS what, load_id AS load, job, coalesce(rows_counted::text, 'unknown') AS expected,
       (rows_received + rows_outside - rows_repeated)::text AS found
     FROM ${commits} commits
     WHERE rows_counted IS DISTINCT FROM rows_received + rows_outside - rows_repeated AND ${isNotCovered}
     ORDER BY load_id, job`,
    `SELECT 'changed_while_read' AS what, load_id AS load, job, 'false' AS expected, 'true' AS found
     FROM ${commits} commits WHERE changed_while_read AND ${isNotCovered} ORDER BY load_id, job`,
    `SELECT 'quarantined' AS what, load_id AS load, '0' AS expected, count(*)::text AS found
     FROM ${quarantine} WHERE resolved_at IS NULL GROUP BY load_id ORDER BY load_id`,
  ];
  const differences: LoadDifference[] = [];
  for (const statement of statements) differences.push(...(await query<LoadDifference>(statement)));
  return differences;
}

/** Compares the rows and sums of each currency and type with what the jobs changed. */
export async function compareSums(
  { query }: Queries,
  { transactions, commits, loads }: Tables,
  ranges: readonly SourceRange[],
): Promise<LoadDifference[]> {
  const found = await query<ReceiptSum>(
    `SELECT ${sumsInSql}
     FROM ${transactions} rows JOIN ${rangesInSql} ON ${isInRange}
     GROUP BY currency_code, type`,
    [JSON.stringify(ranges)],
  );
  const expected = await query<ReceiptSum>(
    `SELECT change ->> 'currencyCode' AS "currencyCode", change ->> 'type' AS type,
       sum((change ->> 'rows')::bigint)::float8 AS rows,
       ${moneyFields.map((field) => `sum((change ->> '${field}')::numeric)::text AS "${field}"`).join(', ')}
     FROM ${commits}, jsonb_array_elements(changes) AS change
     WHERE load_id IN (SELECT id FROM ${loads} WHERE source = ANY ($1))
     GROUP BY 1, 2`,
    [ranges.map(({ source }) => source)],
  );
  return compare(expected, found).map(({ column, ...difference }) =>
    column === 'rows' ? { what: 'rows', ...difference } : { what: 'sum', column, ...difference },
  );
}
