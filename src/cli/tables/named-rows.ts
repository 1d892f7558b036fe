import { didYouMean } from '../../client/api/input-object.ts';
import { readCsvCell } from '../../ledger/csv.ts';
import { UsageError } from '../terminal/command-error.ts';
import { counted } from '../terminal/format.ts';
import { warn } from '../terminal/log-line.ts';
import { FaultError, Faults } from './faults.ts';
import { headerHint } from './header-hint.ts';
import { openTable, readable } from './open-table.ts';
import { isSpreadsheetError } from './spreadsheet-errors.ts';
import {
  CellError,
  type CellValue,
  columnName,
  isWorkbook,
  type Table,
  type TableFormat,
  type TableRow,
} from './table.ts';

/** The columns that a table may have. */
export interface ColumnNames {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  /** Those by which the row of the names is recognized. @defaultValue the required ones */
  readonly header?: readonly string[];
  /** Whether any other column is allowed, for example one for each locale. */
  readonly allows?: (name: string) => boolean;
  /** Whether a column has strings that may be like an error of the spreadsheet: its reader decides. @defaultValue none has */
  readonly isText?: (name: string) => boolean;
  /** Says what to do with a column that is not known: `did you mean BR?`. */
  readonly explain?: (name: string, columns: readonly string[]) => string | undefined;
  /** What the first line may be, for a table without a column that it needs. */
  readonly firstLine?: string | undefined;
  /**
   * Columns that are not read, besides those whose name begins with `#`. One without a name is known by its number; it must be
   * empty otherwise.
   */
  readonly ignored?: readonly string[] | undefined;
}

/** A row whose cells are found by the names of their columns. */
export interface NamedRow {
  /** The row for messages: `prices.csv line 3`. */
  readonly where: string;
  /** The cell of a column, as it is in the file but without a guard against formulas; empty if it is missing. */
  readonly cell: (column: string) => Exclude<CellValue, CellError>;
  /** Returns the cells of all columns of a name that is ignored, which several may have. */
  readonly cells: (column: string) => readonly Exclude<CellValue, CellError>[];
  /** Returns the cell of such a column that stands next behind a column in the file; empty if none does. */
  readonly behind: (column: string, ignored: string) => Exclude<CellValue, CellError>;
  /** Returns the row of the file that has a cell, for messages. @defaultValue the row */
  readonly whereOf?: (column: string) => string;
  /** Returns the column of the file that has a cell, for messages. @defaultValue the column */
  readonly placeOf?: (column: string) => string;
}

/** A table with its rows in memory. */
export interface NamedTable {
  readonly path: string;
  /** The columns of the file that are read, in its order. */
  readonly columns: readonly string[];
  /** The columns that are ignored, and kept by who writes the table again. */
  readonly ignored: readonly string[];
  readonly rows: readonly NamedRow[];
}

/**
 * Reads a table whose first row names its columns.
 *
 * @param collected Gets the faults of rows; without it, the first ones are thrown.
 * @throws UsageError if a column is missing, unknown or there twice, or a row has fewer cells, or cells without a column
 * @throws CommandError if the file cannot be read
 */
export async function readNamedRows(
  format: TableFormat,
  names: ColumnNames,
  collected?: Faults,
): Promise<NamedTable> {
  const { path } = format;
  const faults = collected ?? new Faults();
  const isSheet = isWorkbook(path);
  // Many programs save empty columns behind the last one.
  const isIgnored = (name: string): boolean =>
    name === '' || name.startsWith('#') || (names.ignored ?? []).includes(name);
  const readTable = async (): Promise<NamedTable> => {
    const table = await openTable(format);
    let columns: readonly string[] | undefined;
    const rows: NamedRow[] = [];
    let hidden = 0;
    for await (const { line, cells, isHidden = false } of table()) {
      if (columns === undefined) {
        columns = cells.map(columnName);
        await checkBeginning(path, table, columns, names.header ?? names.required);
        checkColumns(
          path,
          columns.filter((name) => !isIgnored(name)),
          names,
        );
        continue;
      }
      const where = `${path} ${isSheet ? 'row' : 'line'} ${line}`;
      if (isHidden) hidden += 1;
      if (!isSheet && cells.length < columns.length) {
        const message = `has ${cells.length} cells, and the first line ${columns.length}`;
        faults.add({ where, message });
      }
      rows.push({ where, ...createCellReaders(columns, cells) });
      for (const [index, cell] of cells.entries()) {
        const column = columns[index] ?? '';
        const number = String(index + 1);
        if (column === '' && cell !== '' && !names.ignored?.includes(number))
          faults.add({
            where,
            column: number,
            message: isSheet
              ? `${unnamed}: name it, or add --ignore-column ${number}`
              : `${unnamed}: a value with the delimiter needs quotes`,
          });
        if (!(cell instanceof CellError) || isIgnored(column)) continue;
        if (!isSpreadsheetError(cell.text) || !names.isText?.(column))
          faults.add({ where, column, message: cell.message });
      }
    }
    if (hidden > 0) warn(`${path}: reads ${counted(hidden, 'row')} that the workbook hides`);
    if (columns === undefined)
      throw new UsageError(`${path}: the row with the names of the columns is missing`);
    if (isSheet && collected) {
      const message = 'is merged with others, which have no value then';
      for (const { row, column: index } of await (await import('./xlsx-table.ts')).mergedCellsOf(format)) {
        const column = columns[index];
        if (column === undefined || isIgnored(column)) continue;
        faults.add({ where: `${path} row ${row + 1}`, column, message });
      }
    }
    const ignored = columns.filter((name) => name !== '' && isIgnored(name));
    return { path, columns: columns.filter((name) => !isIgnored(name)), ignored, rows };
  };
  const rows = await readable(path, readTable);
  if (collected === undefined) faults.throwIfAny();
  return rows;
}

const unnamed = 'has a value, and the first line has no name for it';

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
export function invalidCell(
  { where, whereOf, placeOf }: NamedRow,
  column: string,
  message: string,
): FaultError {
  return new FaultError({
    ...{ where: whereOf?.(column) ?? where, column: placeOf?.(column) ?? column },
    message,
  });
}

/** A workbook that a spreadsheet has made of a CSV has the guards, too. A cell without a value is a fault already, or allowed. */
function createCellReaders(
  columns: readonly string[],
  cells: TableRow['cells'],
): Pick<NamedRow, 'cell' | 'cells' | 'behind'> {
  const at = (index: number): ReturnType<NamedRow['cell']> => {
    const cell = cells[index] ?? '';
    const value = cell instanceof CellError ? cell.text : cell;
    return typeof value === 'string' ? readCsvCell(value) : value;
  };
  return {
    cell: (column) => at(columns.indexOf(column)),
    cells: (column) => columns.flatMap((name, index) => (name === column ? [at(index)] : [])),
    behind: (column, ignored) =>
      columns.includes(column) ? at(columns.indexOf(ignored, columns.indexOf(column))) : '',
  };
}

function checkColumns(
  path: string,
  columns: readonly string[],
  { required, optional = [], allows = () => false, explain = () => undefined, firstLine }: ColumnNames,
): void {
  const known = [...required, ...optional];
  for (const [index, name] of columns.entries()) {
    if (columns.indexOf(name) < index)
      throw new UsageError(`${path}: has two columns ${JSON.stringify(name)}`);
    if (known.includes(name) || allows(name)) continue;
    const suggestion = didYouMean(name, known);
    const hint = suggestion === undefined ? `known: ${known.join(', ')}` : `did you mean ${suggestion}?`;
    throw new UsageError(
      `${path}: unknown column ${JSON.stringify(name)}; ${explain(name, columns) ?? hint}`,
    );
  }
  const missing = required.filter((name) => !columns.includes(name));
  if (missing.length === 0) return;
  const [what, are] = missing.length === 1 ? ['column', 'is'] : ['columns', 'are'];
  const [other] = columns.filter((name) => missing.includes(name.toLowerCase()));
  const rule = firstLine === undefined ? '' : `; the first line must be ${firstLine}`;
  const hint = other === undefined ? rule : `; rename ${JSON.stringify(other)} to ${other.toLowerCase()}`;
  throw new UsageError(`${path}: the ${what} ${missing.join(', ')} ${are} missing${hint}`);
}
