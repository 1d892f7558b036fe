import { moneyColumns } from '../../ledger/money-fields.ts';
import type { Database, Transaction } from '../database/open-database.ts';
import { keyColumns } from '../database/transaction-columns.ts';
import type { Job } from '../queue/job.ts';
import type { Changes } from './changes.ts';
import type { StoredRow } from './stored-row.ts';

interface Marked extends Record<string, unknown> {
  readonly currency_code: string;
  readonly type: string;
  readonly rows: number;
  /** In the order of the money columns. */
  readonly sums: readonly string[];
}

const key = keyColumns.join(', ');

/**
 * Marks the rows of a job's window that two reads did not receive, subtracts their amounts from `changes`, and returns their
 * number. The rows that were received must be written before: they are fetched later than `startedAt`, as are rows that
 * another worker received meanwhile.
 *
 * A row that another transaction is writing is left as it is: it was received, or is being marked.
 */
export async function markMissing(
  { tables }: Pick<Database, 'tables'>,
  { query }: Pick<Transaction, 'query'>,
  { startDate, endDate }: Pick<Job, 'startDate' | 'endDate'>,
  startedAt: string,
  seenAgain: readonly StoredRow[],
  changes: Changes,
): Promise<number> {
  const keys = seenAgain.map((row) => row.key.split('\0'));
  const marked = await query<Marked>(
    `WITH missing AS (
       SELECT ${key} FROM ${tables.stored} stored
       WHERE timestamp >= $1 AND timestamp < $2 AND missing_since IS NULL AND fetched_at < $3
         AND (${key}) NOT IN (SELECT * FROM unnest($4::timestamptz[], $5::text[], $6::text[]))
       FOR UPDATE SKIP LOCKED
     ), marked AS (
       UPDATE ${tables.stored} stored SET missing_since = $3 FROM missing
       WHERE ${keyColumns.map((name) => `stored.${name} = missing.${name}`).join(' AND ')}
       RETURNING stored.*
     )
     SELECT currency_code, type, count(*)::int AS rows,
       ARRAY[${moneyColumns.map((column) => `sum(${column})::text`).join(', ')}] AS sums
     FROM marked GROUP BY currency_code, type`,
    [startDate, endDate, startedAt, ...[0, 1, 2].map((part) => keys.map((parts) => parts[part]))],
  );
  for (const { currency_code: currencyCode, type, rows, sums } of marked)
    changes.subtract({ currencyCode, type, amounts: sums.map(BigInt) }, rows);
  return marked.reduce((total, { rows }) => total + rows, 0);
}
