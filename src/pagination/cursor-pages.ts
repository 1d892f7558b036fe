import type { InvalidRow } from '../validation/validation.ts';
import { type Checkpoint, PaginationError, PublisherError } from '../errors/index.ts';
import { quote } from '../errors/printable.ts';
import type { DriftReporter } from '../http/observer.ts';
import type { ReceivedPage } from '../http/transport.ts';
import { nextCursorOf, type PageHead } from './page-head.ts';
import type { PageComparison } from './page-comparison.ts';
import { type FetchPage, PageRequest } from './page-request.ts';

/** A page of rows with the cursor of the next page. */
export interface CursorPage extends PageHead {
  readonly results: readonly unknown[];
}

/** The position of a page in an iteration. */
export interface PagePosition {
  /** Cursor of the next page; `null` on the last page. */
  readonly nextCursor: string | null;
  /** Cursor of this page; `null` on the first page. */
  readonly cursor: string | null;
  /** Index of this page, starting at 0. */
  readonly index: number;
  /** Where to resume after this page; pass it as `resume`. */
  readonly checkpoint: Checkpoint;
}

/** Progress of an iteration. */
export interface PaginationProgress {
  /** Pages delivered so far. */
  readonly pages: number;
  /** Rows delivered so far. */
  readonly rows: number;
  /** Invalid rows passed to `onInvalidRow` so far. */
  readonly invalidRows: number;
  /** Total number of matching rows, by the service's latest count. */
  readonly totalCount: number;
}

/** Options of {@link cursorPages}. */
export interface CursorPagesOptions<Page> {
  /** The operation, for errors and drift reports. */
  readonly operation: string;
  readonly fetchPage: FetchPage<Page>;
  readonly start: Checkpoint;
  /** Maximum number of rows per page. */
  readonly limit: number;
  /** Whether the iteration counts every row of the range, so that the sum can be compared with `totalCount`. */
  readonly countable: boolean;
  /** Whether to stop after `totalCount` rows even if there is a next cursor. */
  readonly endAtTotalCount: boolean;
  /** Whether to request the next page while the current one is being received or processed. */
  readonly prefetch: boolean;
  readonly drift: CountReporter;
  /** Compares each page with those before it. */
  readonly comparison: PageComparison;
}

/** Receives the report of a wrong count; a type of its own, because a class with private fields has no other instances. */
export type CountReporter = Pick<DriftReporter, 'reportAgain'>;

/** A page without its invalid rows; these are passed to `onInvalidRow` before the page is delivered. */
export interface Delivery<Page> {
  readonly page: Page;
  readonly invalidRows: readonly InvalidRow[];
}

/** The checkpoint before the first page. */
export const firstPage: Checkpoint = { cursor: null, rowsToSkip: 0, pages: 0, rows: 0, invalidRows: 0 };

/**
 * Iterates over the pages that cursors lead to.
 *
 * How the last page is marked is not documented (§4.1). Iteration ends if there is no next cursor, if an empty page
 * repeats a cursor or completes `totalCount`, or if a page repeats a cursor after exactly `totalCount` rows. The count
 * alone does not end it while pages have rows and a new cursor: a service may cap its count.
 *
 * A row that equals a row of the page before in every field is not delivered: pages shifted meanwhile.
 *
 * With `prefetch` the next page is requested while the current one is processed; if that request fails, the error is
 * thrown when the page is due.
 *
 * @throws {@link PaginationError} when the cursor of a page with rows leads back to an earlier page
 */
export async function* cursorPages<Page extends CursorPage>(
  options: CursorPagesOptions<Page>,
): AsyncGenerator<Delivery<Page & PagePosition>, void, undefined> {
  const { comparison } = options;
  let checkpoint = options.start;
  const used = new Set<string | null>();
  let request = new PageRequest(checkpoint.cursor, options.fetchPage);
  try {
    for (;;) {
      const { cursor, rowsToSkip } = checkpoint;
      used.add(cursor);
      if (options.prefetch) request.sendEarly(predictNextCursor(options, checkpoint.rowsToSkip, used));
      const { page, invalidRows: invalid } = await received(request, checkpoint);

      const index = checkpoint.pages;
      const dropped = comparison.compare(page, rowsToSkip, index);
      const setAside = invalid.filter(({ index }) => index >= rowsToSkip && !dropped.has(index));
      const results = validRows(page.results, invalid, rowsToSkip, dropped);
      const next = nextCursorOf(page);
      const repeats = next !== null && used.has(next);
      const last = next === null || endsByCount(options, page, comparison.received, repeats);
      const count = page.results.length;
      if (last && count < rowsToSkip) comparison.endsEarly(index);
      const isNews = comparison.changed && !checkpoint.changed;
      const delivers = results.length > 0 || setAside.length > 0 || rowsToSkip === 0 || isNews;
      const pages = checkpoint.pages + (delivers ? 1 : 0);
      const rows = checkpoint.rows + results.length;
      const invalidRows = checkpoint.invalidRows + setAside.length;
      const changed = comparison.changed && { changed: true };
      const counts = { pages, rows, invalidRows, ...changed, border: comparison.border(last) };
      // Without a next cursor to follow, resume on this page, after its rows.
      const after: Checkpoint =
        last || repeats
          ? { cursor, rowsToSkip: Math.max(rowsToSkip, count), ...counts }
          : { cursor: next, rowsToSkip: Math.max(0, rowsToSkip - count), ...counts };

      if (last || repeats) request.dropNext();
      else if (options.prefetch) request.next(next);
      if (delivers) {
        const position = {
          nextCursor: last ? null : next,
          cursor,
          index,
          checkpoint: after,
        };
        yield { page: { ...page, results, ...position }, invalidRows: setAside };
      }
      checkpoint = after;

      if (last) {
        const total = rows + invalidRows;
        if (options.countable && total !== page.totalCount)
          reportCount(options.drift, options.operation, total, page.totalCount);
        return;
      }
      if (repeats) throw repeatedCursor(options.operation, next, checkpoint);
      request = request.next(next);
    }
  } finally {
    request.dropNext();
  }
}

/** Returns the valid rows, starting at `rowsToSkip`, without those that are dropped. */
function validRows<Row>(
  rows: readonly Row[],
  invalid: readonly InvalidRow[],
  rowsToSkip: number,
  dropped: ReadonlySet<number>,
): readonly Row[] {
  if (invalid.length === 0 && dropped.size === 0) return rows.slice(rowsToSkip);
  const indexes = new Set([...invalid.map(({ index }) => index), ...dropped]);
  return rows.filter((_, index) => index >= rowsToSkip && !indexes.has(index));
}

/** Whether the number of rows received so far, invalid and dropped ones included, ends the iteration despite a next cursor. */
function endsByCount<Page>(
  { endAtTotalCount, countable }: CursorPagesOptions<Page>,
  { results, totalCount }: CursorPage,
  rows: number,
  repeats: boolean,
): boolean {
  // In tolerant mode the count may be any value.
  if (results.length === 0) return repeats || (Number.isSafeInteger(totalCount) && rows >= totalCount);
  return countable && rows === totalCount && (repeats || endAtTotalCount);
}

/** Returns a function that reads the next cursor from a page head; `null` if it is unlikely to be followed. */
function predictNextCursor<Page>(
  options: CursorPagesOptions<Page>,
  rowsToSkip: number,
  used: ReadonlySet<string | null>,
): (head: PageHead) => string | null {
  const full = options.comparison.received + Math.max(0, options.limit - rowsToSkip);
  const counts = options.endAtTotalCount && options.countable;
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
      'following it would loop forever',
    { operation, cursor },
  );
  error.checkpoint = checkpoint;
  return error;
}

/** Reports that the number of received rows differs from `totalCount`. */
export function reportCount(drift: CountReporter, operation: string, rows: number, totalCount: number): void {
  drift.reportAgain(operation, {
    path: 'totalCount',
    expected: Number.isSafeInteger(totalCount) ? `${totalCount} rows` : 'an integer number of rows',
    received: `${rows} rows`,
  });
}
