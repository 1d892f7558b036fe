import { InvalidAmountError } from '../client/errors/index.ts';
import {
  type MoneyColumn,
  moneyColumnOf,
  type MoneyField,
  moneyFields,
  type SummedRow,
} from './money-fields.ts';
import type { ReceiptSum } from './receipt.ts';

interface Group {
  readonly currencyCode: string;
  readonly type: string;
  rows: number;
  readonly sums: Readonly<Record<MoneyField, ExactSum>>;
}

/**
 * Adds up the money of rows by currency and type, in memory that depends on the number of these only. Both are well-formed
 * Unicode, as in a file: UTF-8 has no half of a surrogate pair.
 */
export class ReceiptSums {
  readonly #groups = new Map<string, Map<string, Group>>();

  constructor(saved: readonly ReceiptSum[] = []) {
    for (const sum of saved) {
      const group = this.#group(sum.currencyCode, sum.type);
      group.rows += sum.rows;
      for (const field of moneyFields) group.sums[field].add(BigInt(sum[field]));
    }
  }

  /** @throws {@link InvalidAmountError} when an amount is not a safe integer */
  add(row: SummedRow): void {
    const group = this.#group(row.currencyCode, row.type);
    const { sums } = group;
    group.rows += 1;
    // Written out because a loop over the fields takes four times as long.
    sums.amount.add(row.amount);
    sums.amountUsd.add(row.amountUsd);
    sums.totalTaxAmount.add(row.totalTaxAmount);
    sums.totalTaxAmountUsd.add(row.totalTaxAmountUsd);
    sums.currencyExchangeCostUsd.add(row.currencyExchangeCostUsd);
    sums.chargebackFeeUsd.add(row.chargebackFeeUsd);
    sums.transactionFeeUsd.add(row.transactionFeeUsd);
    sums.publisherNetAmountUsd.add(row.publisherNetAmountUsd);
  }

  /** Returns the sums, sorted by currency and type. */
  toJSON(): readonly ReceiptSum[] {
    return [...this.#groups.values()]
      .flatMap((types) => [...types.values()])
      .sort((a, b) => compare(a.currencyCode, b.currencyCode) || compare(a.type, b.type))
      .map(({ currencyCode, type, rows, sums }) => {
        const amounts = moneyFields.map((field) => [field, String(sums[field])]);
        // It has an entry for each money field.
        return { currencyCode, type, rows, ...Object.fromEntries(amounts) } as ReceiptSum;
      });
  }

  #group(receivedCode: string, receivedType: string): Group {
    const currencyCode = receivedCode.toWellFormed();
    const type = receivedType.toWellFormed();
    let types = this.#groups.get(currencyCode);
    if (!types) this.#groups.set(currencyCode, (types = new Map<string, Group>()));
    let group = types.get(type);
    if (!group) types.set(type, (group = { currencyCode, type, rows: 0, sums: zeros() }));
    return group;
  }
}

function zeros(): Group['sums'] {
  return {
    amount: new ExactSum(),
    amountUsd: new ExactSum(),
    totalTaxAmount: new ExactSum(),
    totalTaxAmountUsd: new ExactSum(),
    currencyExchangeCostUsd: new ExactSum(),
    chargebackFeeUsd: new ExactSum(),
    transactionFeeUsd: new ExactSum(),
    publisherNetAmountUsd: new ExactSum(),
  };
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

function keyOf({ currencyCode, type }: ReceiptSum): string {
  return JSON.stringify([currencyCode, type]);
}

/** An exact sum of integers of any size. It adds numbers while they are exact, which is ten times as fast as BigInt. */
export class ExactSum {
  #carried = 0n;
  #sum = 0;

  /** @throws {@link InvalidAmountError} when the amount is a number, but not a safe integer */
  add(amount: number | bigint): void {
    if (typeof amount === 'bigint') {
      this.#carried += amount;
      return;
    }
    const sum = this.#sum + amount;
    if (Number.isSafeInteger(sum) && Number.isSafeInteger(amount)) this.#sum = sum;
    else this.#carry(amount);
  }

  /** Returns the sum as an integer string. */
  toString(): string {
    return String(this.#carried + BigInt(this.#sum));
  }

  #carry(amount: number): void {
    if (!Number.isSafeInteger(amount)) {
      throw new InvalidAmountError('receipt.add', [
        { path: 'amount', message: 'must be an integer number of smallest units, up to 2^53 - 1' },
      ]);
    }
    this.#carried += BigInt(this.#sum) + BigInt(amount);
    this.#sum = 0;
  }
}
