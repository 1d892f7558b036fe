import { cut } from './plan.ts';
import type { Counting } from './slices.ts';
import { splitEvenly, type TimeWindow } from './time-window.ts';
import { checkCount, UnreliableDatesError } from './unreliable-dates.ts';
import { CountBudget } from './window-budget.ts';

/** Count requests allowed per window, and in addition to those. */
const countsPerWindow = 8;
const extraCounts = 64;

/**
 * Splits a range into at most `parts` windows with about the same number of rows, in sort order, with at most
 * 8 × `parts` + 64 count requests. If the counts do not add up, the windows have the same length, which is reported.
 */
export async function planShares(
  range: TimeWindow,
  parts: number,
  options: Omit<Counting, 'budget'>,
  onUnreliableDates: (error: UnreliableDatesError) => void,
): Promise<TimeWindow[]> {
  const counting = { ...options, budget: new CountBudget(countsPerWindow * parts + extraCounts - 1) };
  try {
    const rows = checkCount(await options.count(range));
    const share = Math.max(1, rows / parts);
    const sizes = { slice: Math.max(1, share / 2), window: share, windows: parts };
    const windows: TimeWindow[] = [];
    for await (const window of cut({ ...range, rows }, sizes, counting)) windows.push(window);
    return windows;
  } catch (error) {
    if (!(error instanceof UnreliableDatesError)) throw error;
    onUnreliableDates(error);
    const windows = splitEvenly(range, parts);
    return options.descending ? windows.toReversed() : windows;
  }
}
