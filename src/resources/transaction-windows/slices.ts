import { splitEvenly, type TimeWindow } from './time-window.ts';

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
}

/**
 * Cuts a window until the service counts at most `atMost` rows in each slice, or a slice is but seconds long. Slices
 * come in the order of the walk; the later ones are counted when they are asked for.
 */
export async function* slices(
  window: CountedWindow,
  atMost: number,
  counting: Counting,
): AsyncGenerator<CountedWindow, void, undefined> {
  // Traffic is bursty: cutting finer than needed saves counting most slices once more.
  const wanted = Math.min(counting.fanOut, Math.ceil((4 * window.rows) / atMost));
  const parts = window.rows > atMost ? splitEvenly(window, wanted) : [];
  if (parts.length < 2) {
    yield window;
    return;
  }
  const counted = await Promise.all(parts.map((part) => countRows(part, counting)));
  for (const part of counting.descending ? counted.toReversed() : counted) {
    yield* slices(part, atMost, counting);
  }
}

/** A window with its count. */
export async function countRows(window: TimeWindow, { count }: Counting): Promise<CountedWindow> {
  return { ...window, rows: rowsOf(await count(window)) };
}

/** The rows that a count stands for; one that is no number plans nothing, and the window is walked as it is. */
export function rowsOf(count: number): number {
  return Number.isSafeInteger(count) ? count : 0;
}
