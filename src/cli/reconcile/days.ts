import type { Calendar } from './finance/dates.ts';
import { PairedSums } from './paired-sums.ts';
import { dayAtOffset } from './quarters.ts';

/** Sums by day. Those of the ledger are kept by quarter of an hour, so that days of other time zones can be compared. */
export class DaySums {
  readonly calendar: Calendar;
  readonly #ledger = new PairedSums<number>();
  readonly #finance = new PairedSums<string>();

  constructor(calendar: Calendar) {
    this.calendar = calendar;
  }

  addLedger(quarter: number, currencyCode: string, amount: number): void {
    this.#ledger.add('ledger', quarter, currencyCode, amount);
  }

  addFinance(day: string, currencyCode: string, amount: number): void {
    this.#finance.add('finance', day, currencyCode, amount);
  }

  /** Returns the sums of both files by day of the time zone; none if the finance system has no readable date. */
  pair(dayOf: (quarter: number) => string = this.calendar.dayOfQuarter): PairedSums<string> {
    const days = new PairedSums<string>();
    if (this.#finance.isEmpty) return days;
    for (const [quarter, sums] of this.#ledger.entries()) {
      const day = dayOf(quarter);
      for (const { currencyCode, ledger = 0 } of sums) days.add('ledger', day, currencyCode, ledger);
    }
    for (const [day, sums] of this.#finance.entries()) {
      for (const { currencyCode, finance = 0 } of sums) days.add('finance', day, currencyCode, finance);
    }
    return days;
  }

  /** Returns the offset from UTC with the fewest sums that differ, if they are less than half of the differences. */
  findOffset(differences: number): { readonly offset: number; readonly differences: number } | undefined {
    let best: ReturnType<DaySums['findOffset']>;
    for (const offset of offsets) {
      const count = countUnequal(this.pair((quarter) => dayAtOffset(quarter, offset)));
      if (2 * count < differences && count < (best?.differences ?? Infinity)) {
        best = { offset, differences: count };
      }
    }
    return best;
  }
}

/** Minutes, the nearest first; the zones in between have few people. */
const offsets = Array.from({ length: 14 }, (_, index) => [60 * (index + 1), -60 * (index + 1)]).flat();

function countUnequal(days: PairedSums<string>): number {
  let count = 0;
  for (const [, sums] of days.entries()) {
    for (const { ledger = 0, finance = 0 } of sums) if (ledger !== finance) count += 1;
  }
  return count;
}
