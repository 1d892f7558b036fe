import type { ReceivedPage } from '../http/transport.ts';
import { type PageHead, readPageHead } from './page-head.ts';

/** Fetches a page; the signal aborts it, and `onHead` is called with the first bytes of its body. */
export type FetchPage<Page> = (
  cursor: string | null,
  signal: AbortSignal,
  onHead: (bytes: Uint8Array) => void,
) => Promise<ReceivedPage<Page>>;

/** A pending page, which can request the next one early. */
export class PageRequest<Page> {
  readonly cursor: string | null;
  readonly page: Promise<ReceivedPage<Page>>;
  readonly #fetchPage: FetchPage<Page>;
  readonly #head = Promise.withResolvers<PageHead>();
  readonly #dropped = new AbortController();
  #next: PageRequest<Page> | undefined;

  constructor(cursor: string | null, fetchPage: FetchPage<Page>) {
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
  next(cursor: string): PageRequest<Page> {
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
