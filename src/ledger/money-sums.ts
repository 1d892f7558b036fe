import { invalidAmount } from '../client/errors/index.ts';
import {
  byMoneyField,
  type MoneyColumn,
  moneyColumnOf,
  moneyColumns,
  type MoneyField,
  moneyFields,
} from './money-fields.ts';
import type { ReceiptSum } from './receipt.ts';

/** An integer of any size: a number if that is exact, so that equal integers are equal by `===`. */
export type ExactInteger = number | bigint;

/**
 * Adds integers of any size.
 *
 * @throws {@link InvalidAmountError} when the amount is a number, but not a safe integer
 */
export function addExactly(sum: ExactInteger, amount: ExactInteger): ExactInteger {
  if (typeof amount === 'number' && !Number.isSafeInteger(amount)) {
    throw invalidAmount('receipt.add', [
      { path: 'amount', message: 'must be an integer number of smallest units, up to 2^53 - 1' },
    ]);
  }
  if (typeof sum === 'number' && typeof amount === 'number') {
    const added = sum + amount;
    if (Number.isSafeInteger(added)) return added;
  }
  const exact = BigInt(sum) + BigInt(amount);
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}

/** The amounts of rows in their smallest units, in the order of the money fields. */
export type Amounts = readonly ExactInteger[];

/** Returns the amounts of a transaction. */
export function amountsOf(details: Readonly<Record<MoneyField, number>>): Amounts {
  return moneyFields.map((field) => details[field]);
}

/** Returns the amounts of a ledger row. */
export function amountsOfRow(row: Readonly<Record<MoneyColumn, number>>): Amounts {
  return moneyColumns.map((column) => row[column]);
}

/** The number of rows, and the exact sum of each money field. */
export class MoneySums {
  rows = 0;
  readonly #sums: ExactInteger[];

  /** @param size Number of amounts of a row, if it has more than the money fields */
  constructor(size = moneyFields.length) {
    this.#sums = Array.from({ length: size }, () => 0);
  }

  /** Adds a row, or the sums of several. @throws {@link InvalidAmountError} when an amount is not a safe integer */
  add(amounts: Amounts, rows = 1): void {
    this.rows += rows;
    for (let index = 0; index < amounts.length; index += 1) {
      this.#sums[index] = addExactly(this.#sums[index] ?? 0, amounts[index] ?? 0);
    }
  }

  get sums(): Amounts {
    return this.#sums;
  }

  /** Returns the sum of fields, in their smallest unit: US cents if their names end with `Usd`. */
  sum(...fields: readonly MoneyField[]): bigint {
    return fields.reduce((sum, field) => sum + BigInt(this.#sums[moneyFields.indexOf(field)] ?? 0), 0n);
  }
}

/**
 * Sums of rows by currency and type, in memory that depends on the number of these only. Both are well-formed Unicode, as in
 * a file: UTF-8 has no half of a surrogate pair.
 */
export class SumsByType {
  readonly #groups = new Map<
    string,
    { readonly currencyCode: string; readonly type: string; sums: MoneySums }
  >();

  constructor(saved: readonly ReceiptSum[] = []) {
    this.merge(saved);
  }

  /** Adds a row, or the sums of several. @throws {@link InvalidAmountError} when an amount is not a safe integer */
  add(receivedCode: string, receivedType: string, amounts: Amounts, rows = 1): void {
    const [currencyCode, type] = [receivedCode.toWellFormed(), receivedType.toWellFormed()];
    const key = keyOf({ currencyCode, type });
    let group = this.#groups.get(key);
    if (!group) this.#groups.set(key, (group = { currencyCode, type, sums: new MoneySums() }));
    group.sums.add(amounts, rows);
  }

  /** Adds the sums of other rows, or subtracts them. */
  merge(others: readonly ReceiptSum[], sign: 1 | -1 = 1): void {
    for (const other of others) {
      const amounts = moneyFields.map((field) => BigInt(sign) * BigInt(other[field]));
      this.add(other.currencyCode, other.type, amounts, sign * other.rows);
    }
  }

  /** Returns the sums, sorted by currency and type, without those that have no rows and are 0. */
  toJSON(): readonly ReceiptSum[] {
    return [...this.#groups.values()]
      .filter(({ sums: { rows, sums } }) => rows !== 0 || sums.some((sum) => sum !== 0))
      .sort((a, b) => compare(a.currencyCode, b.currencyCode) || compare(a.type, b.type))
      .map(({ currencyCode, type, sums: { rows, sums } }) => {
        return { currencyCode, type, rows, ...byMoneyField((_, index) => String(sums[index])) };
      });
  }
}

function keyOf({ currencyCode, type }: Pick<ReceiptSum, 'currencyCode' | 'type'>): string {
  return JSON.stringify([currencyCode, type]);
}

/** Compares by code units: the order depends on no locale. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A figure of a currency and type that differs between two receipts, or between a receipt and rows. */
export interface SumDifference {
  readonly currencyCode: string;
  readonly type: string;
  readonly column: MoneyColumn | 'rows';
  /** Integers as strings. */
  readonly expected: string;
  readonly found: string;
}

/** Compares the number of rows and each sum of every currency and type; what one side does not have is 0. */
export function compareSums(
  expected: readonly ReceiptSum[],
  found: readonly ReceiptSum[],
): readonly SumDifference[] {
  const pairs = new Map<string, { expected?: ReceiptSum; found?: ReceiptSum }>();
  for (const sum of expected) pairs.set(keyOf(sum), { expected: sum });
  for (const sum of found) pairs.set(keyOf(sum), { ...pairs.get(keyOf(sum)), found: sum });
  return [...pairs]
    .sort(([a], [b]) => compare(a, b))
    .flatMap(([, pair]) => {
      const { currencyCode = '', type = '' } = pair.expected ?? pair.found ?? {};
      const difference = (column: SumDifference['column'], field: MoneyField | 'rows'): SumDifference => ({
        currencyCode,
        type,
        column,
        expected: String(pair.expected?.[field] ?? 0),
        found: String(pair.found?.[field] ?? 0),
      });
      return [
        difference('rows', 'rows'),
        ...moneyFields.map((field) => difference(moneyColumnOf[field], field)),
      ].filter((one) => one.expected !== one.found);
    });
}
