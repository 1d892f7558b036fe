import { instantOf, toTimestamp } from '../../api/instant.ts';

/** A quarter of an hour in milliseconds: a day begins at one in every time zone, as all offsets from UTC are quarters. */
export const quarterMs = 15 * 60_000;

/** Returns the quarter of an hour of a timestamp, counted from the epoch; `NaN` if it cannot be read. */
export function quarterOf(timestamp: string): number {
  return Math.floor(instantOf(timestamp) / 1000 / quarterMs);
}

/** Returns the day of a quarter of an hour at an offset from UTC in minutes. */
export function dayAtOffset(quarter: number, offset: number): string {
  return toTimestamp((quarter * quarterMs + offset * 60_000) * 1000).slice(0, 10);
}
