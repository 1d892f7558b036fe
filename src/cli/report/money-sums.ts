import { ExactSum } from '../../ledger/receipt-sums.ts';
import type { LedgerRow } from '../../ledger/flatten.ts';
import { type MoneyColumn, moneyColumnOf, type MoneyField, moneyFields } from '../../ledger/money-fields.ts';

const pairs = moneyFields.map((field) => ({ column: moneyColumnOf[field], sum: moneyFields.indexOf(field) }));

/** The money columns of a ledger row, in the smallest unit. */
export type MoneyColumns = Pick<LedgerRow, MoneyColumn>;

/** The number of rows, and the exact sum of each money field. */
export class MoneySums {
  #rows = 0;
  readonly #sums = moneyFields.map(() => new ExactSum());

  get rows(): number {
    return this.#rows;
  }

  add(row: MoneyColumns): void {
    this.#rows += 1;
    for (const { column, sum } of pairs) this.#sums[sum]?.add(row[column]);
  }

  /** Adds the sums of other rows. */
  merge(other: MoneySums): void {
    this.#rows += other.rows;
    for (const [index, field] of moneyFields.entries()) this.#sums[index]?.add(other.sum(field));
  }

  /** Returns the sum of a field, in its smallest unit: US cents if its name ends with `Usd`. */
  sum(field: MoneyField): bigint {
    return BigInt(String(this.#sums[moneyFields.indexOf(field)]));
  }
}
