import { type LedgerColumn, ledgerColumns, type LedgerRow } from '../../ledger/index.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

type KeyColumn = 'timestamp' | 'type' | 'transaction_id' | 'currency_code';
type MinorColumn = Extract<keyof LedgerRow, `${string}_minor`>;

/** A row of a file: a ledger row that may lack columns, except those that identify it, and its amounts. */
export interface StoredRow
  extends Pick<LedgerRow, KeyColumn | MinorColumn>, Partial<Omit<LedgerRow, KeyColumn | MinorColumn>> {}

const keyColumns: readonly string[] = ['timestamp', 'type', 'transaction_id', 'currency_code'];

/**
 * Returns the ledger columns with these names, in their order in the file.
 *
 * @throws {@link UnreadableFileError} when a name is unknown, or a column that every file has is missing
 */
export function columnsOf(names: readonly string[]): readonly LedgerColumn[] {
  const missing = ledgerColumns.find(
    ({ name, type }) => (type === 'integer' || keyColumns.includes(name)) && !names.includes(name),
  );
  if (missing) throw new UnreadableFileError(`the column ${missing.name} is missing`);
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
