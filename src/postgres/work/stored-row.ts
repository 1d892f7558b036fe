import { instantOf } from '../../api/instant.ts';
import type { Transaction } from '../../api/transactions.ts';
import { flatten, type LedgerRow } from '../../ledger/index.ts';
import { moneyColumns } from '../../ledger/money-fields.ts';
import { transactionColumns } from '../database/tables.ts';

/** The money of a row, or the sums of several: an integer in the smallest unit for each money column. */
export interface RowMoney {
  readonly currencyCode: string;
  readonly type: string;
  /** Safe integers, or `bigint`. */
  readonly amounts: readonly (number | bigint)[];
}

/** A row to store. It has few parts, since those of a whole job are kept: as objects they cost more than all else. */
export interface StoredRow {
  /** Timestamp, type and id, as stored. */
  readonly key: string;
  /** In UTC with microseconds. */
  readonly timestamp: string;
  /** The row as received, as JSON. */
  readonly json: string;
  /** The columns of the ledger in their order, in the text format of COPY. */
  readonly fields: string;
  readonly money: RowMoney;
  /** The database's clock before the page was requested. */
  readonly fetchedAt: string;
}

/** Returns a row without its contents, to hold only its key in memory. */
export function keyOnly({ key, timestamp }: StoredRow): StoredRow {
  return { key, timestamp, json: '', fields: '', money: noMoney, fetchedAt: '' };
}

const noMoney: RowMoney = { currencyCode: '', type: '', amounts: [] };

/** PostgreSQL cannot index larger keys, in bytes. */
const longestKey = 2000;

/** After minutes, a fraction would be one of a minute. */
const isoTimestamp =
  /^(?!.{16}[.,])(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,6}))?(Z|[+-]\d\d:?\d\d)$/i;

/** Returns a transaction as a row to store, or why it cannot be stored. */
export function toStoredRow(transaction: Transaction, fetchedAt: string): StoredRow | RejectedRow {
  const json = JSON.stringify(transaction);
  const timestamp = toUtc(transaction.timestamp);
  if (timestamp === undefined) {
    const reason = 'timestamp: must be ISO 8601 with an offset, and not finer than a microsecond';
    return toRejectedRow(transaction, reason, fetchedAt);
  }
  const ledger = flatten(transaction);
  // JSON escapes what COPY escapes, and what PostgreSQL cannot store, with a backslash: most rows have none.
  const plain = !json.includes('\\');
  const read = plain ? (text: string): string => text : storable;
  const type = read(ledger.type);
  // No value contains the separator.
  const key = `${timestamp}\0${type}\0${read(ledger.transaction_id)}`;
  if (key.length > longestKey / 3 && Buffer.byteLength(key) > longestKey) {
    return toRejectedRow(transaction, `type and id: must have up to ${longestKey} bytes`, fetchedAt);
  }
  let fields = timestamp;
  for (const { name, sqlType } of otherColumns) {
    // The table has a column for each of these fields.
    const value = ledger[name as keyof LedgerRow];
    if (value === null) fields += '\t\\N';
    else if (plain || typeof value === 'number') fields += `\t${value}`;
    else fields += `\t${copyField(sqlType === 'jsonb' ? storableJson(value) : storable(value))}`;
  }
  const amounts = moneyColumns.map((column) => ledger[column]);
  const money = { currencyCode: read(ledger.currency_code), type, amounts };
  return { key, timestamp, json, fields, money, fetchedAt };
}

/** The timestamp comes first, and is not stored as received. */
const otherColumns = transactionColumns.slice(1);

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

/** A row that cannot be stored. */
export interface RejectedRow {
  readonly reason: string;
  /** The row as received, as JSON. */
  readonly row: string;
  /** In UTC with microseconds; `null` if it cannot be read. */
  readonly timestamp: string | null;
  /** The database's clock before the page was requested. */
  readonly fetchedAt: string;
}

/** Returns a row as one that cannot be stored. */
export function toRejectedRow(row: unknown, reason: string, fetchedAt: string): RejectedRow {
  return { reason, row: JSON.stringify(row), timestamp: toMicroseconds(instantOfRow(row)), fetchedAt };
}

/** Returns the time of a row, valid or not, as a receipt reads it; `NaN` if it cannot be read. */
export function instantOfRow(row: unknown): number {
  return instantOf(typeof row === 'object' && row !== null && 'timestamp' in row ? row.timestamp : undefined);
}

/** Returns a time as PostgreSQL reads it. */
function toMicroseconds(instant: number): string | null {
  if (Number.isNaN(instant)) return null;
  const milliseconds = Math.floor(instant / 1000);
  const iso = new Date(milliseconds).toISOString();
  if (!/^(?!0000)\d{4}-/.test(iso)) return null;
  return `${iso.slice(0, -1)}${String(instant - milliseconds * 1000).padStart(3, '0')}Z`;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns a string in the text format of COPY. */
export function copyField(value: string): string {
  return value.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
}
