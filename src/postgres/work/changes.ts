import { type MoneyField, moneyFields } from '../../ledger/money-fields.ts';
import type { ReceiptSum } from '../../ledger/index.ts';

/** The money of a row, or the sums of several: an integer in the smallest unit for each money column. */
export interface RowMoney {
  readonly currencyCode: string;
  readonly type: string;
  /** Safe integers, or `bigint`. */
  readonly amounts: readonly (number | bigint)[];
}

interface Group {
  readonly currencyCode: string;
  readonly type: string;
  rows: number;
  readonly sums: bigint[];
}

/** What a job changes in the sums of the table, by currency and type: new rows minus those they replace. */
export class Changes {
  readonly #groups = new Map<string, Group>();

  add(row: RowMoney): void {
    this.#count(row, 1);
  }

  /** @param rows How many rows the sums are of */
  subtract(row: RowMoney, rows = 1): void {
    this.#count(row, -1, rows);
  }

  /** Returns the changes, without groups where nothing changed. */
  toJSON(): readonly ReceiptSum[] {
    return [...this.#groups.values()]
      .filter(({ rows, sums }) => rows !== 0 || sums.some((sum) => sum !== 0n))
      .map(({ currencyCode, type, rows, sums }) => {
        const amounts = moneyFields.map((field, index): [MoneyField, string] => [field, String(sums[index])]);
        // It has an entry for each money field.
        return { currencyCode, type, rows, ...Object.fromEntries(amounts) } as ReceiptSum;
      });
  }

  #count({ currencyCode, type, amounts }: RowMoney, sign: 1 | -1, rows = 1): void {
    const key = JSON.stringify([currencyCode, type]);
    let group = this.#groups.get(key);
    if (!group) {
      group = { currencyCode, type, rows: 0, sums: moneyFields.map(() => 0n) };
      this.#groups.set(key, group);
    }
    group.rows += sign * rows;
    for (const [index, amount] of amounts.entries())
      group.sums[index] = (group.sums[index] ?? 0n) + BigInt(sign) * BigInt(amount);
  }
}
