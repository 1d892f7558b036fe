import { dateTimeInput } from '../api/input.ts';
import { getTransactions, sentQuery, type TransactionQuery } from '../api/transactions.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { Transport } from '../http/transport.ts';
import { checkpointAfter, checkpointBefore, firstPage, withCheckpoint } from '../pagination/checkpoint.ts';
import { checkCursor } from '../pagination/cursor-pages.ts';
import { PageComparison } from '../pagination/page-comparison.ts';
import { countIn, nextCursorOf } from '../pagination/page-request.ts';
import { createPaginator } from '../pagination/paginator.ts';
import { transactionIdentity } from '../pagination/row-identity.ts';
import type { TransactionPage, TransactionPaginator } from '../pagination/transaction-page.ts';
import type { TransactionListQuery } from './transaction-list.ts';
import { transactionSource } from './transaction-source.ts';

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
}

/** @internal */
export function createTransactions(transport: Transport): Transactions {
  return {
    list: (query, options = {}) => createPaginator(transactionSource(transport, query, options)),
    getPage: (query, options) => getPage(transport, query, options),
  };
}

async function getPage(
  transport: Transport,
  query: TransactionQuery,
  options?: CallOptions,
): Promise<TransactionPage> {
  const report = await transport.send(getTransactions, { query: sentQuery(query) }, options);
  // It is valid, or the call would have failed.
  const range = {
    startDate: dateTimeInput.parse(query.startDate),
    endDate: dateTimeInput.parse(query.endDate),
  };
  const start = checkpointBefore({ ...query, ...range }, options);
  const nextCursor = nextCursorOf(report);
  const { redactor } = transport.settings.token;
  try {
    checkCursor(nextCursor, getTransactions.name, redactor);
  } catch (error) {
    throw withCheckpoint(error, start);
  }
  const comparison = new PageComparison({
    start: firstPage,
    identity: transactionIdentity,
    report: () => undefined,
  });
  comparison.compare(report.results, countIn(report), 0, 0);
  const rows = report.results.length;
  const checkpoint = checkpointAfter(start, {
    next: nextCursor,
    received: rows,
    limit: query.limit ?? null,
    totalCount: nextCursor === null ? countIn(report) : undefined,
    isDelivered: true,
    rows,
    invalidRows: 0,
    changed: false,
    border: comparison.border(nextCursor === null, undefined, redactor),
  });
  return { ...report, nextCursor, cursor: start.cursor, index: 0, checkpoint };
}
