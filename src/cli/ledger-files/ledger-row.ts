import { type LedgerColumn, ledgerColumns, type LedgerRow } from '../../ledger/index.ts';
import { type MoneyColumn, moneyColumns } from '../../ledger/money-fields.ts';
import { UnreadableFileError } from '../files/unreadable-file.ts';

/** The columns that identify a row. */
export const rowKeyColumns = ['timestamp', 'type', 'transaction_id', 'currency_code'] as const;

type KeyColumn = (typeof rowKeyColumns)[number];

/** A row of a file: a ledger row that may lack columns, except those that were needed. */
export type RowWith<Needed extends keyof LedgerRow> = Pick<LedgerRow, Needed> & Partial<LedgerRow>;

/** A row with the columns that identify it, and its amounts. */
export type SummedRow = RowWith<KeyColumn | MoneyColumn>;

/** The columns of a {@link SummedRow}. */
export const storedColumns = [...rowKeyColumns, ...moneyColumns] as const;

/**
 * Returns the ledger columns with these names, in their order in the file.
 *
 * @throws {@link UnreadableFileError} when a name is unknown, or one that is needed is missing
 */
export function namedColumns(
  names: readonly string[],
  needed: readonly (keyof LedgerRow)[],
): readonly LedgerColumn[] {
  const missing = needed.filter((name) => !names.includes(name));
  const [first, ...others] = missing;
  if (first !== undefined) {
    const more = others.length > 0 ? `, as are ${others.join(', ')}` : '';
    const advice = 'If --columns or another program has left it out, export it again';
    throw new UnreadableFileError(`the column ${first} is missing${more}. ${advice}`);
  }
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new UnreadableFileError(`the column ${JSON.stringify(twice)} occurs twice`);
  return names.map((name) => {
    const column = ledgerColumns.find((one) => one.name === name);
    if (!column) throw new UnreadableFileError(`the column ${JSON.stringify(name)} is unknown`);
    return column;
  });
}
