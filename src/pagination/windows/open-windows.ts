import PQueue from 'p-queue';

import type { Checkpoint } from '../../errors/index.ts';
import { firstPage } from '../cursor-pages.ts';
import type { TransactionDelivery } from '../transaction-page.ts';
import { requestAhead, continued } from './request-ahead.ts';
import { planPages } from './plan.ts';
import { rowsOf } from './row-key.ts';
import type { CountedWindow } from './slices.ts';
import { restAfter, type TimeWindow } from './time-window.ts';
import type { WindowedPagesOptions } from './windowed-pages.ts';
import type { WindowBudget } from './window-budget.ts';
import { checkRows, reportTrouble, type RowCheck, WindowTrouble } from './window-trouble.ts';

/** A window on its way: its first page has been asked for. */
export interface OpenWindow {
  readonly window: TimeWindow;
  readonly pages: AsyncIterable<TransactionDelivery>;
}

/** What there is to open. */
export interface ToOpen {
  /** A window that was partly delivered, and the place within it. */
  readonly current: { readonly window: TimeWindow; readonly place: Checkpoint } | undefined;
  /** What comes after it. */
  readonly rest: CountedWindow | undefined;
  readonly budget: WindowBudget;
  readonly check: RowCheck;
}

/**
 * Opens windows one after the other, as they are asked for. Where counts do not add up, what comes after the windows
 * that are open already is one window: a single iteration over the rest.
 *
 * @throws {@link WindowTrouble} where no window is open yet
 */
export async function* openWindows(
  walk: WindowedPagesOptions,
  { current, rest, budget, check }: ToOpen,
): AsyncGenerator<OpenWindow, void, undefined> {
  const { range, descending, limit, windows, count, operation, drift } = walk;
  const firstPages = new PQueue({ concurrency: windows });
  let last: TimeWindow | undefined;
  const open = (window: TimeWindow, place: Checkpoint = firstPage): OpenWindow => {
    last = window;
    const pages = checkedPages(walk.pagesOfWindow(window, place), window, budget, check);
    const first = firstPages.add(() => pages.next()).finally(() => budget.received());
    return { window, pages: continued(first, pages) };
  };
  const openLast = (window: TimeWindow, place?: Checkpoint): OpenWindow => {
    budget.lastWindow();
    return open(window, place);
  };
  if (current) yield openLast(current.window, current.place);
  if (!rest) return;
  if (windows === 1) {
    yield openLast(rest);
    return;
  }
  const planned = planPages(rest, limit, { count, descending, fanOut: windows, budget });
  try {
    // Planned before they are needed, as slices may have to be counted first.
    for await (const window of requestAhead(planned, 2 * windows)) yield open(window);
  } catch (error) {
    if (!(error instanceof WindowTrouble) || last === undefined) throw error;
    reportTrouble(drift, operation, error);
    const left = restAfter(last, range, descending);
    if (left) yield openLast(left);
  }
}

/** The pages of a window; its rows are checked as soon as they are received, and pay for further requests. */
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
