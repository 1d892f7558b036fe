import { fieldOf } from '../../client/api/input.ts';
import { instantOf, toTimestamp, toUtc } from '../../client/api/instant.ts';
import type { Transaction } from '../../client/api/transactions.ts';
import { flatten, type LedgerRow } from '../../ledger/index.ts';
import type { ReadMoment } from '../database/open-database.ts';
import { transactionColumns } from '../database/tables.ts';
import type { Hide } from '../../ledger/hide-columns.ts';
import { customerOf } from '../erase/erased-row.ts';

/** A row to store. */
export interface EncodedRow {
  /** Timestamp, type and id, as stored. */
  readonly key: string;
  /** The columns of the ledger in their order, in the text format of COPY. */
  readonly fields: string;
  /** The row as received, as JSON. */
  readonly json: string;
}

/** PostgreSQL cannot index larger keys, in bytes. */
const longestKey = 2000;

/** Returns a transaction as a row to store, or why it cannot be stored. */
export function encodeRow(transaction: Transaction): EncodedRow | string {
  const timestamp = toStoredTime(transaction.timestamp);
  const key = storedKeyOf(transaction);
  if (timestamp === undefined || key === undefined)
    return 'timestamp: must be ISO 8601 with an offset, and not finer than a microsecond';
  const row: LedgerRow = { ...flatten(transaction), timestamp };
  if (Buffer.byteLength(key) > longestKey) return `type and id: must have up to ${longestKey} bytes`;
  const fields = columnsOf(row).map((value) => (value === null ? '\\N' : copyField(value)));
  return { key, fields: fields.join('\t'), json: JSON.stringify(transaction) };
}

/** Returns the key of a row, valid or not, as it is stored; `undefined` if it has no time that can be. */
export function storedKeyOf(row: unknown): string | undefined {
  const details = fieldOf(row, 'transactionDetails');
  const time = toStoredTime(String(fieldOf(row, 'timestamp')));
  const names = [fieldOf(details, 'type'), fieldOf(details, 'id')];
  // No value contains the separator.
  return time && [time, ...names.map((name) => storable(String(name)))].join('\0');
}

/** Returns the columns of a row in their order, as they are stored. */
export function columnsOf(row: LedgerRow): readonly (string | null)[] {
  return transactionColumns.map(({ name, sqlType }) => {
    const value = row[name];
    if (value === null) return null;
    return sqlType === 'jsonb' ? storableJson(String(value)) : storable(String(value));
  });
}

/** Returns a timestamp in UTC with its microseconds; `undefined` if it is not exact, or has no offset. */
export function toStoredTime(timestamp: string): string | undefined {
  const utc = toUtc(timestamp, 6);
  return utc !== undefined && isStorable(utc) ? utc : undefined;
}

/** PostgreSQL stores microseconds. It has no year 0, and writes those before and after the usual ones in another way. */
function isStorable(utc: string): boolean {
  return /^(?!0000).{27}$/.test(utc);
}

/** Returns a string that PostgreSQL can store: it stores neither U+0000 nor half a character. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** The same within JSON, where both are escapes. */
function storableJson(json: string): string {
  return json.replaceAll(/(?<=(?<!\\)(?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi, '\uFFFD');
}

/** A row that cannot be stored. */
export interface RejectedRow {
  readonly reason: string;
  /** The row as received, as JSON. */
  readonly row: string;
  /** In UTC with microseconds; `null` if it cannot be read. */
  readonly timestamp: string | null;
  /** Before its page was requested. */
  readonly read: ReadMoment;
  /** Id of its player, as received. */
  readonly customer: string | null;
  readonly isErased?: boolean;
}

/** Returns a row as one that cannot be stored. */
export function toRejectedRow(row: unknown, hide: Hide, reason: string, read: ReadMoment): RejectedRow {
  const instant = instantOfRow(row);
  const timestamp = Number.isNaN(instant) ? '' : toTimestamp(instant, 'us');
  return {
    reason,
    row: JSON.stringify(hide(row)),
    timestamp: isStorable(timestamp) ? timestamp : null,
    read,
    customer: customerOf(row),
  };
}

/** Returns the time of a row, valid or not, as a receipt reads it; `NaN` if it cannot be read. */
export function instantOfRow(row: unknown): number {
  return instantOf(fieldOf(row, 'timestamp'));
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns a string in the text format of COPY. */
export function copyField(value: string): string {
  return value.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
}
