import { didYouMean } from '../../client/api/input-object.ts';
import { readCsvCell } from '../../ledger/csv.ts';
import { exitCode, UsageError } from '../command-error.ts';
import { headerHint } from './header-hint.ts';
import { openTable, readable } from './open-table.ts';
import {
  CellError,
  type CellValue,
  isWorkbook,
  type Table,
  type TableFormat,
  type TableRow,
  textOf,
} from './table.ts';

/** The columns that a table may have. */
export interface ColumnNames {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  /** Those by which the row of the names is recognized. @defaultValue the required ones */
  readonly header?: readonly string[];
  /** Whether any other column is allowed, for example one for each locale. */
  readonly allows?: (name: string) => boolean;
}

/** A row whose cells are found by the names of their columns. */
export interface NamedRow {
  /** The row for messages: `prices.csv line 3`. */
  readonly where: string;
  /** The cell of a column, as it is in the file but without a guard against formulas; empty if it is missing. It throws at the error of a cell. */
  readonly cell: (column: string) => Exclude<CellValue, CellError>;
}

/** A table with its rows in memory. */
export interface NamedTable {
  /** The columns of the file, in its order. */
  readonly columns: readonly string[];
  readonly rows: readonly NamedRow[];
}

/**
 * Reads a table whose first row names its columns.
 *
 * @throws UsageError if a column is missing, unknown or there twice, or a row has other cells than the first
 * @throws CommandError if the file cannot be read
 */
export async function readNamedRows(format: TableFormat, names: ColumnNames): Promise<NamedTable> {
  const { path } = format;
  const read = async (): Promise<NamedTable> => {
    const table = await openTable(format);
    const isSheet = isWorkbook(path);
    let columns: readonly string[] | undefined;
    const rows: NamedRow[] = [];
    for await (const { line, cells } of table()) {
      if (columns === undefined) {
        columns = cells.map((cell) => textOf(cell).trim());
        await checkBeginning(path, table, columns, names.header ?? names.required);
        checkColumns(path, columns, names);
        continue;
      }
      const where = `${path} ${isSheet ? 'row' : 'line'} ${line}`;
      if (!isSheet) checkLength(where, cells, columns.length);
      rows.push({ where, cell: createCellReader(where, columns, cells) });
    }
    if (columns === undefined)
      throw new UsageError(`${path}: the row with the names of the columns is missing`);
    return { columns, rows };
  };
  // Nothing was done: the file is what is wrong, as an unknown column is.
  return readable(path, read, exitCode.usage);
}

/** Titles above the table are no names. @throws UsageError saying where the table begins */
async function checkBeginning(
  path: string,
  table: Table,
  columns: readonly string[],
  header: readonly string[],
): Promise<void> {
  if (header.some((name) => columns.includes(name))) return;
  const hint = await headerHint(table, header);
  if (hint !== '') throw new UsageError(`${path}: the column ${header[0] ?? ''} is missing${hint}`);
}

/** The error for a cell that is wrong. */
export function invalidCell({ where }: NamedRow, column: string, problem: string): UsageError {
  return new UsageError(`${where}, column ${column}: ${problem}`);
}

/** A workbook that a spreadsheet has made of a CSV has the guards, too. */
function createCellReader(
  where: string,
  columns: readonly string[],
  cells: TableRow['cells'],
): NamedRow['cell'] {
  return (column) => {
    const cell = cells[columns.indexOf(column)] ?? '';
    if (cell instanceof CellError) throw new UsageError(`${where}, column ${column}: ${cell.message}`);
    return typeof cell === 'string' ? readCsvCell(cell) : cell;
  };
}

function checkColumns(
  path: string,
  columns: readonly string[],
  { required, optional = [], allows = () => false }: ColumnNames,
): void {
  const known = [...required, ...optional];
  for (const [index, name] of columns.entries()) {
    if (columns.indexOf(name) < index)
      throw new UsageError(`${path}: has two columns ${JSON.stringify(name)}`);
    if (known.includes(name) || allows(name)) continue;
    const suggestion = didYouMean(name, known);
    const hint = suggestion === undefined ? `known: ${known.join(', ')}` : `did you mean ${suggestion}?`;
    throw new UsageError(`${path}: unknown column ${JSON.stringify(name)}; ${hint}`);
  }
  const missing = required.find((name) => !columns.includes(name));
  if (missing !== undefined) throw new UsageError(`${path}: the column ${missing} is missing`);
}

/** Some programs end each line with delimiters. */
function checkLength(where: string, cells: readonly CellValue[], count: number): void {
  if (cells.length === count || (cells.length > count && cells.slice(count).every((cell) => cell === '')))
    return;
  throw new UsageError(`${where}: has ${cells.length} cells, and the first line ${count}`);
}
