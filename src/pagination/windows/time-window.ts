/** A range of time, as a query names it. */
export interface TimeWindow {
  readonly startDate: string;
  readonly endDate: string;
}

const second = 1000;

/** In ms: whether the ends of a range belong to it is not documented (§4.1), so that neighbours share their border. */
const overlap = 1;

/** Both sides of a border within a window, given in ms since 1970. */
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
 * Cuts a window into parts of the same length, in order of time. None is shorter than two seconds, as a service that
 * reads dates in whole seconds would count its rows in more than two parts.
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

/** Whole seconds within a window. */
export function secondsIn({ startDate, endDate }: TimeWindow): number {
  return Math.floor((Date.parse(endDate) - Date.parse(startDate)) / second);
}

/** The whole second nearest to a fraction of a window: a service may read dates no finer. */
export function momentIn({ startDate, endDate }: TimeWindow, fraction: number): number {
  const start = Date.parse(startDate);
  return Math.round((start + fraction * (Date.parse(endDate) - start)) / second) * second;
}

/** Whether a moment lies within a window and is not one of its ends. */
export function isWithin({ startDate, endDate }: TimeWindow, moment: number): boolean {
  return Date.parse(startDate) < moment && moment < Date.parse(endDate);
}

/** What of a range comes after a window of it, in the order of a walk; nothing after its last one. */
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
 * What of a range may hold rows after one at `time`, in the order of a walk, from the whole second on in which that row
 * lies; `undefined` where the row is not within the range.
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
