/**
 * The ledger: transactions as flat rows, and receipts that prove that an export is complete.
 *
 * @module publisher-commerce/ledger
 */
export { createReceipt } from './create-receipt.ts';
export { type FindDuplicatesOptions, findDuplicates } from './duplicates.ts';
export { flatten, type LedgerRow } from './flatten.ts';
export { type LedgerColumn, ledgerColumns, ledgerJsonSchema } from './ledger-columns.ts';
export type { MoneyField } from './money-fields.ts';
export type {
  Receipt,
  ReceiptCollector,
  ReceiptFile,
  ReceiptOptions,
  ReceiptProblem,
  ReceiptState,
  ReceiptSum,
} from './receipt.ts';
export type { LedgerKeyRow } from './row-key.ts';
