import type { Checkpoint } from '../../errors/index.ts';
import { firstPage } from '../cursor-pages.ts';
import type { TransactionDelivery } from '../transaction-page.ts';
import { planPages } from './plan.ts';
import { requestAhead, continued } from './request-ahead.ts';
import { rowsOf } from './row-key.ts';
import type { CountedWindow } from './slices.ts';
import { restAfter, type TimeWindow } from './time-window.ts';
import { checkRows, reportUnreliableDates, type RowCheck, UnreliableDatesError } from './unreliable-dates.ts';
import type { WindowBudget } from './window-budget.ts';
import type { WindowedPagesOptions } from './windows-options.ts';

/** An open window: its first page has been requested. */
export interface OpenWindow {
  readonly window: TimeWindow;
  readonly pages: AsyncIterable<TransactionDelivery>;
}

/** The part of a range that is still to be opened as windows. */
export interface PendingWindows {
  /** A partly delivered window, and the checkpoint within it. */
  readonly current: { readonly window: TimeWindow; readonly checkpoint: Checkpoint } | undefined;
  /** The range after it. */
  readonly rest: CountedWindow | undefined;
  readonly budget: WindowBudget;
  readonly check: RowCheck;
}

/**
 * Opens windows one after the other, on demand. If counts do not add up, the range after the windows that are already
 * open becomes one last window.
 *
 * @throws {@link UnreliableDatesError} if no window is open yet
 */
export async function* openWindows(
  options: WindowedPagesOptions,
  { current, rest, budget, check }: PendingWindows,
): AsyncGenerator<OpenWindow, void, undefined> {
  const { range, descending, limit, windows, count, operation, drift } = options;
  // Loaded here, because most clients open no windows.
  const { default: PQueue } = await import('p-queue');
  const firstPages = new PQueue({ concurrency: windows });
  let last: TimeWindow | undefined;
  const open = (window: TimeWindow, start: Checkpoint = firstPage): OpenWindow => {
    last = window;
    const pages = checkedPages(options.pagesOfWindow(window, start), window, budget, check);
    const first = firstPages.add(() => pages.next()).finally(() => budget.received());
    return { window, pages: continued(first, pages) };
  };
  const openLast = (window: TimeWindow, start?: Checkpoint): OpenWindow => {
    budget.lastWindow();
    return open(window, start);
  };
  if (current) yield openLast(current.window, current.checkpoint);
  if (!rest) return;
  if (windows === 1) {
    yield openLast(rest);
    return;
  }
  const planned = planPages(rest, limit, { count, descending, fanOut: windows, budget });
  try {
    // Planned ahead, since slices may have to be counted first.
    for await (const window of requestAhead(planned, 2 * windows)) yield open(window);
  } catch (error) {
    if (!(error instanceof UnreliableDatesError) || last === undefined) throw error;
    reportUnreliableDates(drift, operation, error);
    const left = restAfter(last, range, descending);
    if (left) yield openLast(left);
  }
}

/** Iterates over the pages of a window; received rows are checked and add to the request budget. */
async function* checkedPages(
  pages: AsyncIterable<TransactionDelivery>,
  window: TimeWindow,
  budget: WindowBudget,
  check: RowCheck,
): AsyncGenerator<TransactionDelivery, void, undefined> {
  let isPaid = true;
  for await (const delivery of pages) {
    if (!isPaid) budget.spend();
    isPaid = false;
    budget.earn(checkRows(rowsOf(delivery), window, check));
    yield delivery;
  }
}
