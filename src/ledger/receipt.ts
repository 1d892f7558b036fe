import * as z from 'zod';

import type { Transaction, TransactionQuery } from '../client/api/transactions.ts';
import type { CurrencyDigits } from '../client/money/currency-digits.ts';
import { currencyDigitsRule } from '../client/options/currency-digits-rule.ts';
import type { ResponseEvent } from '../client/options/hooks.ts';
import type { Environment } from '../client/options/environment.ts';
import type { TransactionPage } from '../client/pagination/transaction-page.ts';
import type { DriftEvent } from '../client/validation/validation.ts';
import { orderedKeysSchema } from './ordered-keys.ts';
import { ledgerFormats } from './ledger-format.ts';
import { byMoneyField } from './money-fields.ts';

/** The range that a receipt covers. */
export type ReceiptQuery = Pick<TransactionQuery, 'startDate' | 'endDate' | 'sortDirection'>;

/** Options of {@link createReceipt}. */
export interface ReceiptOptions {
  /** Base URL of the service; the receipt names its origin. @defaultValue none: `null` in the receipt */
  readonly baseUrl?: string | undefined;
  /** Whose ledger it is. @defaultValue the host of the base URL, or none: `null` in the receipt */
  readonly source?: string | undefined;
  /** Zone that the range is a month of, such as `Europe/Berlin`: for titles. @defaultValue none: `null` in the receipt */
  readonly timeZone?: string | undefined;
  /** Environment of the service. @defaultValue none: `null` in the receipt */
  readonly environment?: Environment | undefined;
  /** Names of the columns that the file has. @defaultValue all {@link ledgerColumns} */
  readonly columns?: readonly string[] | undefined;
  /** Names of the columns that have a hash instead of the value. @defaultValue none */
  readonly hashedColumns?: readonly string[] | undefined;
  /** Identifies the key of these hashes, and must not reveal it. @defaultValue none: `null` in the receipt */
  readonly hashKeyId?: string | undefined;
  /** Decimals of currencies that the service counts otherwise, as passed to {@link flatten}. @defaultValue those of ISO 4217 */
  readonly currencyDigits?: CurrencyDigits | undefined;
  /** State of a receipt of the same range, to continue it. */
  readonly state?: ReceiptState | undefined;
}

/** What a receipt reads of a page that `transactions.list(…).pages()` delivers. */
export type ReceiptPage = Pick<TransactionPage, 'results' | 'totalCount' | 'checkpoint'>;

/** A part of a page: the rows at `from` and up to, not including, `to`. */
export type RowSlice = {
  /** @defaultValue `0` */
  readonly from?: number | undefined;
  /** @defaultValue the number of rows of the page */
  readonly to?: number | undefined;
};

const count = z.int().min(0);
const date = z.iso.datetime({ precision: 3 });

/** Sums of the rows of one currency and type, as integer strings: the `Usd` fields in US cents, others in the smallest unit. */
const sumSchema = z.strictObject({
  /** The currency code, as received; half of a surrogate pair becomes U+FFFD, as in a file. */
  currencyCode: z.string(),
  /** Type of the transactions. */
  type: z.string(),
  /** Number of transactions. */
  rows: count,
  ...byMoneyField(() => z.string().regex(/^-?\d+$/)),
});

/** Sums of the rows of one currency and type, as integer strings: the `Usd` fields in US cents, others in the smallest unit. */
export interface ReceiptSum extends Readonly<z.output<typeof sumSchema>> {}

const driftSchema = z.strictObject({
  path: z.string(),
  expected: z.string(),
  received: z.string(),
  /** For an integer that was rounded, the first row of the file that has one, counted from 1. */
  row: count.optional(),
});

/** What a receipt and its state have in common. */
const received = {
  /** Start of the range, included. */
  startDate: date,
  /** End of the range, excluded. */
  endDate: date,
  /** Rows in the range: those of the file. */
  rows: count,
  /** Matching transactions by the service's count on the last page; `null` if it was not an integer. */
  totalCount: z.int().nullable(),
  /** Rows that were rejected and passed to `onInvalidRow`. */
  invalidRows: count,
  /** Integers beyond 2^53 - 1 in documented fields: they were rounded when JSON was parsed. */
  roundedNumbers: count,
  /** Rows that the service returned although they are before the start, or at or after the end; they are left out. */
  rowsOutsideRange: count,
  /** Whether responses showed that the data changed while it was read: rows may be missing, or repeated. */
  changedWhileRead: z.boolean(),
  /** One entry per currency and type, sorted by both. */
  sums: z.array(sumSchema).readonly(),
  /** Schema drift: fields that differed from their documentation, each path once, sorted. */
  drift: z.array(driftSchema).readonly(),
  /** When it was begun; if it was continued, by its first run. */
  startedAt: date,
};

const fileSchema = z.strictObject({
  /** Name without its directory. */
  name: z.string(),
  format: z.enum(ledgerFormats),
  /** Size in bytes. */
  bytes: count,
  /** SHA-256 of the file, in lowercase hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The file that a receipt describes. */
export interface ReceiptFile extends Readonly<z.output<typeof fileSchema>> {}

/** A time zone that `Intl` knows. */
export const timeZoneRule = z
  .string()
  .refine(isTimeZone, { error: 'must be a time zone such as Europe/Berlin' });

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The rules of a receipt. */
export const receiptSchema = z.strictObject({
  receiptVersion: z.literal(1),
  /** Version of this package that wrote the receipt. */
  packageVersion: z.string(),
  /** Origin of the service's base URL. */
  origin: z.string().nullable(),
  environment: z.enum(['production', 'sandbox']).nullable(),
  /** Whose ledger it is: the host of the service, unless it was named. */
  source: z.string().nullable(),
  /** Zone that the range is a month of; `null` for UTC. */
  timeZone: timeZoneRule.nullable(),
  ...received,
  /** The earliest timestamp; `null` without a row that has a readable one. */
  firstTimestamp: date.nullable(),
  /** The latest timestamp; `null` as `firstTimestamp`. */
  lastTimestamp: date.nullable(),
  /** Rows that differ from an earlier row with the same key (timestamp, type, id): both count. */
  rowsWithSameKey: count,
  /**
   * Whether `rows`, `invalidRows` and `rowsOutsideRange` add up to `totalCount`, no row occurs twice, none was invalid, and
   * nothing changed while it was read.
   */
  complete: z.boolean(),
  /** Whether `finishedAt` is not before `endDate`. Otherwise rows can still be added. */
  rangeEnded: z.boolean(),
  /** Names of the columns that the file has. */
  columns: z.array(z.string()).readonly(),
  /** Those of them that have a hash instead of the value. */
  hashedColumns: z.array(z.string()).readonly(),
  /** Identifies the key of the hashes, without revealing it: files with the same one can be joined. */
  hashKeyId: z.string().nullable(),
  /** Decimals of currencies that the service counts otherwise than ISO 4217, sorted by code. */
  currencyDigits: currencyDigitsRule,
  /** Currency codes outside ISO 4217 and `currencyDigits`, as received: their rows have no decimal amounts. */
  unknownCurrencies: z.array(z.string()).readonly(),
  /**
   * When it was finished, after the pauses of one that was continued. By the clock of this machine; that of the service's last
   * response if this one is more than a minute ahead.
   */
  finishedAt: date,
  file: (fileSchema as z.ZodType<ReceiptFile>).nullable(),
});

/** What was received for a range of transactions, as plain JSON. Dates are ISO 8601 in UTC with milliseconds. */
export interface Receipt extends Readonly<z.output<typeof receiptSchema>> {}

/** The rules of a state. */
export const receiptStateSchema = z.strictObject({
  stateVersion: z.literal(1),
  ...received,
  sortDirection: z.enum(['asc', 'desc']),
  /** Earliest time in microseconds since the epoch. */
  first: z.int().nullable(),
  /** Latest time in microseconds since the epoch. */
  last: z.int().nullable(),
  keys: orderedKeysSchema,
});

/** The state of a receipt, as plain JSON. Store it with your checkpoint; its content may change between versions. */
export interface ReceiptState extends Readonly<z.output<typeof receiptStateSchema>> {}

/** Why a receipt is not complete. */
export interface ReceiptProblem {
  /**
   * - `invalid_rows`: rows were rejected
   * - `changed_while_read`: pages show that rows were added, deleted or moved while they were read
   * - `count_differs`: the rows do not add up to `totalCount`
   * - `duplicates`: a row occurs more than once, or a key does in data that changed
   * - `order_lost`: rows were not in order of time, so that duplicates have to be searched with {@link findDuplicates}
   */
  readonly code: 'invalid_rows' | 'changed_while_read' | 'count_differs' | 'duplicates' | 'order_lost';
  /** One line to show. */
  readonly message: string;
}

/** What is known when a receipt is finished. */
export type FinishOptions = {
  /** The file that the rows were written to. @defaultValue `null` */
  readonly file?: ReceiptFile | null | undefined;
  /** The result of {@link findDuplicates}; needed only if `ordered` is `false`. */
  readonly duplicates?: number | undefined;
};

/** Collects the pages of an iteration, and finishes as a {@link Receipt}. */
export interface ReceiptCollector {
  /** Whether rows were in order of time so far. Otherwise the receipt is complete only with `duplicates: 0`. */
  readonly ordered: boolean;
  /** Adds a page, or a part of it, and returns the rows that are in the range; store these only. */
  readonly add: (page: ReceiptPage, slice?: RowSlice) => readonly Transaction[];
  /** Adds schema drift of transactions; pass it to the client as `onDrift`. */
  readonly onDrift: (event: DriftEvent) => void;
  /** Reads the service's clock; pass it to the iteration as `onResponse`, since a clock that is ahead ends ranges early. */
  readonly onResponse: (event: ResponseEvent) => void;
  /** Returns everything that {@link createReceipt} needs to continue later, as plain JSON. */
  readonly state: () => ReceiptState;
  /** Returns why the receipt would not be complete; empty if it would be. */
  readonly problems: (options?: FinishOptions) => readonly ReceiptProblem[];
  /** Returns the receipt. */
  readonly finish: (options?: FinishOptions) => Receipt;
}
