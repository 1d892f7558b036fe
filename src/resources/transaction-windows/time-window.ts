/** A range of time, as a query names it. */
export interface TimeWindow {
  readonly startDate: string;
  readonly endDate: string;
}

const second = 1000;

/** In ms: whether the ends of a range belong to it is not documented (§4.1), so that neighbours share their border. */
const overlap = 1;

/**
 * Cuts a range into windows of the same length, in order of time. They meet at whole seconds, and there are no more
 * of them than that: a service may read dates no finer.
 */
export function splitEvenly(range: TimeWindow, parts: number): TimeWindow[] {
  const start = Date.parse(range.startDate);
  const length = Date.parse(range.endDate) - start;
  const count = Math.max(1, Math.min(parts, Math.floor(length / second)));
  const borders = Array.from(
    { length: count - 1 },
    (_, index) => Math.round((start + ((index + 1) * length) / count) / second) * second,
  );
  const starts = [range.startDate, ...borders.map((border) => toDate(border - overlap))];
  const ends = [...borders.map(toDate), range.endDate];
  return starts.map((startDate, index) => ({ startDate, endDate: ends[index] ?? range.endDate }));
}

/** Two neighbours as one window. */
export function join(first: TimeWindow, second: TimeWindow): TimeWindow {
  const [early, late] =
    Date.parse(first.startDate) <= Date.parse(second.startDate) ? [first, second] : [second, first];
  return { startDate: early.startDate, endDate: late.endDate };
}

/** What of a range comes after a window of it, in the order of a walk; nothing after its last one. */
export function restAfter(
  window: TimeWindow,
  range: TimeWindow,
  descending: boolean,
): TimeWindow | undefined {
  const [start, end] = [Date.parse(window.startDate), Date.parse(window.endDate)];
  if (descending) {
    return start > Date.parse(range.startDate) ? { ...range, endDate: toDate(start + overlap) } : undefined;
  }
  return end < Date.parse(range.endDate) ? { ...range, startDate: toDate(end - overlap) } : undefined;
}

/** Windows in the order of a walk, given in order of time. */
export function inOrderOf<W extends TimeWindow>(windows: readonly W[], descending: boolean): readonly W[] {
  return descending ? windows.toReversed() : windows;
}

function toDate(time: number): string {
  return new Date(time).toISOString();
}
