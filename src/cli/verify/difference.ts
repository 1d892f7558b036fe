import type { Receipt } from '../../ledger/index.ts';

/** A difference between a file and its receipt. */
export interface Difference {
  /**
   * - `hash`, `bytes`, `columns`, `rows`, `firstTimestamp`, `lastTimestamp`, `unknownCurrencies`: differ from the receipt
   * - `sum`: the rows of a currency and type, or their sum in a column, differ from the receipt
   * - `duplicates`: rows have the timestamp, type and id of another row
   * - `rowsOutsideRange`: rows are outside the range of the receipt
   * - `decimal`: decimals in major units differ from the integer in the smallest unit
   * - `unreadable`: the file is not a ledger, or ends too early
   * - `complete`: the receipt says that the export was incomplete, or contradicts itself
   * - `totalCount`: the service now counts another number of transactions
   */
  readonly what:
    | 'hash'
    | 'bytes'
    | 'columns'
    | 'rows'
    | 'firstTimestamp'
    | 'lastTimestamp'
    | 'unknownCurrencies'
    | 'sum'
    | 'duplicates'
    | 'rowsOutsideRange'
    | 'decimal'
    | 'unreadable'
    | 'complete'
    | 'totalCount';
  /** Set for `sum` and `decimal`, as received. */
  readonly currencyCode?: string;
  /** Type of the transactions; set for `sum` and `decimal`. */
  readonly type?: string;
  /** Name of the ledger column, or `rows`; set for `sum` and `decimal`. */
  readonly column?: string;
  /** In the receipt; for `decimal`, what the integer says, and of which transaction. */
  readonly expected: string;
  /** In the file. */
  readonly found: string;
}

/** The result of a verification. */
export interface Verification {
  readonly receipt: Receipt;
  /** Empty if the file agrees with its receipt. */
  readonly differences: readonly Difference[];
}
