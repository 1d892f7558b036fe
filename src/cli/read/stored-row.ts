import { type LedgerColumn, ledgerColumns, type LedgerRow } from '../../ledger/index.ts';
import type { MoneyColumn } from '../../ledger/money-fields.ts';

type KeyColumn = 'timestamp' | 'type' | 'transaction_id' | 'currency_code';

/** A row of a file: a ledger row that may lack columns, except those that identify it, and its amounts. */
export interface StoredRow
  extends Pick<LedgerRow, KeyColumn | MoneyColumn>, Partial<Omit<LedgerRow, KeyColumn | MoneyColumn>> {}

/** The columns that identify a row. */
export const keyColumns: readonly string[] = ['timestamp', 'type', 'transaction_id', 'currency_code'];

/**
 * Returns the ledger columns with these names, in their order in the file.
 *
 * @throws {@link UnreadableFileError} when a name is unknown, or a column that every file has is missing
 */
export function columnsOf(names: readonly string[]): readonly LedgerColumn[] {
  const missing = ledgerColumns.find(
    ({ name, type }) => (type === 'integer' || keyColumns.includes(name)) && !names.includes(name),
  );
  if (missing) {
    const advice = 'If another program has saved the file, export it again';
    throw new UnreadableFileError(`the column ${missing.name} is missing. ${advice}`);
  }
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new UnreadableFileError(`the column ${JSON.stringify(twice)} occurs twice`);
  return names.map((name) => {
    const column = ledgerColumns.find((one) => one.name === name);
    if (!column) throw new UnreadableFileError(`the column ${JSON.stringify(name)} is unknown`);
    return column;
  });
}

/** Returns an error for a row, counted from 1. */
export function unreadableRow(row: number, reason: string): UnreadableFileError {
  return new UnreadableFileError(`row ${row}: ${reason}`);
}

/** Maximum size of a row in a file to read: without its end, a damaged file would be read into memory as one row. */
export const maxRowBytes = 16 * 1024 * 1024;

/** A ledger file cannot be read; the message names the row if there is one. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}
