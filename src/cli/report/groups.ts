import type { LedgerRow } from '../../ledger/flatten.ts';
import { type MoneyColumn, moneyColumnOf, type MoneyField, moneyFields } from '../../ledger/money-fields.ts';
import { ExactSum } from '../../ledger/receipt-sums.ts';

/** The sums of the rows that have one value in common. */
export interface Group {
  readonly key: string;
  readonly sums: MoneySums;
  /** Whether it is all groups that have no row of their own. */
  readonly others?: boolean;
}

/** Keeps memory bounded if a column has a different value in each row. */
const maxGroups = 100_000;

/** Sums by the value of a column. */
export class Groups {
  readonly #groups = new Map<string, MoneySums>();
  readonly #rest = new MoneySums();
  readonly #max: number;

  constructor(max = maxGroups) {
    this.#max = max;
  }

  add(key: string, row: MoneyColumns): void {
    this.#sumsOf(key).add(row);
  }

  /** Adds the sums of other rows to the group of a key. */
  merge(key: string, sums: MoneySums): void {
    this.#sumsOf(key).merge(sums);
  }

  /** The sums of rows whose value was not among the first 100 000 values. */
  get rest(): MoneySums {
    return this.#rest;
  }

  get(key: string): MoneySums | undefined {
    return this.#groups.get(key);
  }

  /** Returns the groups in the order of their keys. */
  byKey(): readonly Group[] {
    return this.#list().sort((a, b) => compare(a.key, b.key));
  }

  /** Returns the groups with the largest sum first; equal ones in the order of their keys. */
  byLargest(field: MoneyField): readonly Group[] {
    const sums = new Map(this.#list().map((group) => [group, group.sums.sum(field)]));
    return [...sums]
      .sort(([a, sumA], [b, sumB]) => compare(sumB, sumA) || compare(a.key, b.key))
      .map(([group]) => group);
  }

  #list(): Group[] {
    return [...this.#groups].map(([key, sums]) => ({ key, sums }));
  }

  #sumsOf(key: string): MoneySums {
    const existing = this.#groups.get(key);
    if (existing) return existing;
    if (this.#groups.size >= this.#max) return this.#rest;
    const created = new MoneySums();
    this.#groups.set(key, created);
    return created;
  }
}

function compare<T extends string | bigint>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

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

  /** The sum of the three fee fields, in US cents. */
  get fees(): bigint {
    return this.sum('transactionFeeUsd') + this.sum('chargebackFeeUsd') + this.sum('currencyExchangeCostUsd');
  }
}
