import { InvalidRequestError } from '../errors/index.ts';
import { recaptureStack } from '../errors/publisher-error.ts';
import type { CallOptions } from '../options/call-options.ts';
import { anySignal } from '../runtime/runtime.ts';
import type { Delivery } from './cursor-pages.ts';

/** Where a paginator gets its pages and rows from. */
export interface PaginatorSource<Page, Row> {
  /** The operation, for messages: `transactions.list`. */
  readonly name: string;
  /** The options of the call; user code in JavaScript may pass anything. */
  readonly options?: CallOptions | undefined;
  /** Starts a new iteration; the signal aborts pending requests. */
  readonly pages: (signal: AbortSignal) => AsyncGenerator<Delivery<Page>, void, undefined>;
  /** Called before a page is delivered; if it throws, the iteration ends. */
  readonly beforeDelivery?: (delivery: Delivery<Page>) => Promise<void>;
  readonly rowsOf: (page: Page) => readonly Row[];
}

/**
 * Iterates over rows and requests pages as they are needed; each `for await` starts from the first page.
 *
 * @example
 * ```ts
 * import { PublisherClient } from 'publisher-commerce';
 *
 * const client = new PublisherClient();
 * const now = new Date();
 * const startDate = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)); // last month, in UTC
 * const endDate = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
 * for await (const page of client.transactions.list({ startDate, endDate }).pages()) {
 *   console.log(page.index, page.results.length, page.totalCount);
 * }
 * ```
 */
export interface Paginator<Page, Row> extends AsyncIterable<Row> {
  /** Iterates row by row; no more pages are requested once you leave the loop. */
  // Not `AsyncIterableIterator`: with three type arguments, it is `any` before TypeScript 5.6.
  [Symbol.asyncIterator](): AsyncIterator<Row, void, undefined> & AsyncIterable<Row>;

  /** Iterates page by page; faster for large exports. */
  pages(): AsyncIterable<Page>;

  /**
   * Returns an array of at most `max` rows.
   *
   * @throws {@link InvalidRequestError} when `max` is not an integer of at least 1
   */
  toArray(options: { readonly max: number }): Promise<Row[]>;
}

// `util.inspect.custom`, which is the same symbol in every runtime. Not unique: it is no part of the interface.
const inspectKey: symbol = Symbol.for('nodejs.util.inspect.custom');

/** Returns a paginator over a source. */
export function createPaginator<Page, Row>(source: PaginatorSource<Page, Row>): Paginator<Page, Row> {
  const paginator: Paginator<Page, Row> = {
    [Symbol.asyncIterator]: () => iterateRows(source),
    pages: () => ({ [Symbol.asyncIterator]: () => abortable((signal) => untilStopped(source, signal)) }),
    toArray: (options) => readRows(source, options),
    /** Explains in `console.log` that the rows have not been requested yet. */
    [inspectKey]: () => `${source.name} { not read yet: use "for await", .pages() or .toArray({ max }) }`,
  };
  return paginator;
}

/** A started iteration. */
type Iteration<T> = AsyncIterator<T, void, undefined> & AsyncIterable<T>;

function iterateRows<Page, Row>(source: PaginatorSource<Page, Row>): Iteration<Row> {
  return abortable(async function* rows(signal) {
    for await (const page of untilStopped(source, signal)) {
      // Not `yield*`, which would wrap and await each row again.
      for (const row of source.rowsOf(page)) yield row;
    }
  });
}

async function readRows<Page, Row>(
  source: PaginatorSource<Page, Row>,
  options: { readonly max: number },
): Promise<Row[]> {
  // Callers in JavaScript may omit it.
  const max = (options as { readonly max?: unknown } | undefined)?.max;
  if (typeof max !== 'number' || !Number.isSafeInteger(max) || max < 1) {
    const message =
      'must be an integer of at least 1, the maximum number of rows to keep in memory: .toArray({ max: 10000 })';
    throw new InvalidRequestError(source.name, [{ path: 'max', message }]);
  }
  const rows: Row[] = [];
  for await (const row of iterateRows(source)) {
    rows.push(row);
    if (rows.length >= max) break;
  }
  return rows;
}

/** Returns call options with a signal that aborts when the user-supplied signal or `stopped` does. */
export function alsoAbortedBy(options: CallOptions, stopped: AbortSignal): CallOptions {
  // Invalid options, or an invalid signal in them, are passed on: the call rejects them.
  if (Object(options) !== options || options instanceof AbortSignal) return options;
  const { signal = stopped } = options;
  return { ...options, signal: signal instanceof AbortSignal ? anySignal(signal, stopped) : signal };
}

/** Returns an iterator whose `return` also aborts a pending `next`. */
function abortable<T>(start: (signal: AbortSignal) => AsyncGenerator<T, void, undefined>): Iteration<T> {
  const controller = new AbortController();
  const items = start(controller.signal);
  return {
    next: () => items.next(),
    return: () => {
      controller.abort(iterationStopped);
      return items.return();
    },
    throw: (error) => {
      controller.abort(iterationStopped);
      return items.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** The abort reason when the loop is left; it is never visible to callers. */
const iterationStopped = new Error('iteration stopped');

/** Ends without an error if the loop is left while a page is pending. */
async function* untilStopped<Page>(
  { pages, beforeDelivery, options }: PaginatorSource<Page, unknown>,
  signal: AbortSignal,
): AsyncGenerator<Page, void, undefined> {
  let isUserCode = false;
  try {
    for await (const delivery of pages(signal)) {
      isUserCode = true;
      await beforeDelivery?.(delivery);
      yield delivery.page;
      isUserCode = false;
    }
  } catch (error) {
    if (error === iterationStopped) return;
    // A page that was requested early failed before user code awaited it.
    if (!isUserCode && error !== options?.signal?.reason) recaptureStack(error);
    throw error;
  }
}
