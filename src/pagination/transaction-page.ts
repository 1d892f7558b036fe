import type { TransactionReport } from '../contract/transactions.ts';
import type { Delivery, PagePosition } from './cursor-pages.ts';

/** One page of transactions, with its position. */
export interface TransactionPage extends TransactionReport, PagePosition {
  /** Cursor of the next page; `null` on the last. */
  readonly nextCursor: string | null;
}

/** A page of transactions that is about to be delivered. */
export type TransactionDelivery = Delivery<TransactionPage>;
