import { splitEvenly, type TimeWindow } from './time-window.ts';
import { checkCount, checkSum } from './unreliable-dates.ts';
import type { PlanBudget } from './window-budget.ts';

/** A window with the service's count of its rows. */
export interface CountedWindow extends TimeWindow {
  readonly rows: number;
}

/** How windows are counted. */
export interface Counting {
  readonly count: (window: TimeWindow) => Promise<number>;
  /** Maximum number of concurrent count requests. */
  readonly fanOut: number;
  readonly descending: boolean;
  readonly budget: PlanBudget;
}

/** With fewer parts, counts that ignore the dates cannot be detected: two times the total is still plausible. */
const fewestParts = 4;

/** How much finer than needed a slice is split. */
const finer = 2;

/**
 * Splits a window until each slice has at most `maxRows` rows by the service's count, is only seconds long, or the
 * budget allows no more counts. Slices are in sort order; later ones are counted on demand.
 *
 * @throws {@link UnreliableDatesError} when the parts of a slice have far more rows than the slice
 */
export async function* slices(
  window: CountedWindow,
  maxRows: number,
  counting: Counting,
): AsyncGenerator<CountedWindow, void, undefined> {
  const parts = window.rows > maxRows ? await splitWithinBudget(window, maxRows, counting) : [];
  if (parts.length < 2) {
    yield window;
    return;
  }
  const counted: CountedWindow[] = [];
  while (counted.length < parts.length) {
    const round = parts.slice(counted.length, counted.length + counting.fanOut);
    counted.push(...(await Promise.all(round.map((part) => countRows(part, counting)))));
  }
  checkSum(
    window.rows,
    counted.reduce((sum, { rows }) => sum + rows, 0),
    maxRows,
  );
  for (const part of counting.descending ? counted.toReversed() : counted) {
    yield* slices(part, maxRows, counting);
  }
}

async function splitWithinBudget(
  window: CountedWindow,
  maxRows: number,
  { fanOut, budget }: Counting,
): Promise<TimeWindow[]> {
  // Traffic is bursty: with a finer split, most slices need not be counted again.
  const needed = Math.ceil((finer * window.rows) / maxRows);
  const wanted = splitEvenly(window, Math.max(fewestParts, Math.min(fanOut, needed)));
  if (wanted.length < 2) return [];
  const granted = await budget.counts(wanted.length);
  if (granted === wanted.length) return wanted;
  return granted < fewestParts ? [] : splitEvenly(window, granted);
}

async function countRows(window: TimeWindow, { count }: Counting): Promise<CountedWindow> {
  return { ...window, rows: checkCount(await count(window)) };
}
