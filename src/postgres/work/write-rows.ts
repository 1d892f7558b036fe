import { DatabaseError } from '../database/database-error.ts';
import type { Database, DatabaseTransaction } from '../database/open-database.ts';
import {
  amountsInSql,
  columnNames,
  dayInSql,
  groupedByDay,
  keyColumns,
  sumsInSql,
  transactionColumns,
} from '../database/tables.ts';
import { copyRows } from './copy-rows.ts';
import { type DaySum, SumsByDay } from '../sums/day-sums.ts';
import { linesOf, type StoredRow } from './row-set.ts';

/** What happened to the rows of a job. */
interface WrittenRows {
  readonly inserted: number;
  /** Had other content, and were fetched earlier. */
  readonly replaced: number;
  /** Were marked as missing. */
  readonly found: number;
  /** Were removed, as the service did not have them for a time. */
  readonly returned: number;
  /** Had the same content. */
  readonly unchanged: number;
  /** The table keeps its row: a later read wrote it, or did not find it. */
  readonly older: number;
  /** The first load that did not find rows which were found now; `null` if there is none. */
  readonly firstDoubtful: number | null;
  /** What changed in the sums of the table: new rows minus those they replaced. */
  readonly changes: SumsByDay;
}

/** A row that the table has; its money in the form of sums. */
interface Existing extends DaySum {
  /** Position in the temporary table. */
  readonly ctid: string;
  readonly is_earlier: boolean;
  readonly is_same: boolean;
  readonly is_removed: boolean;
  /** The load that did not find it first, if it is marked as missing. */
  readonly missing_load: number | null;
}

/** The rows of a job. */
interface RowsToWrite {
  readonly rows: readonly StoredRow[];
  readonly source: string;
  readonly load: number;
  /** Whether they are all rows of the window. */
  readonly whole: boolean;
}

/** What is kept of a row that another one replaces; its columns can be computed from it. */
const keptOfOld = [
  ...['source', 'timestamp', 'type', 'transaction_id', 'occurrence'],
  ...['customer_id', 'row', 'fetched_at', 'load_id'],
];
/** What a read writes of a row that it received as before: also the ledger columns, which somebody may have changed. */
const refreshedColumns = [...transactionColumns.map(({ name }) => name), 'fetched_at', 'read_number'];
const key = keyColumns.join(', ');
const columns = columnNames.join(', ');

/**
 * Writes the rows of a job, through a temporary table. A row replaces another only if it was read later. They
 * are inserted in the order of their keys, and those that the table has are locked in the same order after that, so that
 * transactions with the same rows wait for each other instead of blocking each other.
 */
export async function writeRows(
  { tables, toError }: Pick<Database, 'tables' | 'toError'>,
  { client, query }: DatabaseTransaction,
  { rows, source, load, whole }: RowsToWrite,
): Promise<WrittenRows> {
  await query(
    `CREATE TEMPORARY TABLE incoming ON COMMIT DROP AS SELECT ${columns} FROM ${tables.stored} LIMIT 0`,
  );
  try {
    await copyRows(client, `COPY pg_temp.incoming (${columns}) FROM STDIN`, linesOf(rows, { source, load }));
  } catch (error) {
    throw toError(error);
  }
  // Only a whole read tells which of several rows with one key there are.
  const unclear = whole
    ? []
    : await query(
        `DELETE FROM pg_temp.incoming incoming USING ${tables.stored} stored
     WHERE stored.occurrence > 0 AND stored.removed_at IS NULL AND ${sameRow(keyColumns.filter((name) => name !== 'occurrence'))} RETURNING 1`,
      );
  const rest = await query<Pick<Existing, 'ctid'>>(
    `WITH inserted AS (
       INSERT INTO ${tables.stored} (${columns})
       SELECT ${columns} FROM pg_temp.incoming ORDER BY ctid
       ON CONFLICT (${key}) DO NOTHING
       RETURNING ${key}
     )
     SELECT incoming.ctid FROM pg_temp.incoming LEFT JOIN inserted USING (${key}) WHERE inserted.type IS NULL`,
  );
  const existing = await query<Existing>(
    `SELECT incoming.ctid, stored.read_number < incoming.read_number AS is_earlier,
       stored.row::text = incoming.row::text AS is_same, stored.removed_at IS NOT NULL AS is_removed, stored.missing_load,
       ${dayInSql('stored.timestamp')} AS day, stored.currency_code AS "currencyCode", stored.type, 1 AS rows, ${amountsInSql((column) => `stored.${column}`)}
     FROM ${tables.stored} stored JOIN pg_temp.incoming incoming USING (${key})
     WHERE incoming.ctid = ANY ($1::tid[])
     ORDER BY incoming.ctid FOR UPDATE OF stored`,
    [positions(rest)],
  );
  if (existing.length < rest.length)
    throw new DatabaseError('rows were deleted while they were replaced', { reason: 'failed' });
  const later = existing.filter(({ is_earlier }) => is_earlier);
  const returned = later.filter(({ is_removed }) => is_removed);
  const replaced = later.filter(({ is_removed, is_same }) => !is_removed && !is_same);
  const refreshed = later.filter(({ is_removed, is_same }) => !is_removed && is_same);
  const older = existing.filter(({ is_earlier, is_same }) => !is_earlier && !is_same).length;
  const rewritten = [...replaced, ...returned];
  const written = new Set(rewritten);
  const changes = new SumsByDay(
    await query<DaySum>(
      `SELECT ${sumsInSql} FROM pg_temp.incoming
       WHERE NOT EXISTS (SELECT FROM unnest($1::tid[]) AS kept (position) WHERE position = incoming.ctid)
       ${groupedByDay}`,
      [positions(existing.filter((row) => !written.has(row)))],
    ),
  );
  // The amounts of a row were subtracted when it was removed.
  changes.merge(replaced, -1);
  const update = (assigned: readonly string[], updated: readonly Existing[]): Promise<unknown> =>
    query(
      `UPDATE ${tables.stored} stored
       SET missing_since = NULL, missing_load = NULL, removed_at = NULL, ${assigned.map((name) => `${name} = incoming.${name}`).join(', ')}
       FROM pg_temp.incoming incoming
       WHERE ${sameRow(keyColumns)} AND incoming.ctid = ANY ($1::tid[])`,
      [positions(updated)],
    );
  if (replaced.length > 0)
    await query(
      `INSERT INTO ${tables.replaced}
         (source, timestamp, type, transaction_id, occurrence, customer_id, row, fetched_at, load_id, replaced_by, erased_at)
       SELECT ${keptOfOld.map((name) => `stored.${name}`).join(', ')}, $2, stored.erased_at
       FROM ${tables.stored} stored JOIN pg_temp.incoming incoming USING (${key})
       WHERE incoming.ctid = ANY ($1::tid[]) AND (incoming.erased_at IS NULL OR stored.erased_at IS NOT NULL)`,
      [positions(replaced), load],
    );
  if (rewritten.length > 0) await update(columnNames, rewritten);
  if (refreshed.length > 0) await update(refreshedColumns, refreshed);
  const doubtful = later.flatMap(({ missing_load }) => missing_load ?? []);
  return {
    inserted: rows.length - unclear.length - rest.length,
    replaced: replaced.length,
    found: doubtful.length - returned.length,
    returned: returned.length,
    unchanged: existing.length - rewritten.length - older,
    older: older + unclear.length,
    firstDoubtful: doubtful.length > 0 ? Math.min(...doubtful) : null,
    changes,
  };
}

/** Whether a stored and a received row have the same values in these columns, in SQL. */
function sameRow(names: readonly string[]): string {
  return names.map((name) => `stored.${name} = incoming.${name}`).join(' AND ');
}

function positions(rows: readonly Pick<Existing, 'ctid'>[]): readonly string[] {
  return rows.map(({ ctid }) => ctid);
}
