import { type CurrencyDigits, findMinorUnitDigits } from '../../../../client/money/currency-digits.ts';
import { withPoint } from '../../../terminal/format.ts';
import type { LeavingOut } from '../selection.ts';

/** A row of finance that a setting leaves out, and that could be compared. */
interface LeftOutRow {
  readonly by: LeavingOut;
  /** `null` without one: such rows are totals, or bookings without an order. */
  readonly id: string | null;
  readonly currencyCode: string;
  /** In the smallest unit. */
  readonly amount: number;
  readonly where: string;
}

/** More are counted only: a condition on an account may leave out most of a file. */
const maxKept = 10_000;

type Sums = Map<string, { rows: number; amount: bigint }>;

/** Rows that a setting leaves out although they have an amount: next month, one of them may be a booking. */
export class LeftOutRows {
  readonly #rows: (LeftOutRow & { readonly id: string })[] = [];
  readonly #sums: Sums = new Map();
  readonly #withoutId: Sums = new Map();

  add({ id, ...row }: LeftOutRow): void {
    const { currencyCode, amount } = row;
    const sums = id === null ? this.#withoutId : this.#sums;
    const sum = sums.get(currencyCode) ?? { rows: 0, amount: 0n };
    sums.set(currencyCode, { rows: sum.rows + 1, amount: sum.amount + BigInt(amount) });
    if (id !== null && this.#rows.length < maxKept) this.#rows.push({ id, ...row });
  }

  /** Returns the sums by currency, and the rows, those whose id the export has first. */
  summarize(isInLedger: (id: string) => boolean, currencyDigits: CurrencyDigits) {
    const amounts = (currencyCode: string, amount: bigint) => ({
      currency: currencyCode,
      amount: withPoint(amount, findMinorUnitDigits(currencyCode, currencyDigits) ?? 0),
      amount_minor: String(amount),
    });
    const known = this.#rows.map(({ id, currencyCode, amount, where, by }) => ({
      id,
      ...amounts(currencyCode, BigInt(amount)),
      row: where,
      by,
      isInLedger: isInLedger(id),
    }));
    const listOf = (sums: Sums) =>
      [...sums].map(([code, { rows, amount }]) => ({ ...amounts(code, amount), rows }));
    return {
      sums: listOf(this.#sums),
      withoutId: listOf(this.#withoutId),
      rows: [...known.filter((row) => row.isInLedger), ...known.filter((row) => !row.isInLedger)],
    };
  }
}
