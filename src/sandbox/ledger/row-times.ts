import { randomStream, type RandomStream } from './random.ts';

/** Seed, size and period of a ledger. Times are milliseconds since 1970. */
export interface LedgerShape {
  readonly seed: number;
  readonly size: number;
  readonly start: number;
  /** Excluded. */
  readonly end: number;
}

/** Converts row numbers to times, and times to row numbers. Rows are spread evenly, each at a random time in its slot. */
export class RowTimes {
  readonly #shape: LedgerShape;
  readonly #jitter: RandomStream;

  constructor(shape: LedgerShape) {
    this.#shape = shape;
    this.#jitter = randomStream(shape.seed, 'jitter');
  }

  /** The time of a row; never earlier than that of the row before. */
  timeOf(row: number): number {
    const { size, start, end } = this.#shape;
    // Ten bits of jitter keep `row + fraction` exact, so that times rise with rows at any size.
    const fraction = (this.#jitter(row) >>> 22) / 1024;
    return start + Math.floor(((row + fraction) / size) * (end - start));
  }

  /** The first row at or after a time; the size of the ledger if there is none. */
  firstRowFrom(time: number): number {
    let low = 0;
    let high = this.#shape.size;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.timeOf(middle) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
