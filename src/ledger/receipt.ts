import type { Transaction, TransactionQuery } from '../client/api/transactions.ts';
import type { Environment } from '../client/options/environment.ts';
import type { TransactionPage } from '../client/pagination/transaction-page.ts';
import type { Drift, DriftEvent } from '../client/validation/validation.ts';
import type { OrderedKeysState } from './duplicates.ts';
import type { MoneyField } from './money-fields.ts';

/** The range that a receipt covers. */
export type ReceiptQuery = Pick<TransactionQuery, 'startDate' | 'endDate' | 'sortDirection'>;

/** Options of {@link createReceipt}. */
export interface ReceiptOptions {
  /** Base URL of the service; the receipt names its origin. @defaultValue none: `null` in the receipt */
  readonly baseUrl?: string | undefined;
  /** Environment of the service. @defaultValue none: `null` in the receipt */
  readonly environment?: Environment | undefined;
  /** Names of the columns that the file has. @defaultValue all {@link ledgerColumns} */
  readonly columns?: readonly string[] | undefined;
  /** State of a receipt of the same range, to continue it. */
  readonly state?: ReceiptState | undefined;
}

/** What a receipt reads of a page that `transactions.list(…).pages()` delivers. */
export type ReceiptPage = Pick<TransactionPage, 'results' | 'totalCount' | 'checkpoint'>;

/** A part of a page: the rows at `from` and up to, not including, `to`. */
export interface RowSlice {
  /** @defaultValue `0` */
  readonly from?: number | undefined;
  /** @defaultValue the number of rows of the page */
  readonly to?: number | undefined;
}

/** The file that a receipt describes. */
export interface ReceiptFile {
  /** Name without its directory. */
  readonly name: string;
  readonly format: 'jsonl' | 'csv' | 'parquet';
  /** Size in bytes. */
  readonly bytes: number;
  /** SHA-256 of the file, in lowercase hexadecimal. */
  readonly sha256: string;
}

/** What was received for a range of transactions, as plain JSON. Dates are ISO 8601 in UTC with milliseconds. */
export interface Receipt {
  readonly receiptVersion: 1;
  /** Version of this package that wrote the receipt. */
  readonly packageVersion: string;
  /** Origin of the service's base URL. */
  readonly origin: string | null;
  readonly environment: Environment | null;
  /** Start of the range, included. */
  readonly startDate: string;
  /** End of the range, excluded. */
  readonly endDate: string;
  /** The earliest timestamp; `null` without a row that has a readable one. */
  readonly firstTimestamp: string | null;
  /** The latest timestamp; `null` as `firstTimestamp`. */
  readonly lastTimestamp: string | null;
  /** Rows in the range: those of the file. */
  readonly rows: number;
  /** Matching transactions by the service's count on the last page; `null` if it was not an integer. */
  readonly totalCount: number | null;
  /** Rows that were rejected and passed to `onInvalidRow`. */
  readonly invalidRows: number;
  /** Rows that the service returned although they are before the start, or at or after the end; they are left out. */
  readonly rowsOutsideRange: number;
  /** Whether responses showed that the data changed while it was read: rows may be missing, or repeated. */
  readonly changedWhileRead: boolean;
  /**
   * Whether `rows`, `invalidRows` and `rowsOutsideRange` add up to `totalCount`, every key (timestamp, type, id) is
   * unique, no row was invalid, and nothing changed while it was read.
   */
  readonly complete: boolean;
  /** Whether `finishedAt` is not before `endDate`, by the clock of this machine. Otherwise rows can still be added. */
  readonly rangeEnded: boolean;
  /** Names of the columns that the file has. */
  readonly columns: readonly string[];
  /** Currency codes outside ISO 4217, as received: their rows have no decimal amounts. */
  readonly unknownCurrencies: readonly string[];
  /** One entry per currency and type, sorted by both. */
  readonly sums: readonly ReceiptSum[];
  /** Schema drift: fields that differed from their documentation, each path once, sorted. */
  readonly drift: readonly Drift[];
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly file: ReceiptFile | null;
}

/** Why a receipt is not complete. */
export interface ReceiptProblem {
  /**
   * - `invalid_rows`: rows were rejected
   * - `changed_while_read`: pages show that rows were added, deleted or moved while they were read
   * - `count_differs`: the rows do not add up to `totalCount`
   * - `duplicates`: a key occurs more than once
   * - `order_lost`: rows were not in order of time, so that duplicates have to be searched with {@link findDuplicates}
   */
  readonly code: 'invalid_rows' | 'changed_while_read' | 'count_differs' | 'duplicates' | 'order_lost';
  /** One line to show. */
  readonly message: string;
}

/** The state of a receipt, as plain JSON. Store it with your checkpoint; its content may change between versions. */
export interface ReceiptState {
  readonly stateVersion: 1;
  readonly startDate: string;
  readonly endDate: string;
  readonly sortDirection: 'asc' | 'desc';
  readonly startedAt: string;
  readonly rows: number;
  readonly rowsOutsideRange: number;
  readonly invalidRows: number;
  readonly totalCount: number | null;
  /** Whether the data changed while it was read. */
  readonly changed: boolean;
  /** Earliest time in microseconds since the epoch. */
  readonly first: number | null;
  /** Latest time in microseconds since the epoch. */
  readonly last: number | null;
  readonly sums: readonly ReceiptSum[];
  readonly drift: readonly Drift[];
  readonly keys: OrderedKeysState;
}

/** What is known when a receipt is finished. */
export interface FinishOptions {
  /** The file that the rows were written to. @defaultValue `null` */
  readonly file?: ReceiptFile | null | undefined;
  /** The result of {@link findDuplicates}; needed only if `ordered` is `false`. */
  readonly duplicates?: number | undefined;
}

/** Collects the pages of an iteration, and finishes as a {@link Receipt}. */
export interface ReceiptCollector {
  /** Whether rows were in order of time so far. Otherwise the receipt is complete only with `duplicates: 0`. */
  readonly ordered: boolean;
  /** Adds a page, or a part of it, and returns the rows that are in the range; store these only. */
  readonly add: (page: ReceiptPage, slice?: RowSlice) => readonly Transaction[];
  /** Adds schema drift of transactions; pass it to the client as `onDrift`. */
  readonly onDrift: (event: DriftEvent) => void;
  /** Returns everything that {@link createReceipt} needs to continue later, as plain JSON. */
  readonly state: () => ReceiptState;
  /** Returns why the receipt would not be complete; empty if it would be. */
  readonly problems: (options?: FinishOptions) => readonly ReceiptProblem[];
  /** Returns the receipt. */
  readonly finish: (options?: FinishOptions) => Receipt;
}

/** Sums of the rows of one currency and type, as integer strings: the `Usd` fields in US cents, others in the smallest unit. */
export interface ReceiptSum extends Readonly<Record<MoneyField, string>> {
  /** The currency code, as received; half of a surrogate pair becomes U+FFFD, as in a file. */
  readonly currencyCode: string;
  /** Type of the transactions. */
  readonly type: string;
  /** Number of transactions. */
  readonly rows: number;
}
