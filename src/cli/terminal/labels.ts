import type { Known } from '../../client/api/fields.ts';
import type { TransactionType } from '../../client/api/transactions.ts';
import { moneyColumnOf, type MoneyField, moneyFields } from '../../ledger/money-fields.ts';

/** What people call the money fields of a transaction. */
export const moneyLabels: Readonly<Record<MoneyField, string>> = {
  amount: 'Gross, local',
  amountUsd: 'Gross, USD',
  totalTaxAmount: 'Tax, local',
  totalTaxAmountUsd: 'Tax, USD',
  currencyExchangeCostUsd: 'Exchange cost, USD',
  chargebackFeeUsd: 'Chargeback fee, USD',
  transactionFeeUsd: 'Transaction fee, USD',
  publisherNetAmountUsd: 'Net, USD',
};

/** What people call the columns of these fields in the smallest unit. */
export const moneyColumnLabels: ReadonlyMap<string, string> = new Map(
  moneyFields.map((field) => [moneyColumnOf[field], moneyLabels[field]]),
);

const documentedTypes: Readonly<Record<Known<TransactionType>, string>> = {
  paid: 'Paid',
  refund: 'Refunded',
  dispute_funds_withdrawn: 'Dispute withdrawn',
  dispute_funds_reinstated: 'Dispute reinstated',
};
/** What people call the types of a transaction. A map: a type may have any name, such as `constructor`. */
const typeLabels: ReadonlyMap<string, string> = new Map(Object.entries(documentedTypes));

/** Returns the label of a type; an undocumented one is its own. */
export function typeLabel(type: string): string {
  return typeLabels.get(type) ?? type;
}

const names = {
  currency: new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' }),
  region: new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }),
};

/** Returns the English name of an ISO 4217 or ISO 3166-1 code; `undefined` if it has none. */
export function nameOfCode(kind: keyof typeof names, code: string): string | undefined {
  // Any other string throws.
  return /^[A-Za-z]{2,3}$/.test(code) && code.length === (kind === 'currency' ? 3 : 2)
    ? names[kind].of(code.toUpperCase())
    : undefined;
}
