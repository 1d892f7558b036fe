import { hashWith } from '../../shared/hash-value.ts';
import type { Database, Queries } from '../database/open-database.ts';
import type { Tables } from '../database/tables.ts';
import type { ReceivedWindow } from '../work/read-window.ts';
import { type StoredRow, timestampOf } from '../work/row-set.ts';
import { encodeRow, type RejectedRow } from '../work/stored-row.ts';
import { erasedRow } from './erased-row.ts';

/**
 * Waits for others that erase, or lets those wait that do: what is erased is known to each transaction that writes rows
 * afterwards. Not a lock of a session: a pooler gives its connection to others.
 */
export async function lockErasures(
  { query }: Queries,
  tables: Tables,
  kind: 'write' | 'read',
): Promise<void> {
  const lock = kind === 'write' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await query(`SELECT ${lock}(hashtextextended($1, 0))`, [`${tables.name} erasures`]);
}

/** Returns the HMAC by which a player of a source is known once erased: the table must not list ids. */
export async function hashOfCustomer(
  { query }: Queries,
  { sources }: Tables,
  source: string,
): Promise<(customer: string) => string> {
  const [row] = await query<{ erasure_key: string }>(`SELECT erasure_key FROM ${sources} WHERE source = $1`, [
    source,
  ]);
  if (!row) throw new Error('the source has no key');
  return hashWith(row.erasure_key);
}

/**
 * Returns a window without what was erased of its rows, in a transaction that stores it. A row whose time cannot be read may
 * be as old as the window.
 */
export async function withoutErased(
  { tables }: Pick<Database, 'tables'>,
  queries: Queries,
  source: string,
  startDate: string,
  window: ReceivedWindow,
): Promise<ReceivedWindow> {
  await lockErasures(queries, tables, 'read');
  const [known] = await queries.query<{ before: string | null; customers: boolean }>(
    `SELECT to_char(max(erased_before) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS before,
       coalesce(bool_or(customer_hash IS NOT NULL), false) AS customers
     FROM ${tables.erasures} WHERE source = $1`,
    [source],
  );
  if (!known || (known.before === null && !known.customers)) return window;
  const before = known.before ?? '';
  const customers = known.customers ? await erasedAmong(queries, tables, source, window) : new Set<string>();
  const isErased = (timestamp: string | null, customer: string | null): boolean =>
    (timestamp ?? startDate) < before || (customer !== null && customers.has(customer));
  return {
    ...window,
    rows: window.rows.map((row) => (isErased(timestampOf(row), row.customer) ? eraseStored(row) : row)),
    rejected: window.rejected.map((row) =>
      isErased(row.timestamp, row.customer) ? eraseRejected(row) : row,
    ),
  };
}

async function erasedAmong(
  queries: Queries,
  tables: Tables,
  source: string,
  { rows, rejected }: ReceivedWindow,
): Promise<ReadonlySet<string>> {
  const hashOf = await hashOfCustomer(queries, tables, source);
  const customers = new Set([...rows, ...rejected].flatMap(({ customer }) => customer ?? []));
  const byHash = new Map([...customers].map((customer) => [hashOf(customer), customer]));
  const erased = await queries.query<{ customer_hash: string }>(
    `SELECT DISTINCT customer_hash FROM ${tables.erasures} WHERE source = $1 AND customer_hash = ANY ($2::text[])`,
    [source, [...byHash.keys()]],
  );
  return new Set(erased.flatMap(({ customer_hash }) => byHash.get(customer_hash) ?? []));
}

function eraseStored(row: StoredRow): StoredRow {
  const encoded = encodeRow(erasedRow(JSON.parse(row.json)));
  // What makes it storable was not erased.
  if (typeof encoded === 'string') throw new Error(encoded);
  return { ...row, fields: encoded.fields, json: encoded.json, isErased: true };
}

function eraseRejected(row: RejectedRow): RejectedRow {
  return { ...row, row: JSON.stringify(erasedRow(JSON.parse(row.row))), isErased: true };
}
