import type { Transaction } from '../../client/api/transactions.ts';
import type { CurrencyDigits } from '../../client/money/currency-digits.ts';
import { hex, randomStream, type RandomStream } from '../random.ts';
import { createEvents, type EventType, type LedgerEvent } from './events.ts';
import { createPayments, type Payment } from './payments.ts';
import { eventRow } from './record.ts';
import { createRowNumbers, type RowNumbers } from './row-numbers.ts';
import type { LedgerSettings } from './settings.ts';

/** The rows of a time range: the numbers from `first` up to, not including, `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** The order of a report's rows. */
export type SortDirection = 'asc' | 'desc';

/**
 * The generated financial transactions (§2.1). Rows are computed from the seed and their number over all time; none is
 * stored. Callers number them from the start of the period; rows before it have negative numbers.
 */
export class Ledger {
  /** Number of all rows. */
  readonly size: number;
  readonly #numbers: RowNumbers;
  readonly #jitter: RandomStream;
  readonly #idOf: (number: number) => string;
  readonly #eventOf: (row: number) => LedgerEvent;
  readonly #paymentOf: (row: number) => Payment;

  constructor(settings: LedgerSettings, currencyDigits: CurrencyDigits = {}) {
    const { seed, size, end, until = end } = settings;
    const idsOf = (name: string): ((number: number) => string) =>
      createRowIds(seed, name, (number) => this.#timeOfNumber(number));
    this.#numbers = createRowNumbers(settings);
    this.#jitter = randomStream(seed, 'jitter');
    this.#idOf = idsOf('transaction id');
    this.#eventOf = createEvents(seed, size);
    this.#paymentOf = createPayments(seed, size, idsOf('payment id'), currencyDigits);
    // What follows is shorter than what is before it, and so has fewer rows.
    this.size = until === end ? size : this.#firstRowFrom(until, 2 * size);
  }

  /** The rows from a time on and before another, both in milliseconds since 1970. */
  range(start: number, end: number): RowRange {
    return { first: this.#firstRowFrom(start), end: this.#firstRowFrom(end) };
  }

  /** Time of a row in milliseconds since 1970; never earlier than that of the row before. Rows are spread evenly. */
  timeOf(row: number): number {
    return this.#timeOfNumber(this.#numbers.first + row);
  }

  #timeOfNumber(number: number): number {
    const { start, end, first, next } = this.#numbers.spanOf(number);
    // Ten bits of jitter keep the sum with `fraction` exact, so that times rise with rows at any size.
    const fraction = (this.#jitter(number) >>> 22) / 1024;
    return start + Math.floor(((number - first + fraction) / (next - first)) * (end - start));
  }

  /** A row with its own event; with a type, that event of the payment with its number. */
  row(row: number, ofType?: EventType): Transaction {
    const number = this.#numbers.first + row;
    const { type, payment } =
      ofType === undefined ? this.#eventOf(number) : { type: ofType, payment: number };
    const id = `transaction-${this.#idOf(number)}`;
    return eventRow(this.#paymentOf(payment), type, id, this.#timeOfNumber(number));
  }

  /** The first of some rows at or after a time; their number if there is none. */
  #firstRowFrom(time: number, rows = this.size): number {
    let low = 0;
    let high = rows;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.timeOf(middle) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Returns ids that are unique over all time: the same seed gives another ledger's row the same id only if it is at the
 * same millisecond. Each is 64 bits in hexadecimal, of the time and, for rows of one millisecond, the number.
 */
function createRowIds(
  seed: number,
  name: string,
  timeOf: (number: number) => number,
): (number: number) => string {
  const front = randomStream(seed, `${name} front`);
  const back = randomStream(seed, `${name} back`);
  return (number) => {
    const time = timeOf(number);
    const rest = (Math.floor(time / 2 ** 32) << 20) | (number & 0xfffff);
    return hex(front(time)) + hex(back(rest));
  };
}
