import { type Checkpoint, PaginationError, PublisherError } from '../../errors/index.ts';
import { firstPage, reportCount } from '../cursor-pages.ts';
import type { DriftReporter } from '../../transport/drift.ts';
import type { TransactionDelivery } from '../transaction-page.ts';
import { requestAhead, continued, withoutUnhandledRejection } from './request-ahead.ts';
import { type Beginning, startAtCheckpoint, startAtFirstPage, receivedBy } from './beginning.ts';
import { openWindows } from './open-windows.ts';
import { rowsOf } from './row-key.ts';
import { startOver } from './start-over.ts';
import type { TimeWindow } from './time-window.ts';
import { reportTrouble, WindowTrouble } from './window-trouble.ts';

/** What a walk over windows needs to know. */
export interface WindowedPagesOptions {
  readonly operation: string;
  readonly range: TimeWindow;
  readonly descending: boolean;
  readonly limit: number;
  /** The most windows whose first pages are on their way at the same time. */
  readonly windows: number;
  /** The most delivered rows by which a single iteration can take over. */
  readonly mostKeys: number;
  readonly start: Checkpoint;
  /** A single iteration over a window. */
  readonly pagesOfWindow: (
    window: TimeWindow,
    start: Checkpoint,
  ) => AsyncGenerator<TransactionDelivery, void, undefined>;
  /** A single iteration over the range; `as` takes the place of what the caller asked for. */
  readonly pagesOfRange: (
    start: Checkpoint,
    as?: { readonly prefetch?: false },
  ) => AsyncGenerator<TransactionDelivery, void, undefined>;
  /** The service's count of a window's rows. */
  readonly count: (window: TimeWindow) => Promise<number>;
  /** Aborts all windows and counts, but no single iteration over the range. */
  readonly endWindows: () => void;
  readonly drift: DriftReporter;
}

/**
 * Walks a range as windows of about a page, several at the same time, and delivers them in the order of a single walk.
 * As many windows as are under way may wait for their turn, each with one page, and one more where it holds several.
 *
 * The first page is that of a single iteration over the whole range, which also counts it; windows are cut from what
 * comes after. Where the service's dates prove to be unreliable, a single iteration takes over.
 *
 * @throws {@link PaginationError} when a single iteration would have to, and the delivered rows are not known
 */
export async function* windowedPages(
  walk: WindowedPagesOptions,
): AsyncGenerator<TransactionDelivery, void, undefined> {
  const { window, ...place } = walk.start;
  if (window) {
    const beginning = await startAtCheckpoint(walk, { ...place, window });
    yield* beginning ? overWindows(walk, beginning) : walk.pagesOfRange(place);
    return;
  }
  const single = walk.pagesOfRange(walk.start, { prefetch: false });
  const beginning = await startAtFirstPage(walk, single);
  if ('rest' in beginning) {
    yield* overWindows(walk, beginning);
    return;
  }
  yield* emptied(beginning.pages);
  // With no page left it holds its rows against their count; otherwise one that may ask ahead goes on.
  yield* beginning.next ? walk.pagesOfRange(beginning.next) : single;
}

async function* overWindows(
  walk: WindowedPagesOptions,
  beginning: Beginning,
): AsyncGenerator<TransactionDelivery, void, undefined> {
  const { drift, operation } = walk;
  const { seam, keys, totalCount } = beginning;
  let { checkpoint } = beginning;
  let isDelivering = false;
  let window = walk.range;
  let fallback: AsyncGenerator<TransactionDelivery, void, undefined>;
  /** Where the walk as a whole stands, when this window's own walk stands `within`. */
  const placeOf = (within: Checkpoint): Checkpoint => ({
    ...within,
    pages: checkpoint.pages,
    rows: checkpoint.rows,
    invalidRows: checkpoint.invalidRows,
    window: { ...window, rows: receivedBy(within), seen: seam.seen },
  });
  // Windows are counted and opened while the caller works on the first page.
  const opened = requestAhead(openWindows(walk, beginning), 2 * walk.windows);
  const ahead = withoutUnhandledRejection(opened.next());
  try {
    yield* emptied(beginning.pages);
    for await (const open of continued(ahead, opened)) {
      window = open.window;
      seam.enterWindow();
      for await (const delivery of open.pages) {
        const fresh = seam.fresh(delivery);
        const { page, invalidRows } = fresh;
        const delivers = page.results.length + invalidRows.length > 0 || totalCount === 0;
        const index = checkpoint.pages;
        checkpoint = {
          ...placeOf(page.checkpoint),
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
    // Rows may have come since the range was counted.
    const latestCount = rows === totalCount ? rows : await walk.count(walk.range);
    if (rows !== latestCount) reportCount(drift, operation, rows, latestCount);
    return;
  } catch (error) {
    if (error instanceof PublisherError) {
      // Only a window's own walk knows a place; what failed between windows did so behind the last page.
      error.checkpoint = error.checkpoint ? placeOf(error.checkpoint) : checkpoint;
    }
    if (!(error instanceof WindowTrouble)) throw error;
    walk.endWindows();
    reportTrouble(drift, operation, error);
    if (!isDelivering && beginning.single) fallback = walk.pagesOfRange(beginning.single);
    else if (!keys || keys.overflowed) throw rowsUnknown(operation, error, checkpoint);
    else {
      const pages = walk.pagesOfRange(firstPage);
      fallback = startOver({ pages, delivered: keys.toTake(), checkpoint });
    }
  }
  yield* fallback;
}

/** The items of an array, which holds none of them any longer once it is delivered. */
function* emptied<T>(items: T[]): Generator<T, void, undefined> {
  for (let item = items.shift(); item !== undefined; item = items.shift()) yield item;
}

function rowsUnknown(operation: string, trouble: WindowTrouble, checkpoint: Checkpoint): PaginationError {
  const error = new PaginationError(
    `${operation}: the service's dates do not say which rows a window holds (expected ${trouble.expected}, received ` +
      `${trouble.received}), and which of its rows were delivered is no longer known; start the range again without windows`,
    { operation },
  );
  error.checkpoint = checkpoint;
  return error;
}
