/**
 * The ledger: transactions as flat rows, and receipts that prove that an export is complete.
 *
 * @module publisher-commerce/ledger
 */
export { createReceipt } from './create-receipt.ts';
export { type FindDuplicatesOptions, findDuplicates, type LedgerKeyRow } from './find-duplicates.ts';
export { flatten } from './flatten.ts';
export { type LedgerColumn, type LedgerColumnType, ledgerColumns } from './ledger-columns.ts';
export { type LedgerJsonSchema, ledgerJsonSchema } from './ledger-json-schema.ts';
export type { LedgerRow } from './ledger-row.ts';
export type { MoneyField } from './money-fields.ts';
export type { OrderedKeysState } from './ordered-keys.ts';
export type * from './receipt.ts';
export type { ReceiptState } from './receipt-state.ts';
export type { ReceiptSum } from './receipt-sum.ts';
