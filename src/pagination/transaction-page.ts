import { isObject } from '../api/input.ts';
import type { Transaction, TransactionReport } from '../api/transactions.ts';
import type { Delivery, PagePosition } from './cursor-pages.ts';
import type { RowIdentity } from './page-comparison.ts';
import type { Paginator } from './paginator.ts';

/** A page of transactions and its position in the iteration. */
export interface TransactionPage extends TransactionReport, PagePosition {
  /** Cursor of the next page; `null` on the last page. */
  readonly nextCursor: string | null;
}

/** A page of transactions before it is delivered. */
export type TransactionDelivery = Delivery<TransactionPage>;

/** Iterates over transactions row by row, or page by page with `pages()`. */
export type TransactionPaginator = Paginator<TransactionPage, Transaction>;

/** Transactions are identified by timestamp, type and id. An invalid row may lack any of them. */
export const transactionIdentity: RowIdentity = {
  rowPath: 'results[]',
  countPath: 'totalCount',
  timestampOf: (row) => (isObject(row) && 'timestamp' in row ? row.timestamp : undefined),
  keyOf: (row) => {
    if (!isObject(row) || !('timestamp' in row && 'transactionDetails' in row)) return undefined;
    const { timestamp, transactionDetails: details } = row;
    if (!isObject(details) || !('type' in details && 'id' in details)) return undefined;
    const key = [timestamp, details.type, details.id];
    return key.every((part) => typeof part === 'string') ? JSON.stringify(key) : undefined;
  },
};
