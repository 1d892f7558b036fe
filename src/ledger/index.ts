/**
 * The ledger: transactions as flat rows, and receipts that prove that an export is complete.
 *
 * @module publisher-commerce/ledger
 */
export { createReceipt } from './create-receipt.ts';
export {
  type FindDuplicatesOptions,
  findDuplicates,
  type LedgerKeyRow,
  type OrderedKeysState,
} from './duplicates.ts';
export { flatten, type LedgerRow } from './flatten.ts';
export {
  type LedgerColumn,
  type LedgerColumnType,
  ledgerColumns,
  type LedgerJsonSchema,
  ledgerJsonSchema,
} from './ledger-columns.ts';
export type { MoneyField } from './money-fields.ts';
export type * from './receipt.ts';
