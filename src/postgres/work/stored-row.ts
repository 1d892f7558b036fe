import { instantOf } from '../../client/api/instant.ts';
import type { Transaction } from '../../client/api/transactions.ts';

/** A row to store, in the text format of COPY. */
export interface EncodedRow {
  /** Timestamp, type and id, as stored. */
  readonly key: string;
  /** The columns of the ledger in their order. */
  readonly fields: string;
  /** The row as received, as JSON. */
  readonly json: string;
}

/** PostgreSQL cannot index larger keys, in bytes. */
const longestKey = 2000;

/** Returns a transaction as a row to store, or why it cannot be stored. */
export function encodeRow(transaction: Transaction): EncodedRow | string {
  const timestamp = toUtc(transaction.timestamp);
  if (timestamp === undefined)
    return 'timestamp: must be ISO 8601 with an offset, and not finer than a microsecond';
  const json = JSON.stringify(transaction);
  // JSON escapes what COPY escapes, and what PostgreSQL cannot store, with a backslash: most rows have none.
  const plain = !json.includes('\\');
  const { type, id } = transaction.transactionDetails;
  // No value contains the separator.
  const key = `${timestamp}\0${plain ? type : storable(type)}\0${plain ? id : storable(id)}`;
  if (key.length > longestKey / 3 && Buffer.byteLength(key) > longestKey)
    return `type and id: must have up to ${longestKey} bytes`;
  if (plain) return { key, fields: encodeFields(transaction, timestamp, plainField, plainField), json };
  return {
    key,
    fields: encodeFields(transaction, timestamp, field, jsonField),
    json: json.replaceAll('\\', '\\\\'),
  };
}

/** Returns a value as `flatten` does, in the text format of COPY. */
type EncodeField = (value: unknown) => string;

/** The columns of the ledger without its decimals; written out, since reading them from a row of `flatten` takes twice as long. */
function encodeFields(
  transaction: Transaction,
  timestamp: string,
  text: EncodeField,
  json: EncodeField,
): string {
  const { transactionDetails: details } = transaction;
  const customer = transaction.customerDetails ?? none;
  const location = transaction.geolocation ?? none;
  const device = transaction.device ?? none;
  const offer = transaction.offerDetails ?? none;
  return [
    timestamp,
    text(details.type),
    text(details.id),
    text(transaction.orderId),
    text(transaction.purchaseId),
    text(transaction.publisherTransactionId),
    text(details.currencyCode),
    text(details.currencySymbol),
    details.amount,
    details.amountUsd,
    details.totalTaxAmount,
    details.totalTaxAmountUsd,
    details.currencyExchangeCostUsd,
    details.chargebackFeeUsd,
    details.transactionFeeUsd,
    details.publisherNetAmountUsd,
    text(details.paymentMethod),
    text(customer.id),
    text(customer.email),
    text(location.countryCode2),
    text(location.playerIp),
    text(location.region),
    text(location.ipAddress),
    text(location.zipCode),
    text(device.osType),
    text(device.osVersion),
    text(device.browserType),
    text(device.browserVersion),
    text(offer.offerId),
    text(offer.offerName),
    text(offer.type),
    json(offer.products),
  ].join('\t');
}

const none: Readonly<Record<string, undefined>> = {};

function plainField(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '\\N' : JSON.stringify(value);
}

function field(value: unknown): string {
  const text = plainField(value);
  return value === undefined || value === null ? text : copyField(storable(text));
}

function jsonField(value: unknown): string {
  return value === undefined || value === null ? '\\N' : copyField(storableJson(JSON.stringify(value)));
}

/** The form of the service, and no other one: its year is not 0000. */
const usualTimestamp = /^(?!0000)\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** After minutes, a fraction would be one of a minute. */
const isoTimestamp =
  /^(?!.{16}[.,])(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,6}))?(Z|[+-]\d\d:?\d\d)$/i;

/** Returns a timestamp in UTC with its microseconds; `undefined` if it is not exact, or has no offset. */
export function toUtc(timestamp: string): string | undefined {
  if (usualTimestamp.test(timestamp) && !Number.isNaN(instantOf(timestamp)))
    return `${timestamp.slice(0, -1)}000Z`;
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
