import { upperCaseCurrency } from '../../client/money/currency-digits.ts';
import { ledgerColumns } from '../../ledger/index.ts';
import { addExactly, type ExactInteger } from '../../ledger/money-sums.ts';
import { counted, grouped } from '../format.ts';
import type { StoredRow } from '../read/stored-row.ts';

type MinorColumn = Extract<keyof StoredRow, `${string}_minor`>;

/** What the service keeps of a transaction, in US dollars. */
const feeColumns = ['currency_exchange_cost_usd', 'chargeback_fee_usd', 'transaction_fee_usd'] as const;

/** The amounts of the ledger that can be added up: its columns in major units, and the sum of the fees. */
export const ourAmounts: readonly string[] = [
  ...ledgerColumns.filter(({ type }) => type === 'decimal').map(({ name }) => name),
  'fees',
];

/** Whether an amount is in US dollars, whatever the currency of its row. */
export function isInUsd(ourAmount: string): boolean {
  return ourAmount === 'fees' || ourAmount.endsWith('_usd');
}

/** Returns an amount of a row in the smallest unit, and its currency. */
export function moneyOf(row: StoredRow, ourAmount: string) {
  const columns: readonly string[] = ourAmount === 'fees' ? feeColumns : [ourAmount];
  // Every decimal column has one in the smallest unit.
  const amounts = columns.map((column) => row[`${column}_minor` as MinorColumn]);
  return {
    currencyCode: isInUsd(ourAmount) ? 'USD' : upperCaseCurrency(row.currency_code),
    amount: amounts.reduce((sum, amount) => sum + amount, 0),
  };
}

/** What finance has of some ids, by id and currency. */
export type FinanceSums = ReadonlyMap<string, ReadonlyMap<string, ExactInteger>>;

/** Returns a question for the amount that agrees with finance where another one differs, by its sign too. */
export function suggestAmount(
  ledger: readonly (readonly [id: string, row: StoredRow])[],
  finance: FinanceSums,
  current: string,
): readonly string[] {
  const counts = ourAmounts
    .filter((name) => name !== current)
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
  ledger: readonly (readonly [id: string, row: StoredRow])[],
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
