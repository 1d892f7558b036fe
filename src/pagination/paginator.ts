import { addCallers, type Caller, captureCaller, creatorOf, keepFrames } from '../errors/callers.ts';
import { InvalidRequestError } from '../errors/index.ts';
import type { CallOptions } from '../options/call-options.ts';
import { anySignal } from '../runtime/runtime.ts';
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
  /** Starts a new iteration; the signal aborts pending requests. */
  readonly pages: (signal: AbortSignal) => AsyncGenerator<ValidatedPage<Page>, void, undefined>;
  /** Called before a page is delivered; if it throws, the iteration ends. */
  readonly beforeDelivery?: (page: ValidatedPage<Page>) => Promise<void>;
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

/** Returns a paginator whose errors show where it was created and where its iteration was started. */
export function createPaginator<Page, Row>(source: PaginatorSource<Page, Row>): Paginator<Page, Row> {
  function start<Item>(itemsOf: (page: Page) => readonly Item[], ...callers: Caller[]): Iteration<Item> {
    const stop = new AbortController();
    const explain: Explain = (error) => addCallers(error, [...callers, creatorOf(paginator)]);
    return stopping(iterate(source, itemsOf, stop, explain), stop);
  }

  function rows(): Iteration<Row> {
    return start(source.rowsOf, captureCaller(rows));
  }

  function pages(): AsyncIterable<Page> {
    const called = captureCaller(pages);
    function iteratePages(): Iteration<Page> {
      return start((page) => [page], captureCaller(iteratePages), called);
    }
    return { [Symbol.asyncIterator]: iteratePages };
  }

  async function toArray(options: { readonly max: number }): Promise<Row[]> {
    const caller = captureCaller(toArray);
    // Callers in JavaScript may omit it.
    const max = (options as { readonly max?: unknown } | undefined)?.max;
    if (typeof max !== 'number' || !Number.isSafeInteger(max) || max < 1) {
      const message =
        'must be an integer of at least 1, the maximum number of rows to keep in memory: .toArray({ max: 10000 })';
      const error = new InvalidRequestError(source.name, [{ path: 'max', message }]);
      throw addCallers(error, [caller, creatorOf(paginator)]);
    }
    const found: Row[] = [];
    for await (const row of start(source.rowsOf, caller)) {
      found.push(row);
      if (found.length >= max) break;
    }
    return found;
  }

  const paginator: Paginator<Page, Row> = {
    [Symbol.asyncIterator]: rows,
    pages,
    toArray,
    /** Explains in `console.log` that the rows have not been requested yet. */
    [inspectKey]: () => `${source.name} { not read yet: use "for await", .pages() or .toArray({ max }) }`,
  };
  return paginator;
}

/** A started iteration. */
type Iteration<T> = AsyncGenerator<T, void, undefined>;

/** Adds the callers of an iteration to the stack of an error. */
type Explain = (error: unknown) => unknown;

/** The abort reason when the loop is left; it is never visible to callers. */
const iterationStopped = new Error('iteration stopped');

/** Iterates over the items of each page; when it ends, requests that are still pending are aborted. */
async function* iterate<Page, Item>(
  { pages, beforeDelivery }: PaginatorSource<Page, unknown>,
  itemsOf: (page: Page) => readonly Item[],
  stop: AbortController,
  explain: Explain,
): Iteration<Item> {
  try {
    for await (const validated of pages(stop.signal)) {
      // What a user-supplied function throws has the user's line already.
      await beforeDelivery?.(validated).catch(rethrowUnchanged);
      // Not `yield*`, which would wrap and await each item again.
      for (const item of itemsOf(validated.page)) yield item;
    }
  } catch (error) {
    if (error !== iterationStopped) throw explain(error);
  } finally {
    stop.abort(iterationStopped);
  }
}

function rethrowUnchanged(error: unknown): never {
  keepFrames(error);
  throw error;
}

/** Lets `return` abort a pending `next`: otherwise it would wait for the page. */
function stopping<T>(items: Iteration<T>, stop: AbortController): Iteration<T> {
  const end = items.return.bind(items);
  items.return = () => {
    stop.abort(iterationStopped);
    return end();
  };
  return items;
}

/** Returns call options with a signal that aborts when the user-supplied signal or `stopped` does. */
export function alsoAbortedBy(options: CallOptions, stopped: AbortSignal): CallOptions {
  // Invalid options, or an invalid signal in them, are passed on: the call rejects them.
  if (Object(options) !== options || options instanceof AbortSignal) return options;
  const { signal = stopped } = options;
  return { ...options, signal: signal instanceof AbortSignal ? anySignal(signal, stopped) : signal };
}
