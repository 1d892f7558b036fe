import * as z from 'zod';

import type { TransactionReport } from '../api/transactions.ts';
import type { InvalidRow } from '../validation/validation.ts';

/** A page as received: `results` includes the invalid rows. */
export interface ReceivedPage {
  readonly page: TransactionReport;
  /** In page order; empty unless invalid rows are set aside. */
  readonly invalidRows: readonly InvalidRow[];
}

/** Fetches a page; the signal aborts it, and `onHead` is called with the first bytes of its body. */
export type FetchPage = (
  cursor: string | null,
  signal: AbortSignal,
  onHead: (bytes: Uint8Array) => void,
) => Promise<ReceivedPage>;

/** A pending page, which can request the next one early. */
export class PageRequest {
  readonly cursor: string | null;
  readonly page: Promise<ReceivedPage>;
  readonly #fetchPage: FetchPage;
  readonly #head: Promise<PageHead>;
  readonly #dropped = new AbortController();
  #next: PageRequest | undefined;

  constructor(cursor: string | null, fetchPage: FetchPage) {
    this.cursor = cursor;
    this.#fetchPage = fetchPage;
    const { promise, resolve } = Promise.withResolvers<PageHead>();
    this.#head = promise;
    // Not `this`: a signal may keep this function, and would keep the page with it, until a full garbage collection.
    this.page = fetchPage(cursor, this.#dropped.signal, (bytes) => {
      const head = readPageHead(bytes);
      if (head) resolve(head);
    });
    // Not awaited yet: without this, an early failure would be an unhandled rejection.
    this.page.catch(() => undefined);
  }

  /** Requests the next page as soon as the head of this one is received, if `cursorAfter` returns a cursor for it. */
  sendEarly(cursorAfter: (head: PageHead) => string | null): void {
    void this.#head.then((head) => {
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

  /** As `next`, and lets go of it: a page that was delivered must not keep those after it in memory. */
  take(cursor: string): PageRequest {
    const next = this.next(cursor);
    this.#next = undefined;
    return next;
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
export function nextCursorOf({
  nextCursor,
  nextPageQuery,
}: Pick<TransactionReport, 'nextCursor' | 'nextPageQuery'>): string | null {
  return (nextCursor ?? new URLSearchParams(nextPageQuery ?? '').get('cursor')) || null;
}

/** Returns the service's count of rows; `undefined` if it is none, which tolerant mode passes through. */
export function countIn({ totalCount }: Pick<TransactionReport, 'totalCount'>): number | undefined {
  return typeof totalCount === 'number' && Number.isSafeInteger(totalCount) ? totalCount : undefined;
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
