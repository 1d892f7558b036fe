import { getTransactions, type TransactionQuery, type TransactionReport } from '../contract/transactions.ts';
import type { Checkpoint } from '../errors/index.ts';
import type { CallOptions } from '../options/call-options.ts';
import { checkCursor } from '../pagination/check-cursor.ts';
import { firstPage, cursorPages } from '../pagination/cursor-pages.ts';
import { nextCursorOf } from '../pagination/page-head.ts';
import { alsoAbortedBy, Paginator } from '../pagination/paginator.ts';
import type { TransactionDelivery, TransactionPage } from '../pagination/transaction-page.ts';
import { maxKeys } from '../pagination/windows/delivered-keys.ts';
import { planShares } from '../pagination/windows/plan-shares.ts';
import type { TimeWindow } from '../pagination/windows/time-window.ts';
import { reportUnreliableDates } from '../pagination/windows/unreliable-dates.ts';
import { windowedPages } from '../pagination/windows/windowed-pages.ts';
import type { PageInput } from '../transport/prepare.ts';
import type { ReceivedPage, Transport } from '../transport/transport.ts';
import {
  type CheckedListQuery,
  checkListQuery,
  checkPlan,
  type TransactionListQuery,
  type TransactionRange,
  type TransactionPaginator,
  type TransactionWindow,
} from './transaction-list.ts';

export type {
  CustomerDetails,
  Device,
  Geolocation,
  OfferDetails,
  Product,
  Transaction,
  TransactionDetails,
  TransactionQuery,
  TransactionReport,
  TransactionType,
} from '../contract/transactions.ts';

/** Financial transactions: orders, refunds and disputes (§4.1). */
export class Transactions {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

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
   * import { PublisherClient } from 'publisher-commerce';
   *
   * const client = new PublisherClient();
   * const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
   * for await (const { timestamp, transactionDetails } of client.transactions.list(october)) {
   *   console.log(timestamp, transactionDetails.type, transactionDetails.amountUsd, 'US cents');
   * }
   * ```
   */
  list(query: TransactionListQuery, options: CallOptions = {}): TransactionPaginator {
    return new Paginator({
      name: 'transactions.list',
      pages: (stopped) => this.#pages(query, options, stopped),
      beforeDelivery: (delivery) => this.#beforeDelivery(query, delivery),
      rowsOf: (page) => page.results,
    });
  }

  /**
   * Returns one page of transactions; the default page size of the service is 10 rows (§4.1).
   *
   * @throws {@link InvalidRequestError} when the query is invalid
   * @throws {@link PaginationError} when the next cursor contains the token
   * @example
   * ```ts
   * import { PublisherClient } from 'publisher-commerce';
   *
   * const client = new PublisherClient();
   * const page = await client.transactions.getPage({
   *   startDate: '2026-10-01T00:00:00Z',
   *   endDate: '2026-11-01T00:00:00Z',
   *   limit: 100,
   *   sortDirection: 'desc',
   * });
   * console.log(page.results.length, 'of', page.totalCount, page.nextCursor);
   * ```
   */
  async getPage(query: TransactionQuery, options?: CallOptions): Promise<TransactionPage> {
    const { page: report } = await this.#fetchPage(query, options);
    const cursor = query.cursor ?? null;
    const nextCursor = nextCursorOf(report);
    const rows = report.results.length;
    const position =
      nextCursor === null ? { cursor, rowsToSkip: rows } : { cursor: nextCursor, rowsToSkip: 0 };
    return {
      ...report,
      nextCursor,
      cursor,
      index: 0,
      checkpoint: { ...position, pages: 1, rows, invalidRows: 0 },
    };
  }

  /**
   * Splits a range into at most `n` windows, 1 to 1000, with about the same number of rows, so that several processes
   * can share an export (§4.1). The windows are plain JSON in sort order; pass each to `list`.
   *
   * Whether a range includes its ends is not documented, so adjacent windows overlap by one millisecond, and both may
   * return a row at the boundary. Store rows by `timestamp`, `type` and `id` to ignore duplicates.
   *
   * @throws {@link InvalidRequestError} when the query is invalid
   * @example
   * ```ts
   * import { PublisherClient } from 'publisher-commerce';
   *
   * const client = new PublisherClient();
   * const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
   * for (const window of await client.transactions.planWindows(october, 4)) {
   *   console.log(JSON.stringify(window)); // a job: `client.transactions.list(JSON.parse(job))`
   * }
   * ```
   */
  async planWindows(
    query: TransactionRange,
    n: number,
    options: CallOptions = {},
  ): Promise<TransactionWindow[]> {
    const { startDate, endDate, limit, sortDirection } = checkPlan(query, n);
    const shares = await planShares(
      { startDate, endDate },
      n,
      { count: (window) => this.#count(window, options), descending: sortDirection === 'desc', fanOut: 16 },
      (error) => reportUnreliableDates(this.#transport.settings.drift, getTransactions.name, error),
    );
    return shares.map((share) => ({ ...share, limit, sortDirection }));
  }

  #pages(
    query: TransactionListQuery,
    options: CallOptions,
    stopped: AbortSignal,
  ): AsyncGenerator<TransactionDelivery, void, undefined> {
    const checked = checkListQuery(query);
    const { resume = firstPage, cursor = null, windows } = checked;
    const pageOptions = alsoAbortedBy(options, stopped);
    // A cursor without a window belongs to the whole range: windows cannot resume from it.
    const isSingle = windows === 1 || resume.cursor !== null || resume.rowsToSkip > 0;
    if (resume.window === undefined && isSingle) {
      return this.#cursorPages(checked, { ...resume, cursor: resume.cursor ?? cursor }, pageOptions);
    }
    return this.#windowedPages(checked, resume, pageOptions);
  }

  #cursorPages(
    query: CheckedListQuery,
    start: Checkpoint,
    options: CallOptions,
  ): AsyncGenerator<TransactionDelivery, void, undefined> {
    const { startDate, endDate, sortDirection, limit, cursor, endAtTotalCount, prefetch, onInvalidRow } =
      query;
    const { drift } = this.#transport.settings;
    return cursorPages({
      operation: getTransactions.name,
      start,
      limit,
      countable: cursor === undefined,
      endAtTotalCount,
      prefetch,
      drift,
      fetchPage: async (next, dropped, onHead) => {
        // With prefetch, the cursor comes from the head of a page that has not been validated yet.
        checkCursor(next, getTransactions.name, this.#transport.settings.token.sent, start);
        return this.#fetchPage(
          { startDate, endDate, sortDirection, limit, cursor: next ?? undefined },
          alsoAbortedBy(options, dropped),
          { onHead, setAsideRows: onInvalidRow !== undefined },
        );
      },
    });
  }

  /** Fetches a page and rejects a next cursor that contains the token. */
  async #fetchPage(
    query: TransactionQuery,
    options?: CallOptions,
    pageInput: PageInput = {},
  ): Promise<ReceivedPage<TransactionReport>> {
    const received = await this.#transport.sendPage(getTransactions, { query, ...pageInput }, options);
    const checkpoint = { ...firstPage, cursor: query.cursor ?? null };
    checkCursor(
      nextCursorOf(received.page),
      getTransactions.name,
      this.#transport.settings.token.sent,
      checkpoint,
    );
    return received;
  }

  async *#windowedPages(
    query: CheckedListQuery,
    start: Checkpoint,
    options: CallOptions,
  ): AsyncGenerator<TransactionDelivery, void, undefined> {
    const { startDate, endDate, sortDirection, limit, windows } = query;
    const ended = new AbortController();
    const windowOptions = alsoAbortedBy(options, ended.signal);
    try {
      yield* windowedPages({
        operation: getTransactions.name,
        range: { startDate, endDate },
        descending: sortDirection === 'desc',
        limit,
        windows,
        maxKeys,
        start,
        drift: this.#transport.settings.drift,
        count: (window) => this.#count(window, windowOptions),
        pagesOfWindow: ({ startDate, endDate }, from) =>
          this.#cursorPages({ ...query, startDate, endDate }, from, windowOptions),
        pagesOfRange: (from, overrides) => this.#cursorPages({ ...query, ...overrides }, from, options),
        endWindows: () => ended.abort(),
      });
    } finally {
      // If one window fails, the others are aborted.
      ended.abort();
    }
  }

  /** Returns the service's count of rows in a window. */
  async #count({ startDate, endDate }: TimeWindow, options: CallOptions): Promise<number> {
    const query = { startDate, endDate, limit: 1 };
    // The row itself is not used: it must not fail the request.
    const input = { query, setAsideRows: true };
    const { page } = await this.#transport.sendPage(getTransactions, input, options);
    return page.totalCount;
  }

  /** Calls `onInvalidRow` for each invalid row in turn, then `onProgress`. */
  async #beforeDelivery(
    { onInvalidRow, onProgress }: TransactionListQuery,
    { page, invalidRows }: TransactionDelivery,
  ): Promise<void> {
    const { cursor, totalCount, checkpoint } = page;
    for (const { row, issues, index } of invalidRows) await onInvalidRow?.({ row, issues, index, cursor });
    if (!onProgress) return;
    const { pages, rows } = checkpoint;
    const progress = { pages, rows, invalidRows: checkpoint.invalidRows, totalCount };
    this.#transport.settings.observer.guard('onProgress', () => onProgress(progress));
  }
}
