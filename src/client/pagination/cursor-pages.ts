import { defaultLimit } from '../api/transactions.ts';
import { type Checkpoint, PaginationError } from '../errors/index.ts';
import { quote } from '../errors/printable.ts';
import type { TokenRedactor } from '../errors/token-redactor.ts';
import { checkComplete } from './complete.ts';
import { checkpointAfter, withCheckpoint } from './checkpoint.ts';
import type { PageComparison, ReportDrift } from './page-comparison.ts';
import { countIn, type FetchPage, nextCursorOf, type PageHead, PageRequest } from './page-request.ts';
import type { TransactionPages } from './transaction-page.ts';

export interface CursorPagesOptions {
  readonly operation: string;
  readonly fetchPage: FetchPage;
  readonly start: Checkpoint;
  /** Rows per page; `null` if the service's default is requested. */
  readonly limit: number | null;
  /** Whether the iteration counts every row of the range, so that the sum can be compared with `totalCount`. */
  readonly countable: boolean;
  /** Whether to throw after the last page if rows may be missing. */
  readonly requireComplete?: boolean;
  /** Whether to stop after `totalCount` rows even if there is a next cursor. */
  readonly endAtTotalCount: boolean;
  /** Whether to request the next page while the current one is being received or processed. */
  readonly prefetch: boolean;
  /** How many rows are enough: no page after these is requested early. @defaultValue all */
  readonly most?: number | undefined;
  readonly report: ReportDrift;
  readonly comparison: PageComparison;
  readonly redactor?: TokenRedactor;
}

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
 * @throws {@link PaginationError} when the cursor of a page with rows leads back to an earlier page, or has the token, or
 *   when 100 pages in a row have no rows
 */
export async function* cursorPages(options: CursorPagesOptions): TransactionPages {
  const { operation, comparison, prefetch, redactor } = options;
  let checkpoint = options.start;
  const { border } = checkpoint;
  const wanted = checkpoint.rows + (options.most ?? Infinity);
  // A cursor that led back before is not followed after a resume either.
  const used = new Set<string | null>(border?.repeated === undefined ? [] : [border.repeated]);
  let emptyPages = 0;
  try {
    checkCursor(checkpoint.cursor, operation, redactor);
    let request = new PageRequest(checkpoint.cursor, options.fetchPage);
    for (;;) {
      const { cursor, rowsToSkip, pages: index } = checkpoint;
      used.add(cursor);
      const full = checkpoint.rows + fullPage(options, rowsToSkip);
      if (prefetch && full < wanted) request.sendEarly(predictNextCursor(options, rowsToSkip, used));
      const { page, invalidRows } = await request.page;
      const next = nextCursorOf(page);
      checkCursor(next, operation, redactor);

      const dropped = comparison.compare(page.results, countIn(page), rowsToSkip, index);
      const repeats = next !== null && used.has(next);
      const last = next === null || endsByCount(options, page.results.length, countIn(page), repeats);
      const count = page.results.length;
      if (last && count < rowsToSkip) comparison.endsEarly(index);
      const isNew = (at: number): boolean => at >= rowsToSkip && !dropped.has(at);
      const setAside = invalidRows.filter(({ index }) => isNew(index));
      const invalid = new Set(invalidRows.map(({ index }) => index));
      const results =
        invalid.size + dropped.size === 0
          ? page.results.slice(rowsToSkip)
          : page.results.filter((_, at) => isNew(at) && !invalid.has(at));
      const isNews = comparison.changed && !checkpoint.changed;
      const delivers = results.length > 0 || setAside.length > 0 || rowsToSkip === 0 || isNews;
      checkpoint = checkpointAfter(checkpoint, {
        next: last || repeats ? null : next,
        received: count,
        limit: options.limit,
        totalCount: last ? countIn(page) : undefined,
        isDelivered: delivers,
        rows: results.length,
        invalidRows: setAside.length,
        changed: comparison.changed,
        border: comparison.border(last, repeats && !last ? next : undefined, redactor),
      });

      if (last || repeats) request.dropNext();
      else if (prefetch && checkpoint.rows < wanted) request.next(next);
      if (delivers) {
        const nextCursor = last ? null : next;
        yield { page: { ...page, results, nextCursor, cursor, index, checkpoint }, invalidRows: setAside };
      }
      if (last) {
        const total = checkpoint.rows + checkpoint.invalidRows;
        if (options.countable && total !== countIn(page)) reportCount(options.report, total, countIn(page));
        if (options.requireComplete) checkComplete(operation, checkpoint, 'rows');
        return;
      }
      if (repeats) throw repeatedCursor(operation, next, checkpoint.rows);
      emptyPages = count === 0 ? emptyPages + 1 : 0;
      if (emptyPages >= maxEmptyPages) throw onlyEmptyPages(operation, next, checkpoint.rows);
      request = request.take(next);
    }
  } catch (error) {
    throw withCheckpoint(error, checkpoint);
  }
}

/** Whether the number of rows received so far, invalid and dropped ones included, ends the iteration despite a next cursor. */
function endsByCount(
  { endAtTotalCount, countable, comparison: { received } }: CursorPagesOptions,
  rows: number,
  totalCount: number | undefined,
  repeats: boolean,
): boolean {
  if (rows === 0) return repeats || (totalCount !== undefined && received >= totalCount);
  return countable && received === totalCount && (repeats || endAtTotalCount);
}

/** Returns a function that reads the next cursor from a page head; `null` if it is unlikely to be followed. */
function predictNextCursor(
  options: CursorPagesOptions,
  rowsToSkip: number,
  used: ReadonlySet<string | null>,
): (head: PageHead) => string | null {
  const { comparison, endAtTotalCount, countable, redactor } = options;
  const full = comparison.received + fullPage(options, rowsToSkip);
  return (head) => {
    const next = nextCursorOf(head);
    if (next === null || used.has(next) || redactor?.isIn(next)) return null;
    return endAtTotalCount && countable && full >= head.totalCount ? null : next;
  };
}

/** How many new rows a page has if it is full. */
function fullPage({ limit }: CursorPagesOptions, rowsToSkip: number): number {
  return Math.max(0, (limit ?? defaultLimit) - rowsToSkip);
}

const maxCursorLength = 1000;

/**
 * Rejects a cursor that contains the token: it would be sent in a URL and stored in checkpoints.
 *
 * @throws {@link PaginationError} with the redacted cursor
 */
export function checkCursor(
  cursor: string | null,
  operation: string,
  redactor: TokenRedactor | undefined,
): void {
  if (cursor === null || !redactor?.isIn(cursor)) return;
  const shown = redactor.redact(cursor, maxCursorLength);
  throw new PaginationError(
    `${operation}: the service returned a cursor that contains the publisher token, ${quote(shown)}; ` +
      'it is neither sent nor stored',
    { operation, cursor: shown },
  );
}

function repeatedCursor(operation: string, cursor: string, rows: number): PaginationError {
  return new PaginationError(
    `${operation}: the service repeated the cursor ${quote(cursor)} after ${rows} rows; following it would loop forever`,
    { operation, cursor },
  );
}

/** A service that filters after paging has some, and ends; one that has no end would be asked for ever. */
const maxEmptyPages = 100;

function onlyEmptyPages(operation: string, cursor: string, rows: number): PaginationError {
  return new PaginationError(
    `${operation}: the service returned ${maxEmptyPages} pages without rows in a row, each with a new cursor, after ` +
      `${rows} rows; the next is ${quote(cursor)}`,
    { operation, cursor },
  );
}

/** Reports that the number of received rows differs from `totalCount`. */
function reportCount(report: ReportDrift, rows: number, totalCount: number | undefined): void {
  report({
    path: 'totalCount',
    expected: totalCount === undefined ? 'an integer number of rows' : `${totalCount} rows`,
    received: `${rows} rows`,
  });
}
