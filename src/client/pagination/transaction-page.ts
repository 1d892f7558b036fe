import type { Transaction, TransactionReport } from '../api/transactions.ts';
import type { Checkpoint } from '../errors/index.ts';
import type { Paginator, ValidatedPage } from './paginator.ts';

/** A page of transactions and its position in the iteration. */
export interface TransactionPage extends TransactionReport {
  /** Cursor of the next page; `null` on the last page. */
  readonly nextCursor: string | null;
  /** Cursor of this page; `null` on the first page. */
  readonly cursor: string | null;
  /** Index of this page, starting at 0. */
  readonly index: number;
  /** Where to resume after this page; pass it as `resume`. */
  readonly checkpoint: Checkpoint;
}

/** Iterates over transactions row by row, or page by page with `pages()`. */
export type TransactionPaginator = Paginator<TransactionPage, Transaction>;

/** The pages of an iteration, before they are delivered. */
export type TransactionPages = AsyncGenerator<ValidatedPage<TransactionPage>, void, undefined>;

/** Progress of an iteration. */
export interface PaginationProgress {
  /** Pages delivered so far. */
  readonly pages: number;
  /** Rows delivered so far. */
  readonly rows: number;
  /** Invalid rows passed to `onInvalidRow` so far. */
  readonly invalidRows: number;
  /** Total number of matching rows, by the service's latest count. */
  readonly totalCount: number | null | undefined;
}
