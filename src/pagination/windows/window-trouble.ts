import type { DriftReporter } from '../../transport/drift.ts';
import { type KeyedRow, timeOf } from './row-key.ts';
import type { TimeWindow } from './time-window.ts';

/** Why windows are given up: the service's dates do not say which rows a window holds. */
export class WindowTrouble extends Error {
  readonly expected: string;
  readonly received: string;

  constructor(expected: string, received: string) {
    super(`windows: expected ${expected}, received ${received}`);
    this.expected = expected;
    this.received = received;
  }
}

/** In ms: how far outside its window a row may lie, with a service that reads dates in whole seconds. */
export const tolerance = 2000;

/** How rows of a window are checked. */
export interface RowCheck {
  /** Whether a row whose timestamp cannot be read is trouble. */
  readonly readable: boolean;
}

/**
 * Checks the rows of a window, and returns how many of them belong to no other window: neighbours share a millisecond.
 *
 * @throws {@link WindowTrouble} when a row lies outside its window, or its timestamp cannot be read
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
      // Not quoted: it may be any text.
      if (readable) throw new WindowTrouble('timestamps that can be read', 'one that cannot be read');
    } else if (time < start - tolerance || time > end + tolerance) {
      throw new WindowTrouble(
        `rows from ${startDate} to ${endDate}`,
        `one at ${new Date(time).toISOString()}`,
      );
    }
  }
  return own;
}

/** Checks that parts add up to what they are parts of. Neighbours share up to a second, and rows may be coming in. */
export function checkSum(whole: number, parts: number, slack: number): void {
  if (parts > 2 * whole + slack) {
    throw new WindowTrouble(`parts that add up to ${whole} rows`, `${parts} rows`);
  }
}

/** Reports once why windows were given up. */
export function reportTrouble(
  drift: DriftReporter,
  operation: string,
  { expected, received }: WindowTrouble,
): void {
  drift.reportAgain(operation, { path: 'windows', expected, received });
}

/** The rows that a count stands for; in tolerant mode it may be anything. */
export function checkCount(count: number): number {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new WindowTrouble('a count of rows', typeof count === 'number' ? String(count) : typeof count);
}
