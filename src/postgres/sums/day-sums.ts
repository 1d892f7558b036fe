import { SumsByType } from '../../ledger/money-sums.ts';
import type { ReceiptSum } from '../../ledger/receipt.ts';

/** The sums of a UTC day, currency and type. */
export interface DaySum extends ReceiptSum {
  /** Such as `2026-10-01`. */
  readonly day: string;
}

/** What a job changed in the sums of the table: by day, so that a night is compared without the rest of the table. */
export class SumsByDay {
  readonly #days = new Map<string, SumsByType>();

  constructor(sums: readonly DaySum[] = []) {
    this.merge(sums);
  }

  /** Adds sums, or subtracts them. */
  merge(sums: readonly DaySum[], sign: 1 | -1 = 1): void {
    for (const { day, ...sum } of sums) {
      let ofDay = this.#days.get(day);
      if (!ofDay) this.#days.set(day, (ofDay = new SumsByType()));
      ofDay.merge([sum], sign);
    }
  }

  /** Returns the sums, without those that have no rows and are 0. */
  toJSON(): readonly DaySum[] {
    return [...this.#days].flatMap(([day, sums]) => sums.toJSON().map((sum) => ({ day, ...sum })));
  }
}
