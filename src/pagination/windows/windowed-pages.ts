import { type Checkpoint, PaginationError, PublisherError } from '../../errors/index.ts';
import { changedBy, firstPage, reportCount } from '../cursor-pages.ts';
import type { TransactionDelivery } from '../transaction-page.ts';
import { openWindows } from './open-windows.ts';
import { requestAhead, continued, withoutUnhandledRejection } from './request-ahead.ts';
import { rowsOf } from './row-key.ts';
import { startOver } from './start-over.ts';
import { type WindowsStart, startAtCheckpoint, startAtFirstPage, receivedBy } from './start-windows.ts';
import { reportUnreliableDates, UnreliableDatesError } from './unreliable-dates.ts';
import type { WindowedPagesOptions } from './windows-options.ts';

/**
 * Iterates over a range split into windows of about a page each, which are requested concurrently and delivered in sort
 * order. Up to twice as many windows as are requested wait in memory, with one page each, or two if there are more.
 *
 * The first page is requested without windows and also returns the count; the rest of the range is split into windows.
 * If the service's dates prove unreliable, iteration continues without windows.
 *
 * @throws {@link PaginationError} when it cannot continue without windows, since the delivered rows are unknown
 */
export async function* windowedPages(
  options: WindowedPagesOptions,
): AsyncGenerator<TransactionDelivery, void, undefined> {
  const { window, ...checkpoint } = options.start;
  if (window) {
    const start = await startAtCheckpoint(options, { ...checkpoint, window });
    yield* start ? overWindows(options, start) : options.pagesOfRange(checkpoint);
    return;
  }
  const single = options.pagesOfRange(options.start, { prefetch: false });
  const start = await startAtFirstPage(options, single);
  if ('rest' in start) {
    yield* overWindows(options, start);
    return;
  }
  yield* emptied(start.pages);
  // With no page left, `single` compares the rows with their count; otherwise a new one continues with prefetch.
  yield* start.next ? options.pagesOfRange(start.next) : single;
}

async function* overWindows(
  options: WindowedPagesOptions,
  start: WindowsStart,
): AsyncGenerator<TransactionDelivery, void, undefined> {
  const { drift, operation } = options;
  const { seam, keys, totalCount } = start;
  let { checkpoint } = start;
  let isDelivering = false;
  let window = options.range;
  let fallback: AsyncGenerator<TransactionDelivery, void, undefined>;
  /** Returns the checkpoint of the whole iteration for a checkpoint within the current window. */
  const checkpointAt = (within: Checkpoint): Checkpoint => ({
    ...within,
    pages: checkpoint.pages,
    rows: checkpoint.rows,
    invalidRows: checkpoint.invalidRows,
    ...changedBy(checkpoint, within),
    window: { ...window, rows: receivedBy(within), seen: seam.seen },
  });
  // Windows are counted and opened while the first page is processed.
  const opened = requestAhead(openWindows(options, start), 2 * options.windows);
  const ahead = withoutUnhandledRejection(opened.next());
  try {
    yield* emptied(start.pages);
    for await (const open of continued(ahead, opened)) {
      window = open.window;
      seam.enterWindow();
      for await (const delivery of open.pages) {
        const fresh = seam.fresh(delivery);
        const { page, invalidRows } = fresh;
        const index = checkpoint.pages;
        const within = checkpointAt(page.checkpoint);
        const delivers =
          page.results.length + invalidRows.length > 0 ||
          totalCount === 0 ||
          within.changed !== checkpoint.changed;
        checkpoint = {
          ...within,
          pages: index + (delivers ? 1 : 0),
          rows: checkpoint.rows + page.results.length,
          invalidRows: checkpoint.invalidRows + invalidRows.length,
        };
        if (!delivers) continue;
        isDelivering = true;
        keys?.add(rowsOf(fresh));
        yield { page: { ...page, totalCount, index, checkpoint }, invalidRows };
      }
    }
    const rows = receivedBy(checkpoint);
    // Rows may have been added since the range was counted.
    const latestCount = rows === totalCount ? rows : await options.count(options.range);
    if (rows !== latestCount) reportCount(drift, operation, rows, latestCount);
    return;
  } catch (error) {
    if (error instanceof PublisherError) {
      // An error without a checkpoint was thrown between windows, after the last page.
      error.checkpoint = error.checkpoint ? checkpointAt(error.checkpoint) : checkpoint;
    }
    if (!(error instanceof UnreliableDatesError)) throw error;
    options.endWindows();
    reportUnreliableDates(drift, operation, error);
    if (!isDelivering && start.single) fallback = options.pagesOfRange(start.single);
    else if (!keys || keys.overflowed) throw deliveredRowsUnknown(operation, error, checkpoint);
    else {
      const pages = options.pagesOfRange(firstPage);
      fallback = startOver({ pages, delivered: keys.remaining(), checkpoint });
    }
  }
  yield* fallback;
}

/** Iterates over an array and removes each item when it is delivered, to free its memory. */
function* emptied<T>(items: T[]): Generator<T, void, undefined> {
  for (let item = items.shift(); item !== undefined; item = items.shift()) yield item;
}

function deliveredRowsUnknown(
  operation: string,
  cause: UnreliableDatesError,
  checkpoint: Checkpoint,
): PaginationError {
  const error = new PaginationError(
    `${operation}: the service's dates are unreliable (expected ${cause.expected}, received ${cause.received}), ` +
      'and which rows were delivered is no longer known; start the range again without windows',
    { operation },
  );
  error.checkpoint = checkpoint;
  return error;
}
