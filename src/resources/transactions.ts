import * as z from 'zod';

import {
  getTransactions,
  type Transaction,
  type TransactionQuery,
  transactionQuerySchema,
  type TransactionReport,
} from '../contract/transactions.ts';
import { toIssue } from '../contract/validate.ts';
import { type Checkpoint, InvalidRequestError } from '../errors/index.ts';
import { firstPage, nextCursorOf, type Place, type Progress, walkCursors } from '../transport/cursor-walk.ts';
import type { CallOptions } from '../transport/settings.ts';
import type { Transport } from '../transport/transport.ts';
import { abortedToo, Walk } from '../transport/walk.ts';

/** One page of transactions, and its place in the walk. */
export interface TransactionPage extends TransactionReport, Place {
  readonly nextCursor: string | null;
}

/** Which transactions to walk over, and how. */
export interface TransactionListQuery extends Omit<TransactionQuery, 'cursor'> {
  /** Rows a page, 1 to 10 000. @defaultValue `1000`, where the service's own default is 10 */
  readonly limit?: number | undefined;
  /** Start from this cursor of an earlier page; a checkpoint is the better bookmark. */
  readonly cursor?: string | undefined;
  /** Go on from a checkpoint, with the same dates, limit and direction. */
  readonly resume?: Checkpoint | undefined;
  /** Called with each page that is delivered. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Whether the walk may end because as many rows came as `totalCount` says there are, although the service names
   * a next cursor. Turn it off for a service whose count has a ceiling. @defaultValue `true`
   */
  readonly endAtTotalCount?: boolean | undefined;
  /**
   * Whether the next page is asked for while you work on the one before; never more than one ahead.
   * @defaultValue `true`
   */
  readonly prefetch?: boolean | undefined;
}

/** A walk over transactions: rows with `for await`, or whole pages. */
export type TransactionWalk = Walk<TransactionPage, Transaction>;

const count = z.int({ error: 'must be a whole number' }).min(0, { error: 'must not be negative' });
const flag = z.boolean({ error: 'must be true or false' }).optional();
const listQuerySchema = transactionQuerySchema
  .safeExtend({
    resume: z
      .strictObject({ cursor: z.string().min(1).nullable(), rowsToSkip: count, pages: count, rows: count })
      .optional(),
    onProgress: z
      .custom<TransactionListQuery['onProgress']>(isFunction, { error: 'must be a function' })
      .optional(),
    endAtTotalCount: flag,
    prefetch: flag,
  })
  .refine(({ resume, cursor }) => resume === undefined || cursor === undefined, {
    path: ['cursor'],
    error: 'must not be given together with resume, which holds a cursor of its own',
  });

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

/** Financial transactions: orders, refunds and disputes (§4.1). */
export class Transactions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Walks over all transactions of a range, page after page (§4.1); the next page is on its way while you work on one.
   *
   * A failure keeps its place: `error.checkpoint` goes back in as `resume`, and the walk continues with the next
   * undelivered row.
   *
   * @throws {@link InvalidRequestError} at the first step, when the query breaks a documented rule
   * @throws {@link PaginationError} when the service repeats a cursor
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
  list(query: TransactionListQuery, options: CallOptions = {}): TransactionWalk {
    return new Walk({
      name: 'transactions.list',
      walkPages: (left) => this.#walk(query, options, left),
      rowsOf: (page) => page.results,
    });
  }

  /**
   * One page of transactions (§4.1); the service's default is 10 rows.
   *
   * @throws {@link InvalidRequestError} when the query breaks a documented rule
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
    const report = await this.#transport.send(getTransactions, { query }, options);
    const cursor = query.cursor ?? null;
    const nextCursor = nextCursorOf(report);
    const rows = report.results.length;
    const place = nextCursor === null ? { cursor, rowsToSkip: rows } : { cursor: nextCursor, rowsToSkip: 0 };
    return { ...report, nextCursor, cursor, index: 0, checkpoint: { ...place, pages: 1, rows } };
  }

  async *#walk(
    query: TransactionListQuery,
    options: CallOptions,
    left: AbortSignal,
  ): AsyncGenerator<TransactionPage, void, undefined> {
    const {
      resume,
      onProgress,
      endAtTotalCount = true,
      prefetch = true,
      cursor,
      limit = 1000,
      ...range
    } = checkListQuery(query);
    const { observer, drift } = this.#transport.settings;
    const pageOptions = abortedToo(options, left);
    yield* walkCursors({
      operation: getTransactions.name,
      start: resume ?? { ...firstPage, cursor: cursor ?? null },
      countable: cursor === undefined,
      endAtTotalCount,
      prefetch,
      drift,
      onProgress: (progress) => observer.guard('onProgress', () => onProgress?.(progress)),
      fetchPage: (next) =>
        this.#transport.send(
          getTransactions,
          { query: { ...range, limit, cursor: next ?? undefined } },
          pageOptions,
        ),
    });
  }
}

function checkListQuery(query: TransactionListQuery): z.output<typeof listQuerySchema> {
  const result = listQuerySchema.safeParse(query);
  if (result.success) return result.data;
  throw new InvalidRequestError('transactions.list', result.error.issues.map(toIssue));
}
