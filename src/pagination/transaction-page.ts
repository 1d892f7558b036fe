import type { Transaction, TransactionReport } from '../contract/transactions.ts';
import type { Delivery, PagePosition } from './cursor-pages.ts';
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
