import { instantOf, toTimestamp } from '../../../../client/api/instant.ts';
import { addExactly, type ExactInteger } from '../../../../ledger/money-sums.ts';
import type { Problem } from '../../../tables/amounts.ts';
import type { CellValue } from '../../../tables/table.ts';
import { quarterMs } from '../../../terminal/time-zone.ts';

/** Reads the date of a cell as a day of the time zone. */
type DayReader = (cell: CellValue) => string | Problem;

/** Days in a time zone. */
export interface Calendar {
  readonly readDay: DayReader;
  /** Returns the day of a quarter of an hour since the epoch; all offsets from UTC are quarters. */
  readonly dayOfQuarter: (quarter: number) => string;
  /** Returns a date whose offset has a name, such as CEST, with the offset itself: `+02:00`. */
  readonly withOffset: (date: CellValue) => CellValue;
  /** Sets the first and the last quarter of the ledger, between which a date without a year is. */
  readonly setRange: (first: number, last: number) => void;
}

/** The two files that are compared. */
export type LedgerOrFinance = 'ledger' | 'finance';

/** Sums of one key and currency, in the smallest unit; `undefined` without a row. */
export type PairedSum = { readonly currencyCode: string; origin?: SumOrigin } & {
  [side in LedgerOrFinance]: ExactInteger | undefined;
};

/** A sum that both files have. */
export type SharedSum = PairedSum & Readonly<Record<LedgerOrFinance, ExactInteger>>;

export function isShared(sum: PairedSum): sum is SharedSum {
  return sum.ledger !== undefined && sum.finance !== undefined;
}

/** The rows of the ledger that a sum has. */
export interface SumOrigin {
  /** The types of all, separated by commas. */
  readonly types: string;
  /** Of the first one. */
  readonly time: string;
  /** The files of all, separated by commas. */
  readonly files: string;
}

/** Exact sums by key and currency, of both files. All keys are held in memory. */
export class PairedSums<Key> {
  readonly #sums = new Map<Key, PairedSum[]>();

  add(side: LedgerOrFinance, key: Key, currencyCode: string, amount: ExactInteger, origin?: SumOrigin): void {
    let sums = this.#sums.get(key);
    if (!sums) this.#sums.set(key, (sums = []));
    let sum = sums.find((one) => one.currencyCode === currencyCode);
    if (!sum) sums.push((sum = { currencyCode, ledger: undefined, finance: undefined }));
    sum[side] = addExactly(sum[side] ?? 0, amount);
    if (origin) sum.origin = merge(sum.origin, origin);
  }

  get isEmpty(): boolean {
    return this.#sums.size === 0;
  }

  /** The sums of a key. */
  get(key: Key): readonly PairedSum[] {
    return this.#sums.get(key) ?? [];
  }

  /** The sums of each key, in the order in which the keys were added. */
  entries(): IterableIterator<[Key, readonly PairedSum[]]> {
    return this.#sums.entries();
  }
}

function merge(earlier: SumOrigin | undefined, origin: SumOrigin): SumOrigin {
  if (!earlier) return origin;
  const types = withName(earlier.types, origin.types);
  const files = withName(earlier.files, origin.files);
  return types === earlier.types && files === earlier.files ? earlier : { ...earlier, types, files };
}

function withName(names: string, name: string): string {
  return names === name || names.split(', ').includes(name) ? names : `${names}, ${name}`;
}

/** Returns the quarter of an hour of a timestamp, counted from the epoch; `NaN` if it cannot be read. */
export function quarterOf(timestamp: string): number {
  return Math.floor(instantOf(timestamp) / 1000 / quarterMs);
}

/** Returns the day of a quarter of an hour at an offset from UTC in minutes. */
function dayAtOffset(quarter: number, offset: number): string {
  return toTimestamp((quarter * quarterMs + offset * 60_000) * 1000).slice(0, 10);
}

/** Sums by day. Those of the ledger are kept by quarter of an hour, so that days of other time zones can be compared. */
export class DaySums {
  readonly calendar: Calendar;
  readonly ledger = new PairedSums<number>();
  readonly finance = new PairedSums<string>();

  constructor(calendar: Calendar) {
    this.calendar = calendar;
  }

  /** Dates of the finance system that have no year are in the range of the ledger, whose rows were added. */
  setRange(): void {
    let [first, last] = [Infinity, -Infinity];
    for (const [quarter] of this.ledger.entries()) {
      first = Math.min(first, quarter);
      last = Math.max(last, quarter);
    }
    if (first <= last) this.calendar.setRange(first, last);
  }

  /** Returns the sums of both files by day of the time zone; none if the finance system has no readable date. */
  pair(dayOf: (quarter: number) => string = this.calendar.dayOfQuarter): PairedSums<string> {
    const days = new PairedSums<string>();
    if (this.finance.isEmpty) return days;
    for (const [quarter, sums] of this.ledger.entries()) {
      const day = dayOf(quarter);
      for (const { currencyCode, ledger = 0 } of sums) days.add('ledger', day, currencyCode, ledger);
    }
    for (const [day, sums] of this.finance.entries()) {
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
