import { describeLess, describeSum } from './difference.ts';
import type { Reconciliation, Total } from './reconciliation.ts';

/** What both files have of a currency, without rows whose amount cannot be read. */
export interface CurrencyTotal {
  readonly currencyCode: string;
  readonly ledger: Readonly<Total>;
  readonly finance: Readonly<Total>;
}

/** Lists the totals by currency code. */
export function listTotals({ totals }: Reconciliation): readonly CurrencyTotal[] {
  return [...totals]
    .map(([currencyCode, { ledger, finance }]) => ({ currencyCode, ledger, finance }))
    .toSorted((a, b) => (a.currencyCode < b.currencyCode ? -1 : 1));
}

/** A total: numbers of rows, and amounts as strings, in major units and with the suffix `_minor` in the smallest unit. */
export interface DescribedTotal {
  readonly currency: string;
  readonly ledger_rows: number;
  readonly ledger_amount: string | null;
  readonly ledger_amount_minor: string | null;
  readonly finance_rows: number;
  readonly finance_amount: string | null;
  readonly finance_amount_minor: string | null;
  /** Finance less ledger, as are the next two. */
  readonly difference_rows: number;
  readonly difference: string | null;
  readonly difference_minor: string | null;
}

/** Describes a total, without a decimal if the currency is not in ISO 4217. */
export function describeTotal({ currencyCode: currency, ledger, finance }: CurrencyTotal): DescribedTotal {
  const ours = { currencyCode: currency, amount: ledger.amount };
  const theirs = { currencyCode: currency, amount: finance.amount };
  const { ledger_amount, ledger_amount_minor } = describeSum('ledger', ours);
  const { finance_amount, finance_amount_minor } = describeSum('finance', theirs);
  return {
    currency,
    ledger_rows: ledger.rows,
    ledger_amount,
    ledger_amount_minor,
    finance_rows: finance.rows,
    finance_amount,
    finance_amount_minor,
    difference_rows: finance.rows - ledger.rows,
    ...describeLess(theirs, ours),
  };
}
