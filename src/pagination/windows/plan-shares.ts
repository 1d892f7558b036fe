import { cut } from './plan.ts';
import type { Counting } from './slices.ts';
import { splitEvenly, type TimeWindow } from './time-window.ts';
import { CountBudget } from './window-budget.ts';
import { checkCount, WindowTrouble } from './window-trouble.ts';

/** Counts that a window may cost, and that may be spent beside them. */
const countsPerWindow = 8;
const fewCounts = 64;

/**
 * Cuts a range into at most `parts` windows of about as many rows each, in the order of the walk, with at most
 * 8 × `parts` + 64 counts. Where the counts do not add up, the windows are of the same length, and that is reported.
 */
export async function planShares(
  range: TimeWindow,
  parts: number,
  how: Omit<Counting, 'budget'>,
  onTrouble: (trouble: WindowTrouble) => void,
): Promise<TimeWindow[]> {
  const counting = { ...how, budget: new CountBudget(countsPerWindow * parts + fewCounts - 1) };
  try {
    const rows = checkCount(await how.count(range));
    const share = Math.max(1, rows / parts);
    const sizes = { slice: Math.max(1, share / 2), window: share, windows: parts };
    const windows: TimeWindow[] = [];
    for await (const window of cut({ ...range, rows }, sizes, counting)) windows.push(window);
    return windows;
  } catch (error) {
    if (!(error instanceof WindowTrouble)) throw error;
    onTrouble(error);
    const windows = splitEvenly(range, parts);
    return how.descending ? windows.toReversed() : windows;
  }
}
