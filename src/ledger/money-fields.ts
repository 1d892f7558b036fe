import type { LedgerRow } from './flatten.ts';

/** A money field of a transaction (§2.1). */
export type MoneyField =
  | 'amount'
  | 'amountUsd'
  | 'totalTaxAmount'
  | 'totalTaxAmountUsd'
  | 'currencyExchangeCostUsd'
  | 'chargebackFeeUsd'
  | 'transactionFeeUsd'
  | 'publisherNetAmountUsd';

/** The money fields, in the order of a receipt. */
export const moneyFields: readonly MoneyField[] = [
  'amount',
  'amountUsd',
  'totalTaxAmount',
  'totalTaxAmountUsd',
  'currencyExchangeCostUsd',
  'chargebackFeeUsd',
  'transactionFeeUsd',
  'publisherNetAmountUsd',
];

/** What the service takes off for handling a payment; a report adds up the three. */
export const feeFields = [
  'transactionFeeUsd',
  'chargebackFeeUsd',
  'currencyExchangeCostUsd',
] as const satisfies readonly MoneyField[];

/** Returns a value for each money field. */
export function byMoneyField<T>(valueOf: (field: MoneyField, index: number) => T): Record<MoneyField, T> {
  // `fromEntries` widens the keys to string.
  return Object.fromEntries(moneyFields.map((field, index) => [field, valueOf(field, index)])) as Record<
    MoneyField,
    T
  >;
}

/** The ledger column with the integer of each money field, in the smallest unit. */
export const moneyColumnOf = {
  amount: 'amount_minor',
  amountUsd: 'amount_usd_minor',
  totalTaxAmount: 'total_tax_amount_minor',
  totalTaxAmountUsd: 'total_tax_amount_usd_minor',
  currencyExchangeCostUsd: 'currency_exchange_cost_usd_minor',
  chargebackFeeUsd: 'chargeback_fee_usd_minor',
  transactionFeeUsd: 'transaction_fee_usd_minor',
  publisherNetAmountUsd: 'publisher_net_amount_usd_minor',
} as const satisfies Readonly<Record<MoneyField, keyof LedgerRow>>;

/** The name of a money column in the smallest unit. */
export type MoneyColumn = (typeof moneyColumnOf)[MoneyField];

/** These columns, in the order of the money fields. */
export const moneyColumns: readonly MoneyColumn[] = moneyFields.map((field) => moneyColumnOf[field]);
