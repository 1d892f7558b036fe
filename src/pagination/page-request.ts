import * as z from 'zod';

import type { TransactionReport } from '../api/transactions.ts';
import type { ReceivedPage } from '../http/transport.ts';

/** Fetches a page; the signal aborts it, and `onHead` is called with the first bytes of its body. */
export type FetchPage = (
  cursor: string | null,
  signal: AbortSignal,
  onHead: (bytes: Uint8Array) => void,
) => Promise<ReceivedPage<TransactionReport>>;

/** A pending page, which can request the next one early. */
export class PageRequest {
  readonly cursor: string | null;
  readonly page: Promise<ReceivedPage<TransactionReport>>;
  readonly #fetchPage: FetchPage;
  readonly #head = Promise.withResolvers<PageHead>();
  readonly #dropped = new AbortController();
  #next: PageRequest | undefined;

  constructor(cursor: string | null, fetchPage: FetchPage) {
    this.cursor = cursor;
    this.#fetchPage = fetchPage;
    this.page = fetchPage(cursor, this.#dropped.signal, (bytes) => {
      const head = readPageHead(bytes);
      if (head) this.#head.resolve(head);
    });
    // Not awaited yet: without this, an early failure would be an unhandled rejection.
    this.page.catch(() => undefined);
  }

  /** Requests the next page as soon as the head of this one is received, if `cursorAfter` returns a cursor for it. */
  sendEarly(cursorAfter: (head: PageHead) => string | null): void {
    void this.#head.promise.then((head) => {
      const cursor = cursorAfter(head);
      if (cursor !== null) this.next(cursor);
    });
  }

  /** Returns the request for the next page; a pending one is reused if it has the same cursor. */
  next(cursor: string): PageRequest {
    if (this.#next?.cursor === cursor) return this.#next;
    this.dropNext();
    return (this.#next = new PageRequest(cursor, this.#fetchPage));
  }

  /** Aborts the request for the next page, if any; its result is ignored. */
  dropNext(): void {
    if (this.#next) this.#next.#dropped.abort();
    this.#next = undefined;
  }
}

const pageHeadSchema = z.object({
  totalCount: z.int(),
  nextCursor: z.string().nullish(),
  nextPageQuery: z.string().nullish(),
});

/** The fields of a page besides its rows. */
export interface PageHead extends z.output<typeof pageHeadSchema> {}

/** Returns the cursor of the next page; `nextPageQuery` is read if `nextCursor` is missing, but never sent as is. */
export function nextCursorOf({ nextCursor, nextPageQuery }: PageHead): string | null {
  const fromQuery = (): string | null => new URLSearchParams(nextPageQuery ?? '').get('cursor');
  return (nextCursor ?? fromQuery()) || null;
}

/**
 * Reads the fields before the rows from the first bytes of a page; rows are documented to be the last field (§4.1).
 * Returns `undefined` if the service uses another order, or if the rows start after these bytes.
 *
 * The result is a guess: the complete page may contain other values.
 */
export function readPageHead(bytes: Uint8Array): PageHead | undefined {
  try {
    // A stream may end within a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    // Inside a string the quotes would be escaped, and inside another object the text before it is not valid JSON.
    const end = text.indexOf('"results"');
    if (end < 0) return undefined;
    return pageHeadSchema.safeParse(JSON.parse(`${text.slice(0, end).replace(/,\s*$/, '')}}`)).data;
  } catch {
    return undefined;
  }
}
