import { SumsByType } from '../../ledger/money-sums.ts';
import type { ReceiptSum } from '../../ledger/receipt.ts';
import { DatabaseError } from '../database/database-error.ts';
import type { Database, Transaction } from '../database/open-database.ts';
import { amountsInSql, columnNames, keyColumns, sumsInSql } from '../database/tables.ts';
import { copyRows } from './copy-rows.ts';
import { linesOf, type StoredRow } from './row-set.ts';

/** What happened to the rows of a job. */
interface WrittenRows {
  readonly inserted: number;
  /** Had other content, and were fetched earlier. */
  readonly replaced: number;
  /** Were marked as missing by an earlier read. */
  readonly returned: number;
  /** Had the same content. */
  readonly unchanged: number;
  /** The table has a row that was fetched, or found to be missing, later, and keeps it. */
  readonly older: number;
  /** What changed in the sums of the table: new rows minus those they replaced. */
  readonly changes: SumsByType;
}

/** A row that the table has; its money in the form of sums. */
interface Existing extends ReceiptSum {
  /** Position in the temporary table. */
  readonly ctid: string;
  readonly is_earlier: boolean;
  readonly is_same: boolean;
  readonly is_missing: boolean;
}

const key = keyColumns.join(', ');
const columns = columnNames.join(', ');

/**
 * Writes the rows of a job of a load, through a temporary table. A row replaces another only if it was fetched later. They
 * are inserted in the order of their keys, and those that the table has are locked in the same order after that, so that
 * transactions with the same rows wait for each other instead of blocking each other.
 */
export async function writeRows(
  { tables, toError }: Pick<Database, 'tables' | 'toError'>,
  { client, query }: Transaction,
  rows: readonly StoredRow[],
  load: number,
): Promise<WrittenRows> {
  await query(
    `CREATE TEMPORARY TABLE incoming ON COMMIT DROP AS SELECT ${columns} FROM ${tables.stored} LIMIT 0`,
  );
  try {
    await copyRows(client, `COPY pg_temp.incoming (${columns}) FROM STDIN`, linesOf(rows, load));
  } catch (error) {
    throw toError(error);
  }
  const rest = await query<Pick<Existing, 'ctid'>>(
    `WITH inserted AS (
       INSERT INTO ${tables.stored} (${columns})
       SELECT ${columns} FROM pg_temp.incoming ORDER BY ctid
       ON CONFLICT DO NOTHING
       RETURNING ${key}
     )
     SELECT incoming.ctid FROM pg_temp.incoming LEFT JOIN inserted USING (${key}) WHERE inserted.type IS NULL`,
  );
  const existing = await query<Existing>(
    `SELECT incoming.ctid, greatest(stored.fetched_at, stored.missing_since) < incoming.fetched_at AS is_earlier,
       stored.row::text = incoming.row::text AS is_same, stored.missing_since IS NOT NULL AS is_missing,
       stored.currency_code AS "currencyCode", stored.type, 1 AS rows, ${amountsInSql((column) => `stored.${column}`)}
     FROM ${tables.stored} stored JOIN pg_temp.incoming incoming USING (${key})
     WHERE incoming.ctid = ANY ($1::tid[])
     ORDER BY incoming.ctid FOR UPDATE OF stored`,
    [positions(rest)],
  );
  if (existing.length < rest.length)
    throw new DatabaseError('failed', 'rows were deleted while they were replaced');
  const later = existing.filter(({ is_earlier }) => is_earlier);
  const returned = later.filter(({ is_missing }) => is_missing);
  const replaced = later.filter(({ is_missing, is_same }) => !is_missing && !is_same);
  const refreshed = later.filter(({ is_missing, is_same }) => !is_missing && is_same);
  const older = existing.filter(({ is_earlier, is_same }) => !is_earlier && !is_same).length;
  const rewritten = [...replaced, ...returned];
  const written = new Set(rewritten);
  const changes = new SumsByType(
    await query<ReceiptSum>(
      `SELECT ${sumsInSql} FROM pg_temp.incoming
       WHERE NOT EXISTS (SELECT FROM unnest($1::tid[]) AS kept (position) WHERE position = incoming.ctid)
       GROUP BY currency_code, type`,
      [positions(existing.filter((row) => !written.has(row)))],
    ),
  );
  // The amounts of a missing row were subtracted when it was marked.
  changes.merge(replaced, -1);
  const update = (assigned: readonly string[], updated: readonly Existing[]): Promise<unknown> =>
    query(
      `UPDATE ${tables.stored} stored
       SET missing_since = NULL, ${assigned.map((name) => `${name} = incoming.${name}`).join(', ')}
       FROM pg_temp.incoming incoming
       WHERE ${keyColumns.map((name) => `stored.${name} = incoming.${name}`).join(' AND ')}
         AND incoming.ctid = ANY ($1::tid[])`,
      [positions(updated)],
    );
  if (rewritten.length > 0) await update(columnNames, rewritten);
  if (refreshed.length > 0) await update(['fetched_at'], refreshed);
  return {
    inserted: rows.length - rest.length,
    replaced: replaced.length,
    returned: returned.length,
    unchanged: existing.length - rewritten.length - older,
    older,
    changes,
  };
}

function positions(rows: readonly Pick<Existing, 'ctid'>[]): readonly string[] {
  return rows.map(({ ctid }) => ctid);
}
