import type { Transaction } from '../../contract/transactions.ts';
import { flatten, type LedgerRow } from '../../ledger/index.ts';
import { transactionColumns } from '../database/transaction-columns.ts';

/** A row to store. */
export interface StoredRow {
  /** Timestamp, type and id, as stored. */
  readonly key: string;
  /** The row as received, as JSON. */
  readonly json: string;
  /** The values of the columns, in their order. */
  readonly values: readonly (string | number | null)[];
  readonly ledger: LedgerRow;
  /** The database's clock before the page was requested. */
  readonly fetchedAt: string;
}

/** A row that cannot be stored. */
export interface RejectedRow {
  readonly reason: string;
  /** JSON. */
  readonly row: string;
  /** If it can be read. */
  readonly timestamp: string | null;
  readonly fetchedAt: string;
}

/** PostgreSQL cannot index larger keys, in bytes. */
const longestKey = 2000;

const isoTimestamp = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,6}))?(Z|[+-]\d\d:?\d\d)$/i;

/** Returns a transaction as a row to store, or why it cannot be stored. */
export function toStoredRow(transaction: Transaction, fetchedAt: string): StoredRow | RejectedRow {
  const json = JSON.stringify(transaction);
  const timestamp = toUtc(transaction.timestamp);
  if (timestamp === undefined) {
    const reason = 'timestamp: must be ISO 8601 with an offset, and not finer than a microsecond';
    return { reason, row: json, timestamp: null, fetchedAt };
  }
  const ledger = flatten(transaction);
  const values = transactionColumns.map(({ name, sqlType }) => {
    // The table has a column for each of these fields.
    const value = ledger[name as keyof LedgerRow];
    if (name === 'timestamp') return timestamp;
    if (typeof value !== 'string') return value;
    return sqlType === 'jsonb' ? storableJson(value) : storable(value);
  });
  // No value contains the separator.
  const key = values.slice(0, 3).join('\0');
  if (Buffer.byteLength(key) > longestKey) {
    return { reason: `type and id: must have up to ${longestKey} bytes`, row: json, timestamp, fetchedAt };
  }
  return { key, json, values, ledger, fetchedAt };
}

/** Returns a timestamp in UTC with its microseconds; `undefined` if it is not exact, or has no offset. */
export function toUtc(timestamp: string): string | undefined {
  const [, local, fraction = '', zone = ''] = isoTimestamp.exec(timestamp) ?? [];
  if (local === undefined) return undefined;
  const day = Number(local.slice(8, 10));
  // `Date` reads 30 February as 2 March.
  if (day > 28 && new Date(`${local.toUpperCase()}Z`).getUTCDate() !== day) return undefined;
  const time = new Date(`${local}${zone}`.toUpperCase());
  if (Number.isNaN(time.getTime())) return undefined;
  const seconds = time.toISOString().slice(0, -5);
  return /^(?!0000)\d{4}-/.test(seconds) ? `${seconds}.${fraction.padEnd(6, '0')}Z` : undefined;
}

/** Returns a string that PostgreSQL can store: it stores neither U+0000 nor half a character. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** The same within JSON, where both are escapes. */
function storableJson(json: string): string {
  return json.replaceAll(/(?<=(?<!\\)(?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi, '\uFFFD');
}
