import { ledgerColumns, type LedgerRow } from '../../ledger/index.ts';

/** The columns of the ledger that may have the id of the finance system, by the name of the field. */
export const idColumns = {
  orderId: 'order_id',
  purchaseId: 'purchase_id',
  publisherTransactionId: 'publisher_transaction_id',
  id: 'transaction_id',
} as const satisfies Readonly<Record<string, keyof LedgerRow>>;

/** A field that may have the id of the finance system. */
export type MatchField = keyof typeof idColumns;

// The keys are those of the object.
export const matchFields = Object.keys(idColumns) as readonly MatchField[];

/** The columns of the ledger that can be added up: those in major units. */
export const amountColumns: readonly string[] = ledgerColumns
  .filter(({ type }) => type === 'decimal')
  .map(({ name }) => name);
