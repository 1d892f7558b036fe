import { type Checkpoint, PaginationError, PublisherError } from '../errors/index.ts';
import { quote } from '../errors/printable.ts';
import type { DriftReporter } from '../transport/drift.ts';
import { nextCursorOf, type PageHead } from './page-head.ts';
import type { ReceivedPage } from '../transport/transport.ts';
import { type FetchPage, PageRequest } from './page-request.ts';
import type { InvalidRow } from '../contract/validation/validation.ts';

/** A page of rows that names the cursor of the next. */
export interface CursorPage extends PageHead {
  readonly results: readonly unknown[];
}

/** Where a page stands in its walk. */
export interface PagePosition {
  /** Cursor of the next page; `null` on the last. */
  readonly nextCursor: string | null;
  /** Cursor that this page was asked for with; `null` on the first. */
  readonly cursor: string | null;
  /** Number of this page in the walk, from 0. */
  readonly index: number;
  /** Where to resume after this page. */
  readonly checkpoint: Checkpoint;
}

/** How far a walk has come. */
export interface Progress {
  /** Pages delivered so far. */
  readonly pages: number;
  /** Rows delivered so far. */
  readonly rows: number;
  /** Rows set aside by `onInvalidRow` so far. */
  readonly invalidRows: number;
  /** All matching rows, by the service's latest count. */
  readonly totalCount: number;
}

/** What a walk over cursors needs to know. */
export interface CursorPagesOptions<Page> {
  /** The operation, for errors and drift. */
  readonly operation: string;
  readonly fetchPage: FetchPage<Page>;
  readonly start: Checkpoint;
  /** The most rows that a page has. */
  readonly limit: number;
  /** Whether the rows are counted from the first, so that they can be held against `totalCount`. */
  readonly countable: boolean;
  /** Whether `totalCount` rows end the pagination although a next cursor is named. */
  readonly endAtTotalCount: boolean;
  /** Whether the next page is asked for before the one at hand is worked on, or even whole. */
  readonly prefetch: boolean;
  readonly drift: DriftReporter;
}

/** A page without its invalid rows, which are to be set aside before it is delivered. */
export interface Delivery<Page> {
  readonly page: Page;
  readonly invalidRows: readonly InvalidRow[];
}

/** The start of a walk from the first page. */
export const firstPage: Checkpoint = { cursor: null, rowsToSkip: 0, pages: 0, rows: 0, invalidRows: 0 };

/**
 * Iterates from page to page. The form of the last page is not documented (§4.1), so every plausible one ends the
 * pagination: no next cursor, an empty page that repeats a cursor or completes `totalCount`, and a page that repeats a
 * cursor once exactly `totalCount` rows have been received. A count alone ends nothing while a cursor is named and rows
 * keep coming: a service may cap its count.
 *
 * With `prefetch` one page is requested while the one before is read and worked on; if it fails, that shows when its
 * turn comes.
 *
 * @throws {@link PaginationError} when a page with rows leads back to one already read
 */
export async function* cursorPages<Page extends CursorPage>(
  walk: CursorPagesOptions<Page>,
): AsyncGenerator<Delivery<Page & PagePosition>, void, undefined> {
  let checkpoint = walk.start;
  const used = new Set<string | null>();
  let request = new PageRequest(checkpoint.cursor, walk.fetchPage);
  try {
    for (;;) {
      const { cursor, rowsToSkip } = checkpoint;
      used.add(cursor);
      if (walk.prefetch) request.sendEarly(predictNextCursor(walk, checkpoint, used));
      const { page, invalidRows: invalid } = await received(request, checkpoint);

      const setAside = invalid.filter(({ index }) => index >= rowsToSkip);
      const results = validRows(page.results, invalid, rowsToSkip);
      const delivers = results.length > 0 || setAside.length > 0 || rowsToSkip === 0;
      const pages = checkpoint.pages + (delivers ? 1 : 0);
      const rows = checkpoint.rows + results.length;
      const invalidRows = checkpoint.invalidRows + setAside.length;
      const next = nextCursorOf(page);
      const repeats = next !== null && used.has(next);
      const last = next === null || endsByCount(walk, page, rows + invalidRows, repeats);
      const counts = { pages, rows, invalidRows };
      // At the end, and where the next cursor cannot be followed, the place to return to is behind this page's rows.
      const count = page.results.length;
      const after: Checkpoint =
        last || repeats
          ? { cursor, rowsToSkip: Math.max(rowsToSkip, count), ...counts }
          : { cursor: next, rowsToSkip: Math.max(0, rowsToSkip - count), ...counts };

      if (last || repeats) request.dropNext();
      else if (walk.prefetch) request.next(next);
      if (delivers) {
        const place = { nextCursor: last ? null : next, cursor, index: checkpoint.pages, checkpoint: after };
        yield { page: { ...page, results, ...place }, invalidRows: setAside };
      }
      checkpoint = after;

      if (last) {
        const total = rows + invalidRows;
        if (walk.countable && total !== page.totalCount)
          reportCount(walk.drift, walk.operation, total, page.totalCount);
        return;
      }
      if (repeats) throw repeatedCursor(walk.operation, next, checkpoint);
      request = request.next(next);
    }
  } finally {
    request.dropNext();
  }
}

/** The rows from `rowsToSkip` on, without the invalid ones. */
function validRows<Row>(
  rows: readonly Row[],
  invalid: readonly InvalidRow[],
  rowsToSkip: number,
): readonly Row[] {
  if (invalid.length === 0) return rows.slice(rowsToSkip);
  const indexes = new Set(invalid.map(({ index }) => index));
  return rows.filter((_, index) => index >= rowsToSkip && !indexes.has(index));
}

/** Whether the rows received so far, the invalid ones included, end the pagination although a next cursor is named. */
function endsByCount<Page>(
  { endAtTotalCount, countable }: CursorPagesOptions<Page>,
  { results, totalCount }: CursorPage,
  rows: number,
  repeats: boolean,
): boolean {
  // In tolerant mode the count may be anything.
  if (results.length === 0) return repeats || (Number.isSafeInteger(totalCount) && rows >= totalCount);
  return countable && rows === totalCount && (repeats || endAtTotalCount);
}

/** What the head of the page at hand says of the next cursor; `null` where none is likely to be followed. */
function predictNextCursor<Page>(
  walk: CursorPagesOptions<Page>,
  { rows, invalidRows, rowsToSkip }: Checkpoint,
  used: ReadonlySet<string | null>,
): (head: PageHead) => string | null {
  const full = rows + invalidRows + Math.max(0, walk.limit - rowsToSkip);
  const counts = walk.endAtTotalCount && walk.countable;
  return (head) => {
    const next = nextCursorOf(head);
    return used.has(next) || (counts && full >= head.totalCount) ? null : next;
  };
}

async function received<Page>(
  request: PageRequest<Page>,
  checkpoint: Checkpoint,
): Promise<ReceivedPage<Page>> {
  try {
    return await request.page;
  } catch (error) {
    if (error instanceof PublisherError) error.checkpoint = checkpoint;
    throw error;
  }
}

function repeatedCursor(operation: string, cursor: string, checkpoint: Checkpoint): PaginationError {
  const error = new PaginationError(
    `${operation}: the service repeated the cursor ${quote(cursor)} after ${checkpoint.rows} rows; ` +
      'following it would loop for ever',
    { operation, cursor },
  );
  error.checkpoint = checkpoint;
  return error;
}

/** Reports that more or fewer rows were received than the service counts. */
export function reportCount(drift: DriftReporter, operation: string, rows: number, totalCount: number): void {
  drift.reportAgain(operation, {
    path: 'totalCount',
    expected: Number.isSafeInteger(totalCount) ? `${totalCount} rows` : 'a usable count',
    received: `${rows} rows`,
  });
}
