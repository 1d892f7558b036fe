import { moneyFields } from '../../../../ledger/money-fields.ts';
import { type Amounts, MoneySums } from '../../../../ledger/money-sums.ts';
import { grouped } from '../../../terminal/format.ts';

/** The sums of the rows that have one value in common. */
export interface Group {
  /** The value, or the name of several groups. */
  readonly key: string;
  readonly sums: MoneySums;
  /** What its first row has in another column: the name of an offer, the currency of a country. */
  readonly detail?: string | undefined;
  /** Whether all of its rows have that. */
  readonly hasOneDetail?: boolean;
  /** Whether it is several groups: their total, or all that have no row of their own. */
  readonly others?: boolean;
}

/** Returns one group of several, and of the rows that have no group; none without rows. */
export function othersOf(groups: readonly Group[], rest: MoneySums): readonly Group[] {
  const sums = new MoneySums();
  for (const other of [...groups.map((group) => group.sums), rest]) sums.add(other.sums, other.rows);
  const key = rest.rows === 0 ? `${grouped(groups.length)} others` : 'All others';
  return sums.rows === 0 ? [] : [{ key, sums, others: true }];
}

/** Keeps memory bounded if a column has a different value in each row. */
const maxGroups = 100_000;

/** Sums by the value of a column. */
export class Groups {
  readonly #groups = new Map<string, OneGroup>();
  /** The sums of rows whose value was not among the first 100 000 values. */
  readonly rest = sumsOfReport();
  readonly #max: number;

  constructor(max = maxGroups) {
    this.#max = max;
  }

  /** Adds a row, or the sums of several. */
  add(key: string, amounts: Amounts, rows?: number, detail?: string): void {
    const group = this.#groups.get(key) ?? this.#create(key, detail);
    (group?.sums ?? this.rest).add(amounts, rows);
    if (group && group.detail !== detail) group.hasOneDetail = false;
  }

  get(key: string): MoneySums | undefined {
    return this.#groups.get(key)?.sums;
  }

  /** Returns a group of its own for a value, as long as there is room. */
  #create(key: string, detail: string | undefined): OneGroup | undefined {
    if (this.#groups.size >= this.#max) return undefined;
    const group = { key, sums: sumsOfReport(), detail, hasOneDetail: true };
    this.#groups.set(key, group);
    return group;
  }

  /** Returns the groups in the order of their keys. */
  byKey(): readonly OneGroup[] {
    return [...this.#groups.values()].sort((a, b) => compare(a.key, b.key));
  }

  /** Returns some groups with the largest sum first; equal ones in the order of their keys. */
  byLargest(sumOf: (sums: MoneySums) => bigint, only: (sums: MoneySums) => boolean): readonly OneGroup[] {
    return [...this.#groups.values()]
      .filter(({ sums }) => only(sums))
      .map((group) => ({ group, sum: sumOf(group.sums) }))
      .sort((a, b) => compare(b.sum, a.sum) || compare(a.group.key, b.group.key))
      .map(({ group }) => group);
  }
}

/** A group that {@link Groups} adds up. */
interface OneGroup extends Group {
  hasOneDetail: boolean;
}

function compare<T extends string | bigint>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What follows the money fields in the sums of a report: numbers of rows, and US cents. */
const extras = ['sold', 'refunds', 'refundedUsd'] as const;

function sumsOfReport(): MoneySums {
  return new MoneySums(moneyFields.length + extras.length);
}

/** Returns the payments of a group, its refunds, or their gross in US cents. */
export function extraOf({ sums }: MoneySums, name: (typeof extras)[number]): bigint {
  return BigInt(sums[moneyFields.length + extras.indexOf(name)] ?? 0);
}
