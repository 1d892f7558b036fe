import { type CountedWindow, type Counting, slices } from './slices.ts';
import { isWithin, momentIn, secondsIn, splitAt, type TimeWindow } from './time-window.ts';

/** How full a page is meant to be: somewhat less than full, as rows are not evenly spread within a slice. */
const fill = 0.8;

/** Pages in a slice that is cut without counting its parts. */
const slicePages = 4;

/** Pages in a window while requests are short: four and a request for what is left cost less than two a page. */
const shortPages = 4;

/** Cuts a range into windows of about a page each, in the order of the walk, counting only as it goes. */
export async function* planPages(
  range: CountedWindow,
  limit: number,
  counting: Counting,
): AsyncGenerator<TimeWindow, void, undefined> {
  const sizes = { slice: slicePages * limit, window: fill * limit, windows: Infinity };
  yield* cut(range, sizes, counting);
}

/** How a range is cut. */
export interface Sizes {
  /** The most rows of a slice, which is cut as if its rows were evenly spread. */
  readonly slice: number;
  /** Rows wanted in a window. */
  readonly window: number;
  /** The most windows. */
  readonly windows: number;
}

/** Cuts a range into windows of about as many rows each, in the order of the walk. */
export async function* cut(
  range: CountedWindow,
  sizes: Sizes,
  counting: Counting,
): AsyncGenerator<TimeWindow, void, undefined> {
  const { descending, budget } = counting;
  let rest = windowOf(range);
  let windows = 1;
  /** Rows wanted in the window at hand, and its rows that lie before the slice. */
  let size = sizes.window;
  let filled = 0;
  for await (const slice of slices(range, sizes.slice, counting)) {
    // No more borders than the slice has seconds, however many rows the service counts.
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
