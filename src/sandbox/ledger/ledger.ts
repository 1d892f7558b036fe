import type { Transaction } from '../../api/transactions.ts';
import { hex, randomStream, type RandomStream } from '../random.ts';
import { createEvents } from './events.ts';
import { createPayments } from './payments.ts';
import { recordOf } from './record.ts';
import type { LedgerShape } from './shape.ts';

/** The rows of a time range: the numbers from `first` up to, not including, `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** The order of a report's rows. */
export type SortDirection = 'asc' | 'desc';

/** The generated financial transactions (§2.1). Rows are computed on demand; none is stored. */
export class Ledger {
  readonly #times: RowTimes;
  readonly #rowAt: (row: number) => Transaction;

  constructor(shape: LedgerShape) {
    this.#times = new RowTimes(shape);
    this.#rowAt = createRows(shape, this.#times);
  }

  /** The rows from a time on and before another, both in milliseconds since 1970. */
  range(start: number, end: number): RowRange {
    return { first: this.#times.firstRowFrom(start), end: this.#times.firstRowFrom(end) };
  }

  /** The time of a row, in milliseconds since 1970. */
  timeOf(row: number): number {
    return this.#times.timeOf(row);
  }

  /** The first rows of a range in the given order, up to `limit`. */
  read(range: RowRange, direction: SortDirection, limit: number): Transaction[] {
    return [...this.rows(range, direction, limit)];
  }

  /** The same rows, each computed when it is iterated: what is written at once need not be in memory as a whole. */
  rows({ first, end }: RowRange, direction: SortDirection, limit: number): Iterable<Transaction> {
    const length = Math.max(0, Math.min(limit, end - first));
    const rowAt = this.#rowAt;
    return {
      *[Symbol.iterator]() {
        for (let index = 0; index < length; index += 1) {
          yield rowAt(direction === 'asc' ? first + index : end - 1 - index);
        }
      },
    };
  }
}

/** Returns the rows of a ledger by number: each is computed from the seed and its number alone. */
function createRows({ seed, size }: LedgerShape, times: RowTimes): (row: number) => Transaction {
  const eventOf = createEvents(seed, size);
  const paymentOf = createPayments(seed, size);
  const idDraw = randomStream(seed, 'transaction id');

  return (row) => {
    const { type, payment } = eventOf(row);
    return recordOf(paymentOf(payment), type, `transaction-${hex(idDraw(row))}`, times.timeOf(row));
  };
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
