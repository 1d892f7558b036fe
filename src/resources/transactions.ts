import { getTransactions, type TransactionQuery, type TransactionReport } from '../contract/transactions.ts';
import type { Checkpoint } from '../errors/index.ts';
import { checkCursor } from '../pagination/check-cursor.ts';
import { firstPage, cursorPages } from '../pagination/cursor-pages.ts';
import { nextCursorOf } from '../pagination/page-head.ts';
import type { PageInput } from '../transport/prepare.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { ReceivedPage, Transport } from '../transport/transport.ts';
import { alsoAbortedBy, Paginator } from '../pagination/paginator.ts';
import {
  type CheckedListQuery,
  checkListQuery,
  checkPlan,
  type TransactionListQuery,
  type TransactionRange,
  type TransactionPaginator,
  type TransactionWindow,
} from './transaction-list.ts';
import { mostKeys } from '../pagination/windows/delivered-keys.ts';
import { planShares } from '../pagination/windows/plan-shares.ts';
import type { TimeWindow } from '../pagination/windows/time-window.ts';
import type { TransactionDelivery, TransactionPage } from '../pagination/transaction-page.ts';
import { windowedPages } from '../pagination/windows/windowed-pages.ts';
import { reportTrouble } from '../pagination/windows/window-trouble.ts';

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
   * Walks over all transactions of a range, page after page (§4.1); the next is on its way while you work on one.
   *
   * A failure keeps its place: `error.checkpoint` goes back in as `resume`, and the walk continues with the next
   * undelivered row.
   *
   * @throws {@link InvalidRequestError} at the first step, when the query breaks a documented rule
   * @throws {@link PaginationError} when the service repeats a cursor, or names one that contains the token
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
      pages: (left) => this.#walk(query, options, left),
      beforeDelivery: (delivery) => this.#beforeDelivery(query, delivery),
      rowsOf: (page) => page.results,
    });
  }

  /**
   * One page of transactions (§4.1); the service's default is 10 rows.
   *
   * @throws {@link InvalidRequestError} when the query breaks a documented rule
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
    const place = nextCursor === null ? { cursor, rowsToSkip: rows } : { cursor: nextCursor, rowsToSkip: 0 };
    return {
      ...report,
      nextCursor,
      cursor,
      index: 0,
      checkpoint: { ...place, pages: 1, rows, invalidRows: 0 },
    };
  }

  /**
   * Cuts a range into at most `n` windows, 1 to 1000, of about as many rows each, by the service's counts (§4.1), for
   * processes that share the work. They are plain JSON, in the order of a walk, each a query for `list`.
   *
   * Whether the ends of a range belong to it is not documented, so neighbours share a millisecond: a row at a border
   * may come with both. Store rows by `timestamp`, `type` and `id`, and it does not matter.
   *
   * @throws {@link InvalidRequestError} when the query breaks a documented rule
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
      (trouble) => reportTrouble(this.#transport.settings.drift, getTransactions.name, trouble),
    );
    return shares.map((share) => ({ ...share, limit, sortDirection }));
  }

  #walk(
    query: TransactionListQuery,
    options: CallOptions,
    left: AbortSignal,
  ): AsyncGenerator<TransactionDelivery, void, undefined> {
    const checked = checkListQuery(query);
    const { resume = firstPage, cursor = null, windows } = checked;
    const pageOptions = alsoAbortedBy(options, left);
    // The cursor of a single walk leads through the whole range: no window goes on from it.
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
        // The head of a page may name a cursor before the page is received and checked.
        checkCursor(next, getTransactions.name, this.#transport.settings.token.sent, start);
        return this.#fetchPage(
          { startDate, endDate, sortDirection, limit, cursor: next ?? undefined },
          alsoAbortedBy(options, dropped),
          { onHead, setAsideRows: onInvalidRow !== undefined },
        );
      },
    });
  }

  /** A page whose next cursor may be sent and stored: it does not contain the token. */
  async #fetchPage(
    query: TransactionQuery,
    options?: CallOptions,
    how: PageInput = {},
  ): Promise<ReceivedPage<TransactionReport>> {
    const received = await this.#transport.sendPage(getTransactions, { query, ...how }, options);
    const place = { ...firstPage, cursor: query.cursor ?? null };
    checkCursor(
      nextCursorOf(received.page),
      getTransactions.name,
      this.#transport.settings.token.sent,
      place,
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
        mostKeys,
        start,
        drift: this.#transport.settings.drift,
        count: (window) => this.#count(window, windowOptions),
        pagesOfWindow: ({ startDate, endDate }, place) =>
          this.#cursorPages({ ...query, startDate, endDate }, place, windowOptions),
        pagesOfRange: (place, as) => this.#cursorPages({ ...query, ...as }, place, options),
        endWindows: () => ended.abort(),
      });
    } finally {
      // One window's failure ends the others as well.
      ended.abort();
    }
  }

  /** How many rows the service says a window has. */
  async #count({ startDate, endDate }: TimeWindow, options: CallOptions): Promise<number> {
    const query = { startDate, endDate, limit: 1 };
    // Whether the one row is valid does not matter to the count.
    const input = { query, setAsideRows: true };
    const { page } = await this.#transport.sendPage(getTransactions, input, options);
    return page.totalCount;
  }

  /** Sets the page's invalid rows aside, each after the one before has been dealt with, and tells of the progress. */
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
