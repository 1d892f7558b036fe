import type { InvalidRow } from '../../contract/validation/validation.ts';
import type { TransactionDelivery } from '../transaction-page.ts';

/** What places a row in time and tells it from others; an invalid row may lack any of it. */
export interface KeyedRow {
  readonly timestamp?: unknown;
  readonly transactionDetails?: { readonly type?: unknown; readonly id?: unknown } | null | undefined;
}

/** When a row happened, in ms since 1970; `NaN` where its timestamp cannot be read. */
export function timeOf(row: KeyedRow): number {
  return typeof row.timestamp === 'string' ? Date.parse(row.timestamp) : Number.NaN;
}

/** A transaction id alone may be shared by a payment and its refund. */
export function keyOf({ timestamp, transactionDetails }: KeyedRow): string {
  return `${String(timestamp)} ${String(transactionDetails?.type)} ${String(transactionDetails?.id)}`;
}

/** All rows of a page, the invalid ones last; those need not even be objects. */
export function rowsOf({ page, invalidRows }: TransactionDelivery): readonly KeyedRow[] {
  return invalidRows.length === 0 ? page.results : [...page.results, ...invalidRows.map(keyedRow)];
}

/** An invalid row, as far as it is an object. */
export function keyedRow({ row }: InvalidRow): KeyedRow {
  return typeof row === 'object' && row !== null ? row : {};
}
