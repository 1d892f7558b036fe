import { type Checkpoint, PaginationError, PublisherError } from '../errors/index.ts';
import { quote } from '../errors/printable.ts';
import type { DriftReporter } from './drift.ts';
import { nextCursorOf, type PageHead } from './page-head.ts';
import { type FetchPage, PageRequest } from './page-request.ts';

/** A page of rows that names the cursor of the next. */
export interface CursorPage extends PageHead {
  readonly results: readonly unknown[];
}

/** Where a page stands in its walk. */
export interface Place {
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
  /** All matching rows, by the service's latest word. */
  readonly totalCount: number;
}

/** What a walk over cursors needs to know. */
export interface CursorWalk<Page> {
  /** The operation, for errors and drift. */
  readonly operation: string;
  readonly fetchPage: FetchPage<Page>;
  readonly start: Checkpoint;
  /** The most rows that a page has. */
  readonly limit: number;
  /** Whether the rows are counted from the first, so that they can be held against `totalCount`. */
  readonly countable: boolean;
  /** Whether as many rows as `totalCount` says end the walk, although a next cursor is named. */
  readonly endAtTotalCount: boolean;
  /** Whether the next page is asked for before the one at hand is worked on, or even whole. */
  readonly prefetch: boolean;
  readonly drift: DriftReporter;
  readonly onProgress: (progress: Progress) => void;
}

/** The start of a walk from the first page. */
export const firstPage: Checkpoint = { cursor: null, rowsToSkip: 0, pages: 0, rows: 0 };

/**
 * Walks from page to page. The form of the last page is not documented (§4.1), so every plausible one ends the
 * walk: no next cursor, an empty page that repeats a cursor, or as many rows as `totalCount` says there are.
 *
 * With `prefetch` one page is on its way while the one before is read to its end and worked on; should it fail, that
 * shows when its turn comes.
 *
 * @throws {@link PaginationError} when a page with rows leads back to one already read
 */
export async function* walkCursors<Page extends CursorPage>(
  walk: CursorWalk<Page>,
): AsyncGenerator<Page & Place, void, undefined> {
  let checkpoint = walk.start;
  const used = new Set<string | null>();
  let request = new PageRequest(checkpoint.cursor, walk.fetchPage);
  for (;;) {
    const { cursor, rowsToSkip } = checkpoint;
    used.add(cursor);
    if (walk.prefetch) request.sendEarly(foreseeing(walk, checkpoint, used));
    const page = await pageOf(request, checkpoint);

    const received = page.results.length;
    const results = page.results.slice(rowsToSkip);
    const delivers = results.length > 0 || rowsToSkip === 0;
    const pages = checkpoint.pages + (delivers ? 1 : 0);
    const rows = checkpoint.rows + results.length;
    const next = nextCursorOf(page);
    const repeats = next !== null && used.has(next);
    const last = next === null || isComplete(walk, page, rows) || (repeats && received === 0);
    // At the end, and where the next cursor cannot be followed, the place to return to is behind this page's rows.
    const after: Checkpoint =
      last || repeats
        ? { cursor, rowsToSkip: Math.max(rowsToSkip, received), pages, rows }
        : { cursor: next, rowsToSkip: Math.max(0, rowsToSkip - received), pages, rows };

    if (last || repeats) request.dropNext();
    else if (walk.prefetch) request.next(next);
    if (delivers) {
      walk.onProgress({ pages, rows, totalCount: page.totalCount });
      yield {
        ...page,
        results,
        nextCursor: last ? null : next,
        cursor,
        index: checkpoint.pages,
        checkpoint: after,
      };
    }
    checkpoint = after;

    if (last) {
      if (walk.countable && rows !== page.totalCount)
        reportCount(walk.drift, walk.operation, rows, page.totalCount);
      return;
    }
    if (repeats) throw repeatedCursor(walk.operation, next, checkpoint);
    request = request.next(next);
  }
}

/**
 * Whether all rows have been read. Once more rows than `totalCount` came, the count proves nothing while rows keep
 * coming; an empty page then ends the walk.
 */
function isComplete<Page>(
  walk: CursorWalk<Page>,
  { results, totalCount }: CursorPage,
  rows: number,
): boolean {
  // In tolerant mode the count may be anything.
  if (!walk.endAtTotalCount || !Number.isSafeInteger(totalCount)) return false;
  return results.length === 0 ? rows >= totalCount : walk.countable && rows === totalCount;
}

/** What the head of the page at hand says of the next cursor; `null` where none is likely to be followed. */
function foreseeing<Page>(
  walk: CursorWalk<Page>,
  { rows, rowsToSkip }: Checkpoint,
  used: ReadonlySet<string | null>,
): (head: PageHead) => string | null {
  const full = rows + Math.max(0, walk.limit - rowsToSkip);
  const counts = walk.endAtTotalCount && walk.countable;
  return (head) => {
    const next = nextCursorOf(head);
    return used.has(next) || (counts && full >= head.totalCount) ? null : next;
  };
}

async function pageOf<Page>(request: PageRequest<Page>, checkpoint: Checkpoint): Promise<Page> {
  try {
    return await request.page;
  } catch (error) {
    request.dropNext();
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

/** Reports that other rows came than the service counts. */
export function reportCount(drift: DriftReporter, operation: string, rows: number, totalCount: number): void {
  drift.reportAgain(operation, {
    path: 'totalCount',
    expected: `${totalCount} rows`,
    received: `${rows} rows`,
  });
}
