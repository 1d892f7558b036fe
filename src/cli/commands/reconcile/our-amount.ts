import { upperCaseCurrency } from '../../../client/money/currency-digits.ts';
import { ledgerColumns } from '../../../ledger/index.ts';
import { feeFields, type MoneyColumn, moneyColumnOf } from '../../../ledger/money-fields.ts';
import type { RowWith } from '../../ledger-files/ledger-row.ts';

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
