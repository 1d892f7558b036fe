import { InvalidAmountError } from '../errors/index.ts';
import { ExactSum } from './exact-sum.ts';
import { moneyFields, type SummedRow } from './money-fields.ts';
import type { ReceiptSum } from './receipt.ts';

interface Group {
  readonly currencyCode: string;
  readonly type: string;
  rows: number;
  readonly sums: readonly ExactSum[];
}

/** Adds up the money of rows by currency and type, in memory that depends on the number of these only. */
export class ReceiptSums {
  readonly #groups = new Map<string, Map<string, Group>>();
  #last: Group | undefined;

  constructor(saved: readonly ReceiptSum[] = []) {
    for (const sum of saved) {
      const group = this.#group(sum.currencyCode, sum.type);
      group.rows = sum.rows;
      moneyFields.forEach((field, index) => group.sums[index]?.add(BigInt(sum[field])));
    }
  }

  /** @throws {@link InvalidAmountError} when an amount is not a safe integer */
  add(row: SummedRow): void {
    const group = this.#group(row.currencyCode, row.type);
    group.rows += 1;
    for (let index = 0; index < moneyFields.length; index += 1) {
      const field = moneyFields[index] ?? 'amount';
      const amount = row[field];
      if (!Number.isSafeInteger(amount)) throw notAnAmount(field);
      group.sums[index]?.add(amount);
    }
  }

  /** Returns the sums, sorted by currency and type. */
  toJSON(): readonly ReceiptSum[] {
    return [...this.#groups.values()]
      .flatMap((types) => [...types.values()])
      .sort((a, b) => compare(a.currencyCode, b.currencyCode) || compare(a.type, b.type))
      .map(({ currencyCode, type, rows, sums }) => {
        const amounts = moneyFields.map((field, index) => [field, String(sums[index])]);
        // It has an entry for each money field.
        return { currencyCode, type, rows, ...Object.fromEntries(amounts) } as ReceiptSum;
      });
  }

  #group(currencyCode: string, type: string): Group {
    const last = this.#last;
    if (last?.currencyCode === currencyCode && last.type === type) return last;
    const types = this.#groups.get(currencyCode) ?? new Map<string, Group>();
    const group = types.get(type) ?? {
      currencyCode,
      type,
      rows: 0,
      sums: moneyFields.map(() => new ExactSum()),
    };
    this.#groups.set(currencyCode, types.set(type, group));
    return (this.#last = group);
  }
}

/** Compares by code units: the order depends on no locale. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function notAnAmount(field: string): InvalidAmountError {
  return new InvalidAmountError('receipt.add', [
    { path: field, message: 'must be an integer number of smallest units, up to 2^53 - 1' },
  ]);
}
