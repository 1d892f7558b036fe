/** A range of time; the end is excluded. Both are ISO 8601 in UTC with milliseconds. */
export interface TimeRange {
  readonly startDate: string;
  readonly endDate: string;
}

/** A range, and the service's count of its rows. */
export interface CountedWindow extends TimeRange {
  readonly rows: number;
}

type Count = (window: TimeRange) => Promise<number>;

const second = 1000;

/** Overlap of parts that are counted, in ms: ends may be exclusive (§4.1). */
const countedOverlap = 1;

/** Maximum number of parts of a slice; they are counted concurrently. */
const fanOut = 16;

/** Count requests allowed per window, and in addition to those. */
const countsPerWindow = 8;
const extraCounts = 64;

/** With fewer parts, counts that ignore the dates cannot be detected: two times the total is still plausible. */
const fewestParts = 4;

/** How much finer than needed a slice is split: traffic is bursty, and most slices need not be counted again. */
const finer = 2;

/**
 * Splits a range into at most `parts` windows with about the same number of rows, in ascending order, with at most
 * 8 × `parts` + 64 count requests. If the counts do not add up, the windows have the same length.
 */
export async function splitRange(
  range: CountedWindow,
  parts: number,
  count: Count,
): Promise<readonly TimeRange[]> {
  try {
    const share = Math.max(1, range.rows / parts);
    const budget = countsPerWindow * parts + extraCounts;
    const slices = await countSlices(range, count, budget, Math.max(1, share / 2));
    return windowsBetween(range, sharesOf(slices, share, parts));
  } catch (error) {
    if (!(error instanceof UnreliableCountsError)) throw error;
    return windowsBetween(range, evenBorders(range, parts));
  }
}

/** Returns where the sum of rows reaches a multiple of a share; within a slice, rows count as spread evenly. */
function sharesOf(slices: readonly CountedWindow[], share: number, parts: number): readonly number[] {
  const borders: number[] = [];
  /** Rows that the current window lacks. */
  let missing = share;
  for (const slice of slices) {
    // At most one border per second, however many rows the service counts.
    const step = Math.max(share, slice.rows / Math.max(1, secondsIn(slice)));
    for (; missing <= slice.rows && borders.length < parts - 1; missing += step) {
      const border = momentIn(slice, missing / slice.rows);
      if (border > (borders.at(-1) ?? -Infinity)) borders.push(border);
    }
    missing = Math.max(0, missing - slice.rows);
  }
  return borders;
}

/**
 * Splits a window until each slice has at most `maxRows` by the service's count, is only seconds long, or the budget
 * allows no more counts.
 *
 * @throws {@link UnreliableCountsError} when the parts of a slice have far more rows than the slice
 */
async function countSlices(
  range: CountedWindow,
  count: Count,
  budget: number,
  maxRows: number,
): Promise<readonly CountedWindow[]> {
  let left = budget;
  const slicesOf = async (window: CountedWindow): Promise<readonly CountedWindow[]> => {
    if (window.rows <= maxRows || left < fewestParts) return [window];
    const needed = Math.ceil((finer * window.rows) / maxRows);
    const borders = evenBorders(window, Math.min(left, fanOut, Math.max(fewestParts, needed)));
    const parts = windowsBetween(window, borders, countedOverlap);
    if (parts.length < 2) return [window];
    left -= parts.length;
    const counted = await Promise.all(
      parts.map(async (part) => ({ ...part, rows: checkCount(await count(part)) })),
    );
    const sum = counted.reduce((total, { rows }) => total + rows, 0);
    // Adjacent parts overlap, and new rows may be added meanwhile.
    if (sum > 2 * window.rows + maxRows)
      throw new UnreliableCountsError(`${window.rows} rows have parts of ${sum} rows`);
    const slices: CountedWindow[] = [];
    for (const part of counted) slices.push(...(await slicesOf(part)));
    return slices;
  };
  return slicesOf(range);
}

class UnreliableCountsError extends Error {}

/** Returns a valid count of rows; in tolerant mode the service's count may be any value. */
function checkCount(count: number): number {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new UnreliableCountsError('the service returned no count of rows');
}

/**
 * Returns where a window is cut into parts of the same length. None is shorter than two seconds: a service that rounds
 * dates to seconds would count a row in more than two shorter parts.
 */
function evenBorders(window: TimeRange, parts: number): readonly number[] {
  const count = Math.max(1, Math.min(parts, Math.floor(secondsIn(window) / 2)));
  return Array.from({ length: count - 1 }, (_, index) => momentIn(window, (index + 1) / count));
}

/** Cuts a range at those borders that are within it; each window begins `shared` ms before the one before it ends. */
function windowsBetween(
  { startDate, endDate }: TimeRange,
  borders: readonly number[],
  shared = 0,
): TimeRange[] {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  // The start of a range may be finer than a millisecond: a window must not start before it.
  const inner = borders.filter((time) => time - 1 > start && time < end);
  return [undefined, ...inner].map((from, index) => {
    const to = inner[index];
    return {
      startDate: from === undefined || from - shared <= start ? startDate : toDate(from - shared),
      endDate: to === undefined ? endDate : toDate(to),
    };
  });
}

function secondsIn({ startDate, endDate }: TimeRange): number {
  return Math.floor((Date.parse(endDate) - Date.parse(startDate)) / second);
}

/** Returns the moment at a fraction of a window, rounded to seconds: a service may ignore milliseconds. */
function momentIn({ startDate, endDate }: TimeRange, fraction: number): number {
  const start = Date.parse(startDate);
  return Math.round((start + fraction * (Date.parse(endDate) - start)) / second) * second;
}

function toDate(time: number): string {
  return new Date(time).toISOString();
}
