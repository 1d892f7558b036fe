import { inspect } from 'node:util';

import { InvalidRequestError } from '../errors/index.ts';
import type { Delivery } from './cursor-pages.ts';
import type { CallOptions } from '../options/call-options.ts';

/** How a walk gets its pages, and what the rows of one are. */
export interface PaginatorSource<Page, Row> {
  /** The operation, for messages: `transactions.list`. */
  readonly name: string;
  /** A fresh walk from its start; the signal aborts what is in flight. */
  readonly pages: (signal: AbortSignal) => AsyncGenerator<Delivery<Page>, void, undefined>;
  /** What has to be done before a page is delivered; what it throws ends the pagination. */
  readonly beforeDelivery?: (delivery: Delivery<Page>) => Promise<void>;
  readonly rowsOf: (page: Page) => readonly Row[];
}

/**
 * Rows behind pages, asked for as they are needed; each `for await` starts a fresh walk.
 *
 * @example
 * ```ts
 * import { PublisherClient } from 'publisher-commerce';
 *
 * const client = new PublisherClient();
 * const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
 * for await (const page of client.transactions.list(october).pages()) {
 *   console.log(page.index, page.results.length, page.totalCount);
 * }
 * ```
 */
export class Paginator<Page, Row> implements AsyncIterable<Row> {
  readonly #source: PaginatorSource<Page, Row>;

  /** @internal */
  constructor(source: PaginatorSource<Page, Row>) {
    this.#source = source;
  }

  /** Row by row; leaving the loop early asks for no more pages. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Row, void, undefined> {
    const source = this.#source;
    return abortable(async function* rows(signal) {
      for await (const page of untilLeft(source, signal)) {
        // Not `yield*`, which would wrap and await each row once more.
        for (const row of source.rowsOf(page)) yield row;
      }
    });
  }

  /** Page by page, each whole; the faster way through many rows. */
  pages(): AsyncIterable<Page> {
    return { [Symbol.asyncIterator]: () => abortable((signal) => untilLeft(this.#source, signal)) };
  }

  /**
   * The first `max` rows as an array, or all where there are fewer.
   *
   * @throws {@link InvalidRequestError} when `max` is not a whole number of at least 1
   */
  async toArray(options: { readonly max: number }): Promise<Row[]> {
    // JavaScript may leave it out.
    const max = (options as { readonly max?: unknown } | undefined)?.max;
    if (typeof max !== 'number' || !Number.isSafeInteger(max) || max < 1) {
      throw new InvalidRequestError(this.#source.name, [
        { path: 'max', message: 'must be an integer of at least 1: the most rows to keep in memory' },
      ]);
    }
    const rows: Row[] = [];
    for await (const row of this) {
      rows.push(row);
      if (rows.length >= max) break;
    }
    return rows;
  }

  /** What `console.log` shows, since the rows are not here yet. */
  [inspect.custom](): string {
    return `${this.#source.name} { not read yet: use "for await", .pages() or .toArray({ max }) }`;
  }
}

/** Call options under which the caller's signal, and leaving the walk, both abort. */
export function alsoAbortedBy(options: CallOptions, left: AbortSignal): CallOptions {
  const { signal = left } = options;
  // Something that is no signal is passed on: the call that gets it says so.
  return { ...options, signal: signal instanceof AbortSignal ? AbortSignal.any([signal, left]) : signal };
}

/** An iterator whose `return` also aborts what a pending `next` waits for. */
function abortable<T>(
  walk: (signal: AbortSignal) => AsyncGenerator<T, void, undefined>,
): AsyncIterableIterator<T, void, undefined> {
  const controller = new AbortController();
  const items = walk(controller.signal);
  return {
    next: () => items.next(),
    return: () => {
      controller.abort(stopped);
      return items.return();
    },
    throw: (error) => {
      controller.abort(stopped);
      return items.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** The abort reason of a walk that its caller left; it never reaches anyone. */
const stopped = new Error('the walk was left');

/** A walk that its caller may leave while a page is on its way: that ends it, and is no failure. */
async function* untilLeft<Page>(
  { pages, beforeDelivery }: PaginatorSource<Page, unknown>,
  signal: AbortSignal,
): AsyncGenerator<Page, void, undefined> {
  try {
    for await (const delivery of pages(signal)) {
      await beforeDelivery?.(delivery);
      yield delivery.page;
    }
  } catch (error) {
    if (error !== stopped) throw error;
  }
}
