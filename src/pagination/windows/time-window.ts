/** A range of time, in the format of a query. */
export interface TimeWindow {
  readonly startDate: string;
  readonly endDate: string;
}

const second = 1000;

/** Overlap of adjacent windows in milliseconds: whether a range includes its ends is not documented (§4.1). */
const overlap = 1;

/** Splits a window at a boundary in milliseconds since the epoch. */
export function splitAt(
  { startDate, endDate }: TimeWindow,
  border: number,
): { readonly before: TimeWindow; readonly after: TimeWindow } {
  return {
    before: { startDate, endDate: toDate(border) },
    after: { startDate: toDate(border - overlap), endDate },
  };
}

/**
 * Splits a window into parts of the same length, in ascending order. None is shorter than two seconds: a service that
 * rounds dates to seconds would count a row in more than two shorter parts.
 */
export function splitEvenly(window: TimeWindow, parts: number): TimeWindow[] {
  const count = Math.max(1, Math.min(parts, Math.floor(secondsIn(window) / 2)));
  const windows: TimeWindow[] = [];
  let rest = window;
  for (let index = 1; index < count; index += 1) {
    const { before, after } = splitAt(rest, momentIn(window, index / count));
    windows.push(before);
    rest = after;
  }
  return [...windows, rest];
}

/** Returns the number of full seconds in a window. */
export function secondsIn({ startDate, endDate }: TimeWindow): number {
  return Math.floor((Date.parse(endDate) - Date.parse(startDate)) / second);
}

/** Returns the moment at a fraction of a window, rounded to seconds: a service may ignore milliseconds. */
export function momentIn({ startDate, endDate }: TimeWindow, fraction: number): number {
  const start = Date.parse(startDate);
  return Math.round((start + fraction * (Date.parse(endDate) - start)) / second) * second;
}

/** Whether a moment is inside a window and not one of its ends. */
export function isWithin({ startDate, endDate }: TimeWindow, moment: number): boolean {
  return Date.parse(startDate) < moment && moment < Date.parse(endDate);
}

/** Returns the part of a range after one of its windows, in sort order; `undefined` after the last window. */
export function restAfter(
  window: TimeWindow,
  range: TimeWindow,
  descending: boolean,
): TimeWindow | undefined {
  if (descending) {
    const border = Date.parse(window.startDate) + overlap;
    return isWithin(range, border - overlap) ? splitAt(range, border).before : undefined;
  }
  const border = Date.parse(window.endDate);
  return isWithin(range, border) ? splitAt(range, border).after : undefined;
}

/**
 * Returns the part of a range that may have rows after a row at `time`, in sort order, starting with the second of that
 * row; `undefined` if the row is outside the range.
 */
export function restFrom(time: number, range: TimeWindow, descending: boolean): TimeWindow | undefined {
  const [start, end] = [Date.parse(range.startDate), Date.parse(range.endDate)];
  if (!(time >= start && time <= end)) return undefined;
  if (descending) {
    const border = (Math.floor(time / second) + 1) * second;
    return border < end ? { ...range, endDate: toDate(border) } : range;
  }
  const border = Math.floor(time / second) * second - overlap;
  return border > start ? { ...range, startDate: toDate(border) } : range;
}

function toDate(time: number): string {
  return new Date(time).toISOString();
}
