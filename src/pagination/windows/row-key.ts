import type { InvalidRow } from '../../contract/validation/validation.ts';
import type { TransactionDelivery } from '../transaction-page.ts';

/** The fields that identify a row; an invalid row may lack any of them. */
export interface KeyedRow {
  readonly timestamp?: unknown;
  readonly transactionDetails?: { readonly type?: unknown; readonly id?: unknown } | null | undefined;
}

/** Returns the time of a row in milliseconds since the epoch; `NaN` if its timestamp is unreadable. */
export function timeOf(row: KeyedRow): number {
  return typeof row.timestamp === 'string' ? Date.parse(row.timestamp) : Number.NaN;
}

/** Returns the key of a row; a payment and its refund may share the transaction id alone. */
export function keyOf({ timestamp, transactionDetails }: KeyedRow): string {
  return `${String(timestamp)} ${String(transactionDetails?.type)} ${String(transactionDetails?.id)}`;
}

/** Returns all rows of a page, invalid ones last. */
export function rowsOf({ page, invalidRows }: TransactionDelivery): readonly KeyedRow[] {
  return invalidRows.length === 0 ? page.results : [...page.results, ...invalidRows.map(keyedRow)];
}

/** Returns an invalid row, which may not even be an object, as a row with a key. */
export function keyedRow({ row }: InvalidRow): KeyedRow {
  return typeof row === 'object' && row !== null ? row : {};
}
