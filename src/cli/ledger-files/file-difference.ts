import type { Receipt } from '../../ledger/index.ts';
import type { LoadDifference } from '../../postgres/index.ts';

/** A difference between a file and its receipt; `sum` and `decimal` name their currency, type and column. */
export interface FileDifference extends Pick<
  LoadDifference,
  'currencyCode' | 'type' | 'column' | 'expected' | 'found'
> {
  /**
   * - `hash`, `bytes`, `columns`, `rows`, `firstTimestamp`, `lastTimestamp`, `unknownCurrencies`: differ from the receipt
   * - `sum`: the rows of a currency and type, or their sum in a column, differ from the receipt
   * - `duplicates`: other rows than the receipt says have the timestamp, type and id of an earlier row
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
}

/** The result of a verification. */
export interface Verification {
  readonly receipt: Receipt;
  /** Empty if the file agrees with its receipt. */
  readonly differences: readonly FileDifference[];
  /** Whether the rows were read too, and not only the hash and the size. */
  readonly rowsCompared: boolean;
}
