import * as z from 'zod';

import type { DateTimeInput } from '../../client/api/input.ts';
import type { Transaction } from '../../client/api/transactions.ts';
import { invalidOption } from '../../client/errors/index.ts';
import { flatten } from '../../ledger/index.ts';
import { wholeMilliseconds } from '../../ledger/receipt-input.ts';
import type { LedgerDatabaseOptions } from '../database/database-options.ts';
import { checkSchemaVersion } from '../database/migrate.ts';
import { type Database, openDatabase, type Queries } from '../database/open-database.ts';
import {
  keyColumns,
  rejectedTime,
  storedTimestamp,
  type Tables,
  type TransactionColumn,
  transactionColumns,
} from '../database/tables.ts';
import { checkOptions, hashKeyInput, optionsOf, signalInput, sourceInput } from '../options.ts';
import { findSource, hashOfSource, type Source } from '../source.ts';
import { columnsOf, storable } from '../work/stored-row.ts';
import { hashOfCustomer, lockErasures } from './erasures.ts';
import { customerOf, erasedRow } from './erased-row.ts';

/** Options of {@link eraseLoad}: `customer` or `before`. */
export interface EraseLoadOptions extends LedgerDatabaseOptions {
  /** Id of the player to erase, as the service has it. */
  readonly customer?: string | undefined;
  /** Erases every player from the rows before this time. */
  readonly before?: DateTimeInput | undefined;
  /** Name of the ledger. @defaultValue the only one in the tables */
  readonly source?: string | undefined;
  /** The key of hashed columns, if the customer id is one of them. */
  readonly hashKey?: string | undefined;
  /** Ends between two batches; run it again to erase the rest. */
  readonly signal?: AbortSignal | undefined;
}

/** What was erased. */
export interface EraseResult {
  readonly source: string;
  /** Rows of the table. */
  readonly rows: number;
  /** Old rows, which others have replaced. */
  readonly replacedRows: number;
  /** Rows in quarantine. */
  readonly quarantined: number;
}

const schema = optionsOf(
  {
    customer: z.string({ error: 'must be a string' }).min(1, { error: 'must not be empty' }).optional(),
    before: wholeMilliseconds.optional(),
    source: sourceInput,
    hashKey: hashKeyInput,
    signal: signalInput,
  },
  '{ database, customer }',
)
  .refine(({ customer, before }) => (customer === undefined) !== (before === undefined), {
    path: ['customer'],
    error: 'is required, or before; not both',
    when: ({ issues }) => issues.length === 0,
  })
  .refine(({ before }) => before === undefined || Date.parse(before) <= Date.now(), {
    path: ['before'],
    error: 'must be in the past',
    when: ({ issues }) => issues.length === 0,
  });

/**
 * Erases a player, or all players of rows before a time: empties the personal columns and the same parts of the rows as
 * received, and keeps ids, times, the country and amounts. The tables keep an HMAC of the player's id, so that later loads
 * store the rows without them too. Interrupted, run it again.
 *
 * @throws `ConfigurationError` when an option is invalid, or several ledgers are in the tables and none is named
 * @throws {@link DatabaseError} when the database fails
 * @example
 * ```ts
 * import { eraseLoad } from 'publisher-commerce/postgres';
 *
 * const { rows } = await eraseLoad({ database: process.env.DATABASE_URL ?? '', customer: 'player-7' });
 * console.log(`${rows} rows are without the player`);
 * ```
 */
export async function eraseLoad(options: EraseLoadOptions): Promise<EraseResult> {
  const {
    database: config,
    schema: name,
    source: given,
    customer,
    before,
    hashKey,
    ...patience
  } = checkOptions(schema, options);
  const { signal } = patience;
  await using database = await openDatabase(config, name, 2, patience);
  await checkSchemaVersion(database);
  const source = await findSource(database, given);
  const what = { source: source.name, customer: customer && storedId(source, customer, hashKey), before };
  const id = await record(database, { source: source.name, customer, before });
  const { tables } = database;
  const rows = await erase(database, storedRows(tables, what), signal);
  // Old rows after those that replaced them: none is added from a row that was erased.
  const old = await erase(database, replacedRows(tables, what), signal);
  const quarantined = await erase(database, quarantinedRows(tables, what), signal);
  await database.query(
    `UPDATE ${tables.erasures} SET finished_at = clock_timestamp(), rows_erased = $2 WHERE id = $1`,
    [id, rows + old + quarantined],
  );
  return { source: source.name, rows, replacedRows: old, quarantined };
}

/** Returns the id of a player as the column has it. */
function storedId(source: Source, customer: string, hashKey: string | undefined): string {
  if (source.hidden?.drop.includes('customer_id'))
    throw invalidOption('customer', 'cannot be found: loads drop customer_id');
  const isHashed = source.hidden?.hash.includes('customer_id') === true;
  return storable(isHashed ? hashOfSource(source, hashKey)(customer) : customer);
}

interface Wish {
  readonly source: string;
  readonly customer?: string | undefined;
  readonly before?: string | undefined;
}

/** Notes what is erased, before it is: rows that are stored from then on are without it. */
async function record(database: Database, { source, customer, before }: Wish): Promise<string> {
  const { tables } = database;
  return await database.transaction(async (transaction) => {
    await lockErasures(transaction, tables, 'write');
    const hash =
      customer === undefined ? null : (await hashOfCustomer(transaction, tables, source))(customer);
    const [row] = await transaction.query<{ id: string }>(
      `INSERT INTO ${tables.erasures} (source, customer_hash, erased_before) VALUES ($1, $2, $3) RETURNING id`,
      [source, hash, before ?? null],
    );
    return row?.id ?? '';
  });
}

/** Rows per transaction. */
const batch = 1000;

/** Rows of a table that may have to be erased. */
interface Place {
  readonly table: string;
  /** Selects rows in an order; the last value is where the batch before ended. */
  readonly select: string;
  readonly values: readonly unknown[];
  /** The columns that identify a row, with their types. */
  readonly keys: Readonly<Record<string, string>>;
  /** Type of the column with the row as received. */
  readonly type: 'json' | 'text';
  /** Other columns with what was received, and their values in an erased row. */
  readonly columns: readonly Pick<TransactionColumn, 'name' | 'sqlType'>[];
  readonly valuesOf: (row: Transaction) => readonly (string | null)[];
  /** The column that a batch continues at, and where the first one begins. */
  readonly order: readonly [column: string, start: string];
  /** Whether a row that was selected is one. */
  readonly isMeant?: (row: string) => boolean;
}

async function erase(database: Database, place: Place, signal: AbortSignal | undefined): Promise<number> {
  const [column, start] = place.order;
  let erased = 0;
  for (let from = start; ;) {
    signal?.throwIfAborted();
    const { count, last } = await database.transaction((queries) => eraseBatch(queries, place, from));
    erased += count;
    if (!last) return erased;
    from = last[column] ?? '';
  }
}

type Found = Readonly<Record<string, string>> & { readonly row: string };

async function eraseBatch({ query }: Queries, place: Place, from: string) {
  const { table, select, values, keys, type, columns, valuesOf, isMeant = () => true } = place;
  const found = await query<Found>(`${select} LIMIT ${batch} FOR UPDATE`, [...values, from]);
  const rows = found.filter(({ row }) => isMeant(row));
  const erased = rows.map(({ row }) => erasedRow(JSON.parse(row)));
  const names = Object.keys(keys);
  const assigned = [...columns, { name: 'row', sqlType: type }];
  const arrays = [...Object.values(keys), ...assigned.map(({ sqlType }) => sqlType)];
  const changed = erased.map(valuesOf);
  if (rows.length > 0)
    await query(
      `UPDATE ${table} AS stored
       SET ${assigned.map(({ name }) => `${name} = erased.new_${name}`).join(', ')}, erased_at = clock_timestamp()
       FROM unnest(${arrays.map((sqlType, index) => `$${index + 1}::${sqlType}[]`).join(', ')})
         AS erased (${[...names, ...assigned.map(({ name }) => `new_${name}`)].join(', ')})
       WHERE ${names.map((name) => `stored.${name} = erased.${name}`).join(' AND ')}`,
      [
        ...names.map((name) => rows.map((row) => row[name])),
        ...columns.map((_, index) => changed.map((columnValues) => columnValues[index])),
        erased.map((row) => JSON.stringify(row)),
      ],
    );
  return { count: rows.length, last: found.length < batch ? undefined : found.at(-1) };
}

const keyTypes: Readonly<Record<string, string>> = { timestamp: 'timestamptz', occurrence: 'integer' };

function storedRows({ stored: table }: Tables, wish: Wish): Place {
  const others = keyColumns.filter((name) => name !== 'timestamp');
  return {
    table,
    select: `SELECT ${storedTimestamp}, ${others.map((name) => `${name}::text`).join(', ')}, row::text AS row
      FROM ${table} stored WHERE ${condition(wish)} AND stored.timestamp >= $3 ORDER BY stored.timestamp`,
    values: valuesOf(wish),
    keys: Object.fromEntries(keyColumns.map((name) => [name, keyTypes[name] ?? 'text'])),
    type: 'json',
    columns: transactionColumns,
    // As a row that is loaded is: one of them may be made of what is not documented.
    valuesOf: (row) => columnsOf(flatten(row)),
    order: ['timestamp', '-infinity'],
  };
}

/** Rows that others have replaced. */
function replacedRows({ replaced: table }: Tables, wish: Wish): Place {
  return {
    table,
    select: `SELECT id::text AS id, row::text AS row FROM ${table} stored
      WHERE ${condition(wish)} AND stored.id > $3 ORDER BY stored.id`,
    values: valuesOf(wish),
    keys: { id: 'bigint' },
    type: 'json',
    columns: [{ name: 'customer_id', sqlType: 'text' }],
    valuesOf: () => [null],
    order: ['id', '0'],
  };
}

/** Rows that could not be stored: who their player is, only their content tells. */
function quarantinedRows({ quarantine: table }: Tables, { source, customer, before }: Wish): Place {
  return {
    table,
    select: `SELECT id::text AS id, row FROM ${table} stored WHERE source = $1 AND erased_at IS NULL
      AND ($2::timestamptz IS NULL OR ${rejectedTime} < $2) AND stored.id > $3 ORDER BY stored.id`,
    values: [source, before ?? null],
    keys: { id: 'bigint' },
    type: 'text',
    columns: [],
    valuesOf: () => [],
    order: ['id', '0'],
    isMeant: (row) => customer === undefined || storable(customerOf(JSON.parse(row)) ?? '') === customer,
  };
}

function condition({ customer }: Wish): string {
  const which = customer === undefined ? 'stored.timestamp < $2' : 'customer_id = $2';
  return `source = $1 AND erased_at IS NULL AND ${which}`;
}

function valuesOf({ source, customer, before }: Wish): readonly unknown[] {
  return [source, customer ?? before];
}
