/** A range of time, in the format of a query. */
export interface TimeWindow {
  readonly startDate: string;
  readonly endDate: string;
}

/** A window with the service's count of its rows. */
interface CountedWindow extends TimeWindow {
  readonly rows: number;
}

/** Requests the service's count of rows in a window. */
type Count = (window: TimeWindow) => Promise<number>;

const second = 1000;

/** Overlap of adjacent windows in ms: whether a range includes its ends is not documented (§4.1). */
const overlap = 1;

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
  range: TimeWindow,
  parts: number,
  count: Count,
  onUnreliable: (error: UnreliableCountsError) => void,
): Promise<readonly TimeWindow[]> {
  try {
    const rows = checkCount(await count(range));
    const share = Math.max(1, rows / parts);
    const budget = countsPerWindow * parts + extraCounts - 1;
    const slices = await countSlices({ ...range, rows }, count, budget, Math.max(1, share / 2));
    return cut(range, slices, { share, parts });
  } catch (error) {
    if (!(error instanceof UnreliableCountsError)) throw error;
    onUnreliable(error);
    return splitEvenly(range, parts);
  }
}

/** Cuts a range where the sum of rows reaches a multiple of a share; within a slice, rows count as spread evenly. */
function cut(
  { startDate, endDate }: TimeWindow,
  slices: readonly CountedWindow[],
  { share, parts }: { readonly share: number; readonly parts: number },
): readonly TimeWindow[] {
  const windows: TimeWindow[] = [];
  let rest: TimeWindow = { startDate, endDate };
  /** Rows that the current window lacks. */
  let missing = share;
  for (const slice of slices) {
    // At most one border per second, however many rows the service counts.
    const least = slice.rows / Math.max(1, secondsIn(slice));
    let next = missing;
    for (; next <= slice.rows && windows.length < parts - 1; next += Math.max(share, least)) {
      const border = momentIn(slice, next / slice.rows);
      if (Date.parse(rest.startDate) >= border || border >= Date.parse(endDate)) continue;
      windows.push({ ...rest, endDate: toDate(border) });
      rest = { startDate: toDate(border - overlap), endDate };
    }
    missing = Math.max(0, next - slice.rows);
  }
  return [...windows, rest];
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
  const partsOf = (window: CountedWindow): readonly TimeWindow[] => {
    const needed = Math.ceil((finer * window.rows) / maxRows);
    const wanted = splitEvenly(window, Math.max(fewestParts, Math.min(fanOut, needed)));
    if (wanted.length <= left) return wanted;
    return left < fewestParts ? [] : splitEvenly(window, left);
  };
  const countRows = async (window: TimeWindow): Promise<CountedWindow> => ({
    ...window,
    rows: checkCount(await count(window)),
  });
  const slicesOf = async (window: CountedWindow): Promise<readonly CountedWindow[]> => {
    const parts = window.rows > maxRows ? partsOf(window) : [];
    if (parts.length < 2) return [window];
    left -= parts.length;
    const counted = await Promise.all(parts.map(countRows));
    const sum = counted.reduce((total, { rows }) => total + rows, 0);
    // Adjacent parts overlap, and new rows may be added meanwhile.
    if (sum > 2 * window.rows + maxRows)
      throw new UnreliableCountsError(`parts that add up to ${window.rows} rows`, `${sum} rows`);
    const slices: CountedWindow[] = [];
    for (const part of counted) slices.push(...(await slicesOf(part)));
    return slices;
  };
  return slicesOf(range);
}

/** Counts that do not add up. */
class UnreliableCountsError extends Error {
  readonly expected: string;
  readonly received: string;

  constructor(expected: string, received: string) {
    super(`expected ${expected}, received ${received}`);
    this.expected = expected;
    this.received = received;
  }
}

/** Returns a valid count of rows; in tolerant mode the service's count may be any value. */
function checkCount(count: number): number {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new UnreliableCountsError(
    'a count of rows',
    typeof count === 'number' ? String(count) : typeof count,
  );
}

/**
 * Splits a window into parts of the same length, in ascending order. None is shorter than two seconds: a service that
 * rounds dates to seconds would count a row in more than two shorter parts.
 */
function splitEvenly({ startDate, endDate }: TimeWindow, parts: number): readonly TimeWindow[] {
  const window = { startDate, endDate };
  const count = Math.max(1, Math.min(parts, Math.floor(secondsIn(window) / 2)));
  const borders = Array.from({ length: count - 1 }, (_, index) => momentIn(window, (index + 1) / count));
  return [undefined, ...borders].map((border, index) => ({
    startDate: border === undefined ? startDate : toDate(border - overlap),
    endDate: index < borders.length ? toDate(borders[index] ?? 0) : endDate,
  }));
}

/** Returns the number of full seconds in a window. */
function secondsIn({ startDate, endDate }: TimeWindow): number {
  return Math.floor((Date.parse(endDate) - Date.parse(startDate)) / second);
}

/** Returns the moment at a fraction of a window, rounded to seconds: a service may ignore milliseconds. */
function momentIn({ startDate, endDate }: TimeWindow, fraction: number): number {
  const start = Date.parse(startDate);
  return Math.round((start + fraction * (Date.parse(endDate) - start)) / second) * second;
}

function toDate(time: number): string {
  return new Date(time).toISOString();
}
