import type { Transaction } from '../../client/api/transactions.ts';
import { hex, randomStream, type RandomStream } from '../random.ts';
import { createEvents, type LedgerEvent } from './events.ts';
import { createPayments, type Payment } from './payments.ts';
import { recordOf } from './record.ts';
import type { LedgerShape } from './shape.ts';

/** The rows of a time range: the numbers from `first` up to, not including, `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** The order of a report's rows. */
export type SortDirection = 'asc' | 'desc';

/** The generated financial transactions (§2.1). Rows are computed from the seed and their number; none is stored. */
export class Ledger {
  readonly #shape: LedgerShape;
  readonly #jitter: RandomStream;
  readonly #idDraw: RandomStream;
  readonly #eventOf: (row: number) => LedgerEvent;
  readonly #paymentOf: (row: number) => Payment;

  constructor(shape: LedgerShape) {
    this.#shape = shape;
    this.#jitter = randomStream(shape.seed, 'jitter');
    this.#idDraw = randomStream(shape.seed, 'transaction id');
    this.#eventOf = createEvents(shape.seed, shape.size);
    this.#paymentOf = createPayments(shape.seed, shape.size);
  }

  /** The rows from a time on and before another, both in milliseconds since 1970. */
  range(start: number, end: number): RowRange {
    return { first: this.#firstRowFrom(start), end: this.#firstRowFrom(end) };
  }

  /** Time of a row in milliseconds since 1970; never earlier than that of the row before. Rows are spread evenly. */
  timeOf(row: number): number {
    const { size, start, end } = this.#shape;
    // Ten bits of jitter keep `row + fraction` exact, so that times rise with rows at any size.
    const fraction = (this.#jitter(row) >>> 22) / 1024;
    return start + Math.floor(((row + fraction) / size) * (end - start));
  }

  /** A row, by default with its own event. */
  row(row: number, { type, payment }: LedgerEvent = this.#eventOf(row)): Transaction {
    return recordOf(
      this.#paymentOf(payment),
      type,
      `transaction-${hex(this.#idDraw(row))}`,
      this.timeOf(row),
    );
  }

  /** The first row at or after a time; the size of the ledger if there is none. */
  #firstRowFrom(time: number): number {
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
