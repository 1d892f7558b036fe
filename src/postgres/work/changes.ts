import type { ReceiptSum } from '../../ledger/index.ts';
import { moneyColumns, type MoneyField, moneyFields } from '../../ledger/money-fields.ts';

/** Sums of rows by currency and type, as SQL returns them. */
export interface MoneySums extends Record<string, unknown> {
  readonly currency_code: string;
  readonly type: string;
  readonly rows: number;
  /** Integers, in the order of the money fields. */
  readonly sums: readonly string[];
}

/** The columns of {@link MoneySums} in SQL, of rows that are grouped by currency and type. */
export const moneySums = `currency_code, type, count(*)::int AS rows,
  ARRAY[${moneyColumns.map((column) => `sum(${column})::text`).join(', ')}] AS sums`;

interface Group {
  readonly currencyCode: string;
  readonly type: string;
  rows: number;
  readonly sums: bigint[];
}

/** What a job changes in the sums of the table, by currency and type: new rows minus those they replace. */
export class Changes {
  readonly #groups = new Map<string, Group>();

  add(groups: readonly MoneySums[]): void {
    for (const group of groups) this.#count(group, 1);
  }

  subtract(groups: readonly MoneySums[]): void {
    for (const group of groups) this.#count(group, -1);
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

  #count({ currency_code: currencyCode, type, rows, sums }: MoneySums, sign: 1 | -1): void {
    const key = JSON.stringify([currencyCode, type]);
    let group = this.#groups.get(key);
    if (!group) {
      group = { currencyCode, type, rows: 0, sums: moneyFields.map(() => 0n) };
      this.#groups.set(key, group);
    }
    group.rows += sign * rows;
    for (const [index, sum] of sums.entries())
      group.sums[index] = (group.sums[index] ?? 0n) + BigInt(sign) * BigInt(sum);
  }
}
