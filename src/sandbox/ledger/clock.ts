import { randomStream } from '../random.ts';

/** Where a ledger lies in time, and how many rows it has. Times are milliseconds since 1970. */
export interface LedgerShape {
  readonly seed: number;
  readonly size: number;
  /** The first moment of the ledger. */
  readonly start: number;
  /** The first moment after the ledger. */
  readonly end: number;
}

/** Row numbers by time, and times by row number. */
export interface LedgerClock {
  /** When a row happened; a later row never happened before an earlier one. */
  timeOf(row: number): number;
  /** The first row that did not happen before a moment; the size of the ledger when there is none. */
  firstRowFrom(time: number): number;
}

/** Spreads the rows evenly over the ledger's period, each at a random place within its own share of it. */
export function createClock({ seed, size, start, end }: LedgerShape): LedgerClock {
  const jitter = randomStream(seed, 'jitter');
  const timeOf = (row: number): number => {
    // Ten bits of jitter keep `row + fraction` exact, so that times rise with rows at any size.
    const fraction = (jitter(row) >>> 22) / 1024;
    return start + Math.floor(((row + fraction) / size) * (end - start));
  };
  return {
    timeOf,
    firstRowFrom(time): number {
      let low = 0;
      let high = size;
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if (timeOf(middle) < time) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}
