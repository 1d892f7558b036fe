import type { Transaction } from '../../contract/transactions.ts';
import { createClock, type LedgerShape } from './clock.ts';
import { createRows } from './rows.ts';

/** The rows of a time range: the numbers from `first` up to, not including, `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** The order of a report's rows. */
export type SortDirection = 'asc' | 'desc';

/** The sandbox's financial transactions (§2.1): any number of them, of which none is kept. */
export interface Ledger {
  /** The rows from a moment on and before another, both in milliseconds since 1970. */
  range(start: number, end: number): RowRange;
  /** Up to `limit` rows of a range in the given order, after `skip` of them. */
  read(range: RowRange, direction: SortDirection, skip: number, limit: number): Transaction[];
}

/** Opens the ledger of that seed, size and period. */
export function createLedger(shape: LedgerShape): Ledger {
  const clock = createClock(shape);
  const rowAt = createRows(shape);
  return {
    range: (start, end) => ({ first: clock.firstRowFrom(start), end: clock.firstRowFrom(end) }),
    read({ first, end }, direction, skip, limit): Transaction[] {
      const length = Math.max(0, Math.min(limit, end - first - skip));
      return Array.from({ length }, (_, index) =>
        rowAt(direction === 'asc' ? first + skip + index : end - 1 - skip - index),
      );
    },
  };
}
