import { type Checkpoint, invalidRequest, PaginationError, PublisherError } from '../errors/index.ts';
import { recaptureStack } from '../errors/publisher-error.ts';
import type { CallOptions } from '../options/call-options.ts';
import { anySignal } from '../runtime/abort.ts';
import type { InvalidRow } from '../validation/validation.ts';

/** A page without its invalid rows; these are passed to `onInvalidRow` before the page is delivered. */
export interface ValidatedPage<Page> {
  readonly page: Page;
  readonly invalidRows: readonly InvalidRow[];
}

/** Where a paginator gets its pages and rows from. */
export interface PaginatorSource<Page, Row> {
  /** The operation, for messages: `transactions.list`. */
  readonly name: string;
  /** The options of the call; user code in JavaScript may pass anything. */
  readonly options?: CallOptions | undefined;
  /** Starts a new iteration; the signal aborts pending requests, and no page is requested for more rows than `most`. */
  readonly pages: (
    signal: AbortSignal,
    most?: number,
  ) => AsyncGenerator<ValidatedPage<Page>, void, undefined>;
  /** The checkpoint where a valid iteration starts, if it has checkpoints. */
  readonly startsAt?: () => Checkpoint;
  /** Called before a page is delivered; if it throws, the iteration ends. */
  readonly beforeDelivery?: (page: ValidatedPage<Page>) => Promise<void>;
  readonly rowsOf: (page: Page) => readonly Row[];
}

/**
 * Iterates over rows and requests pages as they are needed; each `for await` starts from the first page. It is no promise:
 * `await` returns the paginator itself.
 *
 * @example
 * ```ts
 * import { PublisherClient, utcMonth } from 'publisher-commerce';
 *
 * const client = new PublisherClient();
 * for await (const page of client.transactions.list(utcMonth('last')).pages()) {
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
   * Returns an array of all rows, of which there are at most `max`.
   *
   * @throws {@link PaginationError} when there are more rows; to read only the first ones, leave a loop with `break`
   * @throws {@link InvalidRequestError} when `max` is not an integer of at least 1
   */
  toArray(options: { readonly max: number }): Promise<Row[]>;
}

// `util.inspect.custom`, which is the same symbol in every runtime. Not unique: it is no part of the interface.
const inspectKey: symbol = Symbol.for('nodejs.util.inspect.custom');

export function createPaginator<Page, Row>(source: PaginatorSource<Page, Row>): Paginator<Page, Row> {
  const paginator: Paginator<Page, Row> = {
    [Symbol.asyncIterator]: () => iterate(source, source.rowsOf),
    pages: Object.assign(() => ({ [Symbol.asyncIterator]: () => iterate(source, (page) => [page]) }), {
      [Symbol.asyncIterator]: () => {
        throw invalidRequest(source.name, [{ path: 'pages', message: 'is a method: call .pages()' }]);
      },
    }),
    toArray: (options) => readRows(source, options),
    /** Explains in `console.log`, also to those who awaited it, that the rows have not been requested yet. */
    [inspectKey]: () =>
      `${source.name} { not read yet, also after "await": use "for await", .pages() or .toArray({ max }); one page: getPage() }`,
  };
  return paginator;
}

type Iteration<T> = AsyncGenerator<T, void, undefined>;

/** The abort reason when the loop is left; it is never visible to callers. */
const iterationStopped = new Error('iteration stopped');

/** Iterates over the items of each page; when it ends, requests that are still pending are aborted. */
function iterate<Page, Item>(
  source: PaginatorSource<Page, unknown>,
  itemsOf: (page: Page) => readonly Item[],
  most?: number,
): Iteration<Item> {
  const stop = new AbortController();
  const items = itemsIn(source, itemsOf, stop, most);
  const end = items.return.bind(items);
  // Otherwise it would wait for the page that is pending.
  items.return = () => {
    stop.abort(iterationStopped);
    return end();
  };
  return items;
}

async function* itemsIn<Page, Item>(
  { pages, beforeDelivery, options }: PaginatorSource<Page, unknown>,
  itemsOf: (page: Page) => readonly Item[],
  stop: AbortController,
  most: number | undefined,
): Iteration<Item> {
  let isUserCode = false;
  try {
    for await (const validated of pages(stop.signal, most)) {
      isUserCode = true;
      // Nothing is delivered after an abort, also not of a page that was requested before it.
      options?.signal?.throwIfAborted();
      await beforeDelivery?.(validated);
      // Not `yield*`, which would wrap and await each item again.
      for (const item of itemsOf(validated.page)) {
        options?.signal?.throwIfAborted();
        yield item;
      }
      isUserCode = false;
    }
  } catch (error) {
    if (error === iterationStopped) return;
    // A page that was requested early failed before user code awaited it.
    if (!isUserCode && error !== options?.signal?.reason) recaptureStack(error);
    throw error;
  } finally {
    stop.abort(iterationStopped);
  }
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
    throw invalidRequest(source.name, [{ path: 'max', message }]);
  }
  const rows: Row[] = [];
  try {
    for await (const row of iterate(source, source.rowsOf, max + 1)) {
      rows.push(row);
      if (rows.length <= max) continue;
      const advice = 'the max of toArray; pass a greater max, or leave a loop with "break"';
      const message = `${source.name}: there are more than ${max} rows, ${advice}`;
      throw new PaginationError(message, { operation: source.name });
    }
    return rows;
  } catch (error) {
    const isBegun = error instanceof PublisherError && (error.checkpoint ?? error instanceof PaginationError);
    // No row was delivered.
    throw isBegun && source.startsAt ? Object.assign(error, { checkpoint: source.startsAt() }) : error;
  }
}

/** Returns call options with a signal that aborts when the user-supplied signal or `stopped` does. */
export function alsoAbortedBy(options: CallOptions, stopped: AbortSignal): CallOptions {
  // Invalid options, or an invalid signal in them, are passed on: the call rejects them.
  if (Object(options) !== options || options instanceof AbortSignal) return options;
  const { signal = stopped } = options;
  return { ...options, signal: signal instanceof AbortSignal ? anySignal(signal, stopped) : signal };
}
