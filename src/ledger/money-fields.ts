import type { TransactionDetails } from '../contract/transactions.ts';

/** The money fields of a transaction (§2.1), in the order of a receipt. */
export const moneyFields = [
  'amount',
  'amountUsd',
  'totalTaxAmount',
  'totalTaxAmountUsd',
  'currencyExchangeCostUsd',
  'chargebackFeeUsd',
  'transactionFeeUsd',
  'publisherNetAmountUsd',
] as const satisfies readonly (keyof TransactionDetails)[];

/** A money field of a transaction. */
export type MoneyField = (typeof moneyFields)[number];

/** The fields of a transaction that its receipt adds up. */
export type SummedRow = Readonly<Record<MoneyField, number> & Record<'currencyCode' | 'type', string>>;
