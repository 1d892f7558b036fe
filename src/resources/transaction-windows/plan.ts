import { type CountedWindow, type Counting, joinCounted, joined, slices } from './slices.ts';
import { inOrderOf, splitEvenly, type TimeWindow } from './time-window.ts';

/** How full a page is meant to be: somewhat less than full, as traffic is not even within a slice. */
const fill = 0.9;

/** Pages in a slice that is cut by time alone. */
const slicePages = 8;

/** Cuts a range into windows of about a page each, in the order of the walk, counting only as it goes. */
export async function* planPages(
  range: CountedWindow,
  limit: number,
  counting: Counting,
): AsyncGenerator<TimeWindow, void, undefined> {
  const planned = slices(range, slicePages * limit, counting);
  for await (const slice of joined(planned, fill * limit)) {
    const parts = slice.rows <= limit ? 1 : Math.ceil(slice.rows / (fill * limit));
    yield* inOrderOf(splitEvenly(slice, parts), counting.descending);
  }
}

/** Cuts a range into at most `parts` windows of about as many rows each, in the order of the walk. */
export async function planShares(
  range: CountedWindow,
  parts: number,
  counting: Counting,
): Promise<TimeWindow[]> {
  const counted: CountedWindow[] = [];
  const atMost = Math.max(1, range.rows / (2 * parts));
  for await (const slice of slices(range, atMost, counting)) counted.push(slice);

  const total = counted.reduce((sum, { rows }) => sum + rows, 0);
  const shares: CountedWindow[] = [];
  let planned = 0;
  for (const slice of counted) {
    const share = shares.at(-1);
    const border = (total * shares.length) / parts;
    const isNearest = border - planned <= planned + slice.rows - border;
    const isNeeded = share?.rows !== 0 && planned < total && shares.length < parts;
    if (share && !(isNearest && isNeeded)) shares[shares.length - 1] = joinCounted(share, slice);
    else shares.push(slice);
    planned += slice.rows;
  }
  return shares.map(({ startDate, endDate }) => ({ startDate, endDate }));
}
