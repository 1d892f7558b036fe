import { type CountedWindow, type Counting, slices } from './slices.ts';
import { isWithin, momentIn, secondsIn, splitAt, type TimeWindow } from './time-window.ts';

/** How full a page is meant to be: somewhat less than full, as rows are not evenly spread within a slice. */
const fill = 0.8;

/** Pages in a slice that is cut without counting its parts. */
const slicePages = 4;

/** Cuts a range into windows of about a page each, in the order of the walk, counting only as it goes. */
export async function* planPages(
  range: CountedWindow,
  limit: number,
  counting: Counting,
): AsyncGenerator<TimeWindow, void, undefined> {
  if (range.rows <= limit) yield windowOf(range);
  else yield* cut(range, { slice: slicePages * limit, window: fill * limit, windows: Infinity }, counting);
}

/** Cuts a range into at most `parts` windows of about as many rows each, in the order of the walk. */
export async function planShares(
  range: CountedWindow,
  parts: number,
  counting: Counting,
): Promise<TimeWindow[]> {
  const share = Math.max(1, range.rows / parts);
  const sizes = { slice: Math.max(1, share / 2), window: share, windows: parts };
  const windows: TimeWindow[] = [];
  for await (const window of cut(range, sizes, counting)) windows.push(window);
  return windows;
}

interface Sizes {
  /** The most rows of a slice, which is cut as if its rows were evenly spread. */
  readonly slice: number;
  /** Rows wanted in a window. */
  readonly window: number;
  /** The most windows. */
  readonly windows: number;
}

async function* cut(
  range: CountedWindow,
  sizes: Sizes,
  counting: Counting,
): AsyncGenerator<TimeWindow, void, undefined> {
  const { descending } = counting;
  let rest = windowOf(range);
  let windows = 1;
  /** Rows of the window at hand that lie before the slice. */
  let filled = 0;
  for await (const slice of slices(range, sizes.slice, counting)) {
    // No more borders than the slice has seconds, however many rows the service counts.
    const step = Math.max(sizes.window, slice.rows / secondsIn(slice));
    let next = sizes.window - filled;
    for (; next <= slice.rows && windows < sizes.windows; next += step) {
      const fraction = next / slice.rows;
      const border = momentIn(slice, descending ? 1 - fraction : fraction);
      if (!isWithin(rest, border)) continue;
      const { before, after } = splitAt(rest, border);
      yield descending ? after : before;
      rest = descending ? before : after;
      windows += 1;
    }
    filled = Math.max(0, slice.rows + sizes.window - next);
  }
  yield rest;
}

function windowOf({ startDate, endDate }: CountedWindow): TimeWindow {
  return { startDate, endDate };
}
