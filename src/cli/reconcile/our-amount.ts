import { upperCaseCurrency } from '../../client/money/currency-digits.ts';
import { ledgerColumns } from '../../ledger/index.ts';
import { feeFields, type MoneyColumn, moneyColumnOf } from '../../ledger/money-fields.ts';
import { addExactly, type ExactInteger } from '../../ledger/money-sums.ts';
import { counted, grouped } from '../format.ts';
import type { RowWith } from '../read/stored-row.ts';

/** An amount of the ledger: the columns that it adds up, in the smallest unit. */
interface OurAmount {
  readonly columns: readonly MoneyColumn[];
  /** Whether it is in US dollars, whatever the currency of its row. */
  readonly isUsd: boolean;
}

/** The amounts of the ledger that can be added up, by name: its columns in major units, and the sum of the fees. */
const amountsByName: ReadonlyMap<string, OurAmount> = new Map([
  ...ledgerColumns.flatMap(({ name, minor, isUsd }): [string, OurAmount][] =>
    minor === null ? [] : [[name, { columns: [minor], isUsd }]],
  ),
  ['fees', { columns: feeFields.map((field) => moneyColumnOf[field]), isUsd: true }],
]);

/** The names of these amounts. */
export const ourAmounts: readonly string[] = [...amountsByName.keys()];

/** Whether an amount is in US dollars, whatever the currency of its row. */
export function isInUsd(ourAmount: string): boolean {
  return amountsByName.get(ourAmount)?.isUsd === true;
}

/** A row of an export with what is compared of it; it may have been exported with fewer columns. */
export type OurRow = RowWith<(typeof ourColumns)[number]>;

const ourColumns = ['timestamp', 'type', 'currency_code'] as const;

/** Returns the columns that are needed to compare an amount. */
export function columnsFor(ourAmount: string): readonly ((typeof ourColumns)[number] | MoneyColumn)[] {
  return [...ourColumns, ...(amountsByName.get(ourAmount)?.columns ?? [])];
}

/** Returns an amount of a row in the smallest unit, and its currency; the row must have the columns of the amount. */
export function moneyOf(row: OurRow, ourAmount: string) {
  const { columns, isUsd } = amountsByName.get(ourAmount) ?? { columns: [], isUsd: false };
  return {
    currencyCode: isUsd ? 'USD' : upperCaseCurrency(row.currency_code),
    amount: columns.reduce((sum, column) => sum + (row[column] ?? Number.NaN), 0),
  };
}

/** What finance has of some ids, by id and currency. */
export type FinanceSums = ReadonlyMap<string, ReadonlyMap<string, ExactInteger>>;

/** Returns a question for the amount that agrees with finance where another one differs, by its sign too. */
export function suggestAmount(
  ledger: readonly (readonly [id: string, row: OurRow])[],
  finance: FinanceSums,
  current: string,
): readonly string[] {
  const [, first = {}] = ledger[0] ?? [];
  const counts = ourAmounts
    .filter((name) => name !== current && columnsFor(name).every((column) => column in first))
    .flatMap((name) =>
      [1, -1].map((sign) => ({ name, sign, count: countAgreeing(ledger, finance, name, sign) })),
    );
  const [best] = counts.toSorted((a, b) => b.count - a.count);
  if (!best || best.count * 10 < finance.size * 9) return [];
  const flags = `--our-amount ${best.name}${best.sign < 0 ? ' --negate' : ''}`;
  const agrees = `${grouped(best.count)} of ${counted(finance.size, 'id')} that ${finance.size === 1 ? 'differs' : 'differ'}`;
  return [`${flags} would agree for ${agrees}: is that what finance books?`];
}

function countAgreeing(
  ledger: readonly (readonly [id: string, row: OurRow])[],
  finance: FinanceSums,
  name: string,
  sign: number,
): number {
  const sums = new Map<string, Map<string, ExactInteger>>();
  for (const [id, row] of ledger) {
    const { currencyCode, amount } = moneyOf(row, name);
    const own = sums.get(id) ?? new Map<string, ExactInteger>();
    sums.set(id, own.set(currencyCode, addExactly(own.get(currencyCode) ?? 0, 0 + sign * amount)));
  }
  return [...finance].filter(([id, amounts]) => {
    const own = sums.get(id);
    return own?.size === amounts.size && [...amounts].every(([code, amount]) => own.get(code) === amount);
  }).length;
}
