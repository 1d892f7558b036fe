import type { DriftReporter } from '../../transport/drift.ts';
import { type KeyedRow, timeOf } from './row-key.ts';
import type { TimeWindow } from './time-window.ts';

/** Thrown when the service's dates are unreliable: a window does not return the rows of its range. */
export class UnreliableDatesError extends Error {
  readonly expected: string;
  readonly received: string;

  constructor(expected: string, received: string) {
    super(`windows: expected ${expected}, received ${received}`);
    this.expected = expected;
    this.received = received;
  }
}

/** How far outside its window a row may be, in milliseconds: a service may round dates to seconds. */
export const tolerance = 2000;

/** How to check the rows of a window. */
export interface RowCheck {
  /** Whether every row needs a readable timestamp. */
  readonly readable: boolean;
}

/**
 * Checks the rows of a window and returns how many of them belong to no other window: adjacent windows overlap.
 *
 * @throws {@link UnreliableDatesError} when a row is outside its window, or its timestamp is unreadable
 */
export function checkRows(
  rows: readonly KeyedRow[],
  { startDate, endDate }: TimeWindow,
  { readable }: RowCheck,
): number {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  let own = 0;
  for (const row of rows) {
    const time = timeOf(row);
    if (time > start && time < end) own += 1;
    else if (Number.isNaN(time)) {
      // The timestamp is not quoted: it may be any string.
      if (readable) throw new UnreliableDatesError('readable timestamps', 'an unreadable timestamp');
    } else if (time < start - tolerance || time > end + tolerance) {
      throw new UnreliableDatesError(
        `rows from ${startDate} to ${endDate}`,
        `a row at ${new Date(time).toISOString()}`,
      );
    }
  }
  return own;
}

/** Checks that the counts of parts add up to the whole. Adjacent parts overlap, and new rows may be added meanwhile. */
export function checkSum(whole: number, parts: number, slack: number): void {
  if (parts > 2 * whole + slack) {
    throw new UnreliableDatesError(`parts that add up to ${whole} rows`, `${parts} rows`);
  }
}

/** Reports that windows are no longer used, and why. */
export function reportUnreliableDates(
  drift: DriftReporter,
  operation: string,
  { expected, received }: UnreliableDatesError,
): void {
  drift.reportAgain(operation, { path: 'windows', expected, received });
}

/** Returns a valid count of rows; in tolerant mode the service's count may be any value. */
export function checkCount(count: number): number {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new UnreliableDatesError('a count of rows', typeof count === 'number' ? String(count) : typeof count);
}
