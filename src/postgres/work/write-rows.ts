import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { from as copyFrom } from 'pg-copy-streams';

import type { ReceiptSum } from '../../ledger/index.ts';
import { moneyColumns, type MoneyField, moneyFields } from '../../ledger/money-fields.ts';
import { DatabaseError } from '../database/database-error.ts';
import type { Database, Transaction } from '../database/open-database.ts';
import { columnNames, keyColumns } from '../database/tables.ts';
import { copyField, type RowMoney, type StoredRow } from './stored-row.ts';

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

interface Existing {
  readonly ordinal: number;
  readonly is_earlier: boolean;
  readonly is_same: boolean;
  readonly is_missing: boolean;
  readonly currency_code: string;
  readonly type: string;
  /** In the order of the money columns. */
  readonly amounts: readonly string[];
}

const nothing = { inserted: 0, replaced: 0, returned: 0, unchanged: 0, older: 0 };
const key = keyColumns.join(', ');
const columns = columnNames.join(', ');

/** Sends rows to a temporary table, which is dropped with the transaction. */
export async function stageRows(
  { tables, toError }: Database,
  { client, query }: Transaction,
  load: number,
  rows: readonly StoredRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await query(
    `CREATE TEMPORARY TABLE incoming ON COMMIT DROP AS SELECT 0 AS ordinal, ${columns} FROM ${tables.stored} LIMIT 0`,
  );
  try {
    await pipeline(
      Readable.from(copyLines(rows, load)),
      client.query(copyFrom(`COPY pg_temp.incoming (ordinal, ${columns}) FROM STDIN`)),
    );
  } catch (error) {
    throw toError(error);
  }
}

/**
 * Writes the rows of {@link stageRows}, each key once. A row replaces another only if it was fetched later.
 *
 * Rows are inserted in the order of their key, then locked in the same order, so that transactions with the same rows
 * wait for each other instead of blocking each other.
 */
export async function writeRows(
  { tables }: Pick<Database, 'tables'>,
  { query }: Transaction,
  rows: readonly StoredRow[],
): Promise<WrittenRows> {
  const changes = new Changes();
  if (rows.length === 0) return { ...nothing, changes };
  const rest = await query<{ ordinal: number }>(
    `WITH inserted AS (
       INSERT INTO ${tables.stored} (${columns})
       SELECT ${columns} FROM pg_temp.incoming ORDER BY ${key}
       ON CONFLICT DO NOTHING
       RETURNING ${key}
     )
     SELECT ordinal FROM pg_temp.incoming LEFT JOIN inserted USING (${key}) WHERE inserted.type IS NULL`,
  );
  const known = new Set(rest.map(({ ordinal }) => ordinal));
  for (const [ordinal, row] of rows.entries()) if (!known.has(ordinal)) changes.add(row.money);
  if (known.size === 0) return { ...nothing, inserted: rows.length, changes };

  const existing = await query<Existing>(
    `SELECT incoming.ordinal, greatest(stored.fetched_at, stored.missing_since) < incoming.fetched_at AS is_earlier,
       stored.row::text = incoming.row::text AS is_same, stored.missing_since IS NOT NULL AS is_missing, stored.currency_code, stored.type,
       ARRAY[${moneyColumns.map((column) => `stored.${column}::text`).join(', ')}] AS amounts
     FROM ${tables.stored} stored JOIN pg_temp.incoming incoming USING (${key})
     WHERE incoming.ordinal = ANY ($1::int[])
     ORDER BY ${key} FOR UPDATE OF stored`,
    [[...known]],
  );
  if (existing.length < known.size)
    throw new DatabaseError('failed', 'rows were deleted while they were replaced');
  const later = existing.filter(({ is_earlier }) => is_earlier);
  const returned = later.filter(({ is_missing }) => is_missing);
  const replaced = later.filter(({ is_missing, is_same }) => !is_missing && !is_same);
  const refreshed = later.filter(({ is_missing, is_same }) => !is_missing && is_same);
  const older = existing.filter(({ is_earlier, is_same }) => !is_earlier && !is_same).length;
  const rewritten = [...replaced, ...returned];
  for (const { ordinal, is_missing, currency_code, type, amounts } of rewritten) {
    // The amounts of a missing row were subtracted when it was marked.
    if (!is_missing) changes.subtract({ currencyCode: currency_code, type, amounts: amounts.map(BigInt) });
    const row = rows[ordinal];
    if (row) changes.add(row.money);
  }
  const update = (assigned: readonly string[], updated: readonly Existing[]): Promise<unknown> =>
    query(
      `UPDATE ${tables.stored} stored
       SET missing_since = NULL, ${assigned.map((name) => `${name} = incoming.${name}`).join(', ')}
       FROM pg_temp.incoming incoming
       WHERE ${keyColumns.map((name) => `stored.${name} = incoming.${name}`).join(' AND ')}
         AND incoming.ordinal = ANY ($1::int[])`,
      [updated.map(({ ordinal }) => ordinal)],
    );
  if (rewritten.length > 0) await update(columnNames, rewritten);
  if (refreshed.length > 0) await update(['fetched_at'], refreshed);
  return {
    inserted: rows.length - known.size,
    replaced: replaced.length,
    returned: returned.length,
    unchanged: existing.length - rewritten.length - older,
    older,
    changes,
  };
}

interface Group {
  readonly currencyCode: string;
  readonly type: string;
  rows: number;
  readonly sums: bigint[];
}

/** What a job changes in the sums of the table, by currency and type: new rows minus those they replace. */
export class Changes {
  readonly #groups = new Map<string, Group>();

  add(row: RowMoney): void {
    this.#count(row, 1);
  }

  /** @param rows How many rows the sums are of */
  subtract(row: RowMoney, rows = 1): void {
    this.#count(row, -1, rows);
  }

  /** Returns the changes, without groups where nothing changed. */
  toJSON(): readonly ReceiptSum[] {
    return [...this.#groups.values()]
      .filter(({ rows, sums }) => rows !== 0 || sums.some((sum) => sum !== 0n))
      .map(({ currencyCode, type, rows, sums }) => {
        const amounts = moneyFields.map((field, index): [MoneyField, string] => [field, String(sums[index])]);
        // It has an entry for each money field.
        return { currencyCode, type, rows, ...Object.fromEntries(amounts) } as ReceiptSum;
      });
  }

  #count({ currencyCode, type, amounts }: RowMoney, sign: 1 | -1, rows = 1): void {
    const key = JSON.stringify([currencyCode, type]);
    let group = this.#groups.get(key);
    if (!group) {
      group = { currencyCode, type, rows: 0, sums: moneyFields.map(() => 0n) };
      this.#groups.set(key, group);
    }
    group.rows += sign * rows;
    for (const [index, amount] of amounts.entries())
      group.sums[index] = (group.sums[index] ?? 0n) + BigInt(sign) * BigInt(amount);
  }
}

/** Rows per chunk: a string of all rows would be held twice. */
const chunk = 500;

/** Returns rows in the text format of COPY: the ordinal, then the columns. */
function* copyLines(rows: readonly StoredRow[], load: number): Generator<string, void, undefined> {
  for (let from = 0; from < rows.length; from += chunk) {
    let lines = '';
    for (const [index, { fields, fetchedAt, json }] of rows.slice(from, from + chunk).entries()) {
      const row = json.includes('\\') ? copyField(json) : json;
      lines += `${from + index}\t${fields}\t${fetchedAt}\t${load}\t${row}\n`;
    }
    yield lines;
  }
}
