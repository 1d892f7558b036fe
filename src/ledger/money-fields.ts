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

/** The fields of a transaction that its receipt adds up. */
export type SummedRow = Readonly<Record<MoneyField, number> & Record<'currencyCode' | 'type', string>>;
