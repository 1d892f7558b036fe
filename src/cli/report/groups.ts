import type { MoneyField } from '../../ledger/money-fields.ts';
import { type MoneyColumns, MoneySums } from './money-sums.ts';

/** The sums of the rows that have one value in common. */
export interface Group {
  readonly key: string;
  readonly sums: MoneySums;
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
