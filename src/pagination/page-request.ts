import type { ReceivedPage } from '../transport/transport.ts';
import { type PageHead, readPageHead } from './page-head.ts';

/** How a page is asked for: the signal aborts it, and `onHead` is to be called with the first bytes of its body. */
export type FetchPage<Page> = (
  cursor: string | null,
  signal: AbortSignal,
  onHead: (bytes: Uint8Array) => void,
) => Promise<ReceivedPage<Page>>;

/** A page on its way, which may send for the one after it. */
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
    // Nobody may be waiting for it yet: its failure is not lost, only heard later.
    this.page.catch(() => undefined);
  }

  /** Sends for the next page as soon as this one's head is there, if `cursorAfter` can tell the cursor by it. */
  sendEarly(cursorAfter: (head: PageHead) => string | null): void {
    void this.#head.promise.then((head) => {
      const cursor = cursorAfter(head);
      if (cursor !== null) this.next(cursor);
    });
  }

  /** The request of the next page; one that is on its way already is taken if its cursor is this one. */
  next(cursor: string): PageRequest<Page> {
    if (this.#next?.cursor === cursor) return this.#next;
    this.dropNext();
    return (this.#next = new PageRequest(cursor, this.#fetchPage));
  }

  /** Aborts the request of the next page, if there is one; nobody will hear of it. */
  dropNext(): void {
    if (this.#next) this.#next.#dropped.abort();
    this.#next = undefined;
  }
}
