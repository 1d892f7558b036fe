import PQueue from 'p-queue';

import { type Checkpoint, PublisherError } from '../../errors/index.ts';
import { firstPage, type Progress, reportCount } from '../../transport/cursor-walk.ts';
import type { DriftReporter } from '../../transport/drift.ts';
import type { TransactionPage } from '../transaction-list.ts';
import { askAhead, continued } from './ahead.ts';
import { planPages } from './plan.ts';
import { Seam } from './seam.ts';
import { rowsOf } from './slices.ts';
import { restAfter, type TimeWindow } from './time-window.ts';

/** What a walk over windows needs to know. */
export interface WindowsWalk {
  readonly operation: string;
  readonly range: TimeWindow;
  readonly descending: boolean;
  readonly limit: number;
  /** The most windows whose first pages are on their way at the same time. */
  readonly windows: number;
  readonly start: Checkpoint;
  readonly walkWindow: (
    window: TimeWindow,
    start: Checkpoint,
  ) => AsyncGenerator<TransactionPage, void, undefined>;
  /** The service's count of a window's rows. */
  readonly count: (window: TimeWindow) => Promise<number>;
  readonly drift: DriftReporter;
  readonly onProgress: (progress: Progress) => void;
}

/** A window on its way: its first page has been asked for. */
interface OpenWindow {
  readonly window: TimeWindow;
  readonly pages: AsyncIterable<TransactionPage>;
}

/**
 * Walks a range as windows of about a page, several at the same time, and delivers them in the order of a single walk.
 * As many windows as are under way may wait for their turn, each with one page, and one more where it holds several.
 */
export async function* walkWindows(walk: WindowsWalk): AsyncGenerator<TransactionPage, void, undefined> {
  const { range, descending, start, operation, drift } = walk;
  const seam = new Seam(descending, start.window?.seen);
  let checkpoint = start;
  let window = range;
  /** Where the walk as a whole stands, when this window's own walk stands `within`. */
  const placeOf = ({ cursor, rowsToSkip, rows }: Checkpoint): Checkpoint => ({
    cursor,
    rowsToSkip,
    pages: checkpoint.pages,
    rows: checkpoint.rows,
    invalidRows: checkpoint.invalidRows,
    window: { ...window, rows, seen: seam.seen },
  });
  try {
    const totalCount = await walk.count(range);
    for await (const opened of askAhead(openWindows(walk, totalCount), 2 * walk.windows)) {
      window = opened.window;
      seam.enterWindow();
      for await (const page of opened.pages) {
        const results = seam.fresh(page.results);
        const delivers = results.length > 0 || totalCount === 0;
        const index = checkpoint.pages;
        const pages = index + (delivers ? 1 : 0);
        const rows = checkpoint.rows + results.length;
        checkpoint = { ...placeOf(page.checkpoint), pages, rows };
        if (!delivers) continue;
        walk.onProgress({ pages, rows, invalidRows: checkpoint.invalidRows, totalCount });
        yield { ...page, results, totalCount, index, checkpoint };
      }
    }
    const { rows } = checkpoint;
    // Rows may have come since the range was counted.
    const latestCount = rows === totalCount ? rows : await walk.count(range);
    if (rows !== latestCount) reportCount(drift, operation, rows, latestCount);
  } catch (error) {
    if (error instanceof PublisherError) {
      // Only a window's own walk knows a place; what failed between windows did so behind the last page.
      error.checkpoint = error.checkpoint ? placeOf(error.checkpoint) : checkpoint;
    }
    throw error;
  }
}

async function* openWindows(
  walk: WindowsWalk,
  totalCount: number,
): AsyncGenerator<OpenWindow, void, undefined> {
  const { range, descending, limit, windows, start, count } = walk;
  const firstPages = new PQueue({ concurrency: windows });
  const open = (window: TimeWindow, place: Checkpoint): OpenWindow => {
    const pages = walk.walkWindow(window, place);
    return {
      window,
      pages: continued(
        firstPages.add(() => pages.next()),
        pages,
      ),
    };
  };
  const current = start.window;
  if (current) yield open(current, { ...start, pages: 0, rows: current.rows });
  const rest = current ? restAfter(current, range, descending) : range;
  if (!rest) return;
  if (windows === 1) {
    yield open(rest, firstPage);
    return;
  }
  const rows = rowsOf(totalCount - start.rows);
  const planned = planPages({ ...rest, rows }, limit, { count, descending, fanOut: windows });
  // Planned before they are needed, as slices may have to be counted first.
  for await (const window of askAhead(planned, 2 * windows)) yield open(window, firstPage);
}
