import { moneyColumns, moneyFields } from '../../ledger/money-fields.ts';
import { DatabaseError } from '../database/database-error.ts';
import type { Database, Transaction } from '../database/open-database.ts';
import { columnNames, keyColumns } from '../database/tables.ts';
import { Changes, type MoneySums, moneySums } from './changes.ts';
import { bytesOf, copyRows } from './copy-rows.ts';
import type { ReceivedWindow } from './read-window.ts';
import { linesOf, type StoredRow, timestampOf } from './row-set.ts';
import { storable } from './stored-row.ts';

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
  readonly changes: Changes;
}

/** A row that the table has; its money in the form of sums. */
interface Existing extends MoneySums {
  /** Position in the temporary table. */
  readonly ctid: string;
  readonly is_earlier: boolean;
  readonly is_same: boolean;
  readonly is_missing: boolean;
}

const nothing = { inserted: 0, replaced: 0, returned: 0, unchanged: 0, older: 0 };
const key = keyColumns.join(', ');
const columns = columnNames.join(', ');

/**
 * Writes the rows of a window. They are inserted in the order of their keys, and those that the table has are locked in the
 * same order after that, so that transactions with the same rows wait for each other instead of blocking each other.
 */
export async function writeRows(
  database: Pick<Database, 'tables' | 'toError'>,
  transaction: Transaction,
  { rows, sums }: Pick<ReceivedWindow, 'rows' | 'sums'>,
): Promise<WrittenRows> {
  const changes = new Changes();
  if (rows.length === 0) return { ...nothing, changes };
  if (!sums || !(await insertRows(database, transaction, rows)))
    return await mergeRows(database, transaction, rows, changes);
  changes.add(
    sums.map(({ currencyCode, type, rows: count, ...amounts }) => ({
      currency_code: storable(currencyCode),
      type: storable(type),
      rows: count,
      sums: moneyFields.map((field) => amounts[field]),
    })),
  );
  return { ...nothing, inserted: rows.length, changes };
}

/** The server holds a message in memory, in bytes. */
const longestMessage = 32 * 1024 * 1024;

/** Another transaction has inserted one of the rows meanwhile; the table has row-level security, which COPY does not support. */
const mergeable: ReadonlySet<string | undefined> = new Set(['23505', '0A000']);

/**
 * Inserts rows if the table has none in their time; returns whether it did. They are one message: the server reads it to its
 * end before it inserts the first of them, so that a worker which is stopped while it sends holds no lock.
 */
async function insertRows(
  { tables, toError }: Pick<Database, 'tables' | 'toError'>,
  { client, query }: Transaction,
  rows: readonly StoredRow[],
): Promise<boolean> {
  const lines = linesOf(rows);
  if (bytesOf(lines) > longestMessage) return false;
  const [known] = await query(
    `SELECT FROM ${tables.stored} WHERE timestamp BETWEEN $1 AND $2 LIMIT 1`,
    [rows[0], rows.at(-1)].map((row) => row && timestampOf(row)),
  );
  if (known) return false;
  await query('SAVEPOINT insert_rows');
  try {
    await copyRows(client, `COPY ${tables.stored} (${columns}) FROM STDIN`, [lines]);
    return true;
  } catch (thrown) {
    const error = toError(thrown);
    if (!(error instanceof DatabaseError && mergeable.has(error.sqlState))) throw error;
    await query('ROLLBACK TO SAVEPOINT insert_rows');
    return false;
  }
}

/** Writes rows of which the table may have some, through a temporary table. A row replaces another only if it was fetched later. */
async function mergeRows(
  { tables, toError }: Pick<Database, 'tables' | 'toError'>,
  { client, query }: Transaction,
  rows: readonly StoredRow[],
  changes: Changes,
): Promise<WrittenRows> {
  await query(
    `CREATE TEMPORARY TABLE incoming ON COMMIT DROP AS SELECT ${columns} FROM ${tables.stored} LIMIT 0`,
  );
  try {
    const messages = linesOf(rows).map((line) => [line]);
    await copyRows(client, `COPY pg_temp.incoming (${columns}) FROM STDIN`, messages);
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
       stored.currency_code, stored.type, 1 AS rows,
       ARRAY[${moneyColumns.map((column) => `stored.${column}::text`).join(', ')}] AS sums
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
  changes.add(
    await query<MoneySums>(
      `SELECT ${moneySums} FROM pg_temp.incoming
       WHERE NOT EXISTS (SELECT FROM unnest($1::tid[]) AS kept (position) WHERE position = incoming.ctid)
       GROUP BY currency_code, type`,
      [positions(existing.filter((row) => !written.has(row)))],
    ),
  );
  // The amounts of a missing row were subtracted when it was marked.
  changes.subtract(replaced);
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
