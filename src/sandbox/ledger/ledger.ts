import type { Transaction } from '../../api/transactions.ts';
import { type LedgerShape, RowTimes } from './row-times.ts';
import { createRows } from './rows.ts';

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

  /** The first rows of a range in the given order, up to `limit`. */
  read({ first, end }: RowRange, direction: SortDirection, limit: number): Transaction[] {
    const length = Math.max(0, Math.min(limit, end - first));
    return Array.from({ length }, (_, index) =>
      this.#rowAt(direction === 'asc' ? first + index : end - 1 - index),
    );
  }
}
