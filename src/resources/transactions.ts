import { getTransactions, type TransactionQuery } from '../api/transactions.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { Transport } from '../http/transport.ts';
import { checkCursor, firstPage, withCheckpoint, withQueryParams } from '../pagination/cursor-pages.ts';
import { PageComparison } from '../pagination/page-comparison.ts';
import { nextCursorOf } from '../pagination/page-request.ts';
import { createPaginator } from '../pagination/paginator.ts';
import { transactionIdentity } from '../pagination/row-identity.ts';
import { splitRange } from '../pagination/split-range.ts';
import type { TransactionPage, TransactionPaginator } from '../pagination/transaction-page.ts';
import { checkPlan, type TransactionListQuery, type TransactionWindow } from './transaction-list.ts';
import { countTransactions, transactionSource } from './transaction-source.ts';

export type {
  CustomerDetails,
  OfferDetails,
  Transaction,
  TransactionDetails,
  TransactionDevice,
  TransactionGeolocation,
  TransactionProduct,
  TransactionQuery,
  TransactionType,
} from '../api/transactions.ts';

/** Financial transactions: orders, refunds and disputes (§4.1). */
export interface Transactions {
  /**
   * Returns a paginator over all transactions in a date range; the next page is requested while you process the
   * current one (§4.1).
   *
   * If a request fails, pass `error.checkpoint` as `resume` to continue with the next undelivered row.
   *
   * @throws {@link InvalidRequestError} when iteration starts, if the query is invalid
   * @throws {@link PaginationError} when the service repeats a cursor, or returns one that contains the token
   * @example
   * ```ts
   * const range = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
   * for await (const { timestamp, transactionDetails } of client.transactions.list(range)) {
   *   console.log(timestamp, transactionDetails.type, transactionDetails.amountUsd, 'US cents');
   * }
   * ```
   */
  list(query: TransactionListQuery, options?: CallOptions): TransactionPaginator;

  /**
   * Returns one page of transactions; the default page size of the service is 10 rows (§4.1).
   *
   * @throws {@link InvalidRequestError} when the query is invalid
   * @throws {@link PaginationError} when the next cursor contains the token
   * @example
   * ```ts
   * const range = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
   * const page = await client.transactions.getPage({ ...range, limit: 100, sortDirection: 'desc' });
   * console.log(page.results.length, 'of', page.totalCount, page.nextCursor);
   * ```
   */
  getPage(query: TransactionQuery, options?: CallOptions): Promise<TransactionPage>;

  /**
   * Splits a range into at most `count` windows, 1 to 1000, with about the same number of rows, so that several processes
   * can share an export (§4.1). The windows are plain JSON in sort order; pass each to `list`.
   *
   * Whether a range includes its ends is not documented, so adjacent windows overlap by one millisecond, and both may
   * return a row at the boundary. Store rows by `timestamp`, `type` and `id` to ignore duplicates.
   *
   * @throws {@link InvalidRequestError} when the query is invalid
   * @example
   * ```ts
   * const range = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
   * for (const window of await client.transactions.planWindows(range, { count: 4 })) {
   *   console.log(JSON.stringify(window)); // a job: `client.transactions.list(JSON.parse(job))`
   * }
   * ```
   */
  planWindows(
    query: Omit<TransactionQuery, 'cursor'>,
    parts: { readonly count: number },
    options?: CallOptions,
  ): Promise<TransactionWindow[]>;
}

/** @internal */
export function createTransactions(transport: Transport): Transactions {
  return {
    list: (query, options = {}) => createPaginator(transactionSource(transport, query, options)),
    getPage: (query, options) => getPage(transport, query, options),
    planWindows: (query, parts, options) => planWindows(transport, query, parts, options),
  };
}

async function getPage(
  transport: Transport,
  query: TransactionQuery,
  options?: CallOptions,
): Promise<TransactionPage> {
  const { page: report } = await transport.sendPage(getTransactions, { query }, options);
  const cursor = query.cursor ?? null;
  const nextCursor = nextCursorOf(report);
  try {
    checkCursor(nextCursor, getTransactions.name, transport.settings.token.redactor);
  } catch (error) {
    throw withCheckpoint(error, withQueryParams({ ...firstPage, cursor }, options));
  }
  const rows = report.results.length;
  const position = nextCursor === null ? { cursor, rowsToSkip: rows } : { cursor: nextCursor, rowsToSkip: 0 };
  const comparison = new PageComparison({
    start: firstPage,
    identity: transactionIdentity,
    descending: query.sortDirection === 'desc',
    report: () => undefined,
  });
  comparison.compare(report, 0, 0);
  const border = comparison.border(nextCursor === null);
  return {
    ...report,
    nextCursor,
    cursor,
    index: 0,
    checkpoint: withQueryParams({ ...position, pages: 1, rows, invalidRows: 0, border }, options),
  };
}

async function planWindows(
  transport: Transport,
  query: Omit<TransactionQuery, 'cursor'>,
  parts: { readonly count: number },
  options?: CallOptions,
): Promise<TransactionWindow[]> {
  const { startDate, endDate, limit, sortDirection, count } = checkPlan(query, parts);
  const windows = await splitRange(
    { startDate, endDate },
    count,
    (window) => countTransactions(transport, window, options),
    ({ expected, received }) =>
      transport.settings.drift.reportAgain(getTransactions.name, { path: 'windows', expected, received }),
  );
  const ordered = sortDirection === 'desc' ? windows.toReversed() : windows;
  return ordered.map((window) => ({ ...window, limit, sortDirection }));
}
