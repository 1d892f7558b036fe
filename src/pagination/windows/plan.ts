import { type CountedWindow, type Counting, slices } from './slices.ts';
import { isWithin, momentIn, secondsIn, splitAt, type TimeWindow } from './time-window.ts';

/** Target fill of a page; below 1, since rows are not spread evenly within a slice. */
const fill = 0.8;

/** Maximum pages in a slice that is split without counting its parts. */
const slicePages = 4;

/** Pages per window while the request budget is low: larger windows cost fewer requests per page. */
const shortPages = 4;

/** Splits a range into windows of about a page each, in sort order; slices are counted on demand. */
export async function* planPages(
  range: CountedWindow,
  limit: number,
  counting: Counting,
): AsyncGenerator<TimeWindow, void, undefined> {
  const sizes = { slice: slicePages * limit, window: fill * limit, windows: Infinity };
  yield* cut(range, sizes, counting);
}

/** Target sizes when a range is split. */
export interface Sizes {
  /** Maximum rows in a slice, which is split as if its rows were spread evenly. */
  readonly slice: number;
  /** Target number of rows in a window. */
  readonly window: number;
  /** Maximum number of windows. */
  readonly windows: number;
}

/** Splits a range into windows with about the same number of rows, in sort order. */
export async function* cut(
  range: CountedWindow,
  sizes: Sizes,
  counting: Counting,
): AsyncGenerator<TimeWindow, void, undefined> {
  const { descending, budget } = counting;
  let rest = windowOf(range);
  let windows = 1;
  /** Target rows of the current window, and how many of them are in earlier slices. */
  let size = sizes.window;
  let filled = 0;
  for await (const slice of slices(range, sizes.slice, counting)) {
    // At most one boundary per second, however many rows the service counts.
    const least = slice.rows / secondsIn(slice);
    let next = size - filled;
    for (; next <= slice.rows && windows < sizes.windows; next += Math.max(size, least)) {
      const fraction = next / slice.rows;
      const border = momentIn(slice, descending ? 1 - fraction : fraction);
      if (!isWithin(rest, border)) continue;
      if (!(await budget.window())) return yield* last(rest, counting);
      const { before, after } = splitAt(rest, border);
      yield descending ? after : before;
      rest = descending ? before : after;
      windows += 1;
      size = budget.isShort() ? shortPages * sizes.window : sizes.window;
    }
    filled = Math.max(0, slice.rows + size - next);
  }
  yield* last(rest, counting);
}

function* last(rest: TimeWindow, { budget }: Counting): Generator<TimeWindow, void, undefined> {
  budget.lastWindow();
  yield rest;
}

function windowOf({ startDate, endDate }: CountedWindow): TimeWindow {
  return { startDate, endDate };
}
