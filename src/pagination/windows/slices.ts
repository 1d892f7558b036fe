import { splitEvenly, type TimeWindow } from './time-window.ts';
import type { PlanBudget } from './window-budget.ts';
import { checkCount, checkSum } from './window-trouble.ts';

/** A window, and how many rows the service says it holds. */
export interface CountedWindow extends TimeWindow {
  readonly rows: number;
}

/** How windows are counted. */
export interface Counting {
  readonly count: (window: TimeWindow) => Promise<number>;
  /** The most windows counted at the same time. */
  readonly fanOut: number;
  readonly descending: boolean;
  readonly budget: PlanBudget;
}

/** Fewer parts would say too little: with two, even counts of the whole for every part add up to twice the whole. */
const fewestParts = 4;

/** How much finer than needed a slice is cut. */
const finer = 2;

/**
 * Cuts a window until the service counts at most `atMost` rows in each slice, or a slice is but seconds long, or the
 * budget does not pay for more counts. Slices come in the order of the walk; the later ones are counted when they are
 * asked for.
 *
 * @throws {@link WindowTrouble} when the parts of a slice hold far more rows than the slice
 */
export async function* slices(
  window: CountedWindow,
  atMost: number,
  counting: Counting,
): AsyncGenerator<CountedWindow, void, undefined> {
  const parts = window.rows > atMost ? await affordable(window, atMost, counting) : [];
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
    atMost,
  );
  for (const part of counting.descending ? counted.toReversed() : counted) {
    yield* slices(part, atMost, counting);
  }
}

async function affordable(
  window: CountedWindow,
  atMost: number,
  { fanOut, budget }: Counting,
): Promise<TimeWindow[]> {
  // Traffic is bursty: cutting finer than needed saves counting most slices once more.
  const needed = Math.ceil((finer * window.rows) / atMost);
  const wanted = splitEvenly(window, Math.max(fewestParts, Math.min(fanOut, needed)));
  if (wanted.length < 2) return [];
  const granted = await budget.counts(wanted.length);
  if (granted === wanted.length) return wanted;
  return granted < fewestParts ? [] : splitEvenly(window, granted);
}

async function countRows(window: TimeWindow, { count }: Counting): Promise<CountedWindow> {
  return { ...window, rows: checkCount(await count(window)) };
}
