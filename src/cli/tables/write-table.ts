import { csvCell, guardFormulas, readCsvCell } from '../../ledger/csv.ts';
import type { OutputFile } from '../files/output-file.ts';
import { CommandError } from '../terminal/command-error.ts';
import { grouped } from '../terminal/format.ts';
import { isWorkbook } from './table.ts';

/** A cell to write: a string, or a decimal that a workbook has as a number; an empty one takes a number or a formula. */
export type WrittenCell = string | { readonly decimal: string };

/**
 * Writes a table, whose first row has the names of the columns: a workbook if the name ends in `.xlsx`, else CSV.
 *
 * @throws CommandError if it cannot be written, or a cell is longer than a spreadsheet holds
 */
export async function writeTable(
  file: OutputFile,
  name: string,
  columns: readonly string[],
  rows: readonly (readonly WrittenCell[])[],
): Promise<void> {
  if (!isWorkbook(file.path)) {
    const lines = [columns, ...rows].map(
      (cells) =>
        // A decimal needs no guard: no formula is made of digits alone.
        `${cells.map((cell) => (typeof cell === 'string' ? csvCell(cell || null) : cell.decimal)).join(',')}\r\n`,
    );
    return file.replace(lines);
  }
  checkLengths(file.path, columns, rows);
  const {
    decimalEntry: decimal,
    emptyEntry: empty,
    headEntry: head,
    sheetOf,
    tablePage,
    verbatimEntry: verbatim,
    writeWorkbook,
  } = await import('./workbook-cells.ts');
  const isNumber = columns.map((_, index) => rows.some((cells) => typeof cells[index] === 'object'));
  const heads = columns.map((column, index) => head(column, isNumber[index] ?? false));
  const cells = rows.map((row) =>
    row.map((cell) => {
      if (typeof cell === 'string') return verbatim(guarded(cell));
      return cell.decimal === '' ? empty : decimal(cell.decimal);
    }),
  );
  const options = { pageSetup: tablePage, freezePane: { rows: 1 } };
  return file.replace(await writeWorkbook([sheetOf(name, [heads, ...cells], options)]));
}

/** What a cell of a workbook holds: a spreadsheet calls a file with more damaged, and cuts it when it repairs it. */
const maxCell = 32_767;

function checkLengths(
  path: string,
  columns: readonly string[],
  rows: readonly (readonly WrittenCell[])[],
): void {
  for (const [index, cells] of rows.entries()) {
    const column = cells.findIndex((cell) => typeof cell === 'string' && cell.length > maxCell);
    if (column < 0) continue;
    const place = `${path}: row ${index + 2}, column ${columns[column] ?? ''}`;
    throw new CommandError(
      'cell_too_long',
      `${place}: has more than the ${grouped(maxCell)} characters that a cell of a workbook holds; write a CSV`,
    );
  }
}

/** A cell of a workbook is no formula; one that looks guarded against it would lose its first quote when it is read. */
function guarded(cell: string): string {
  return readCsvCell(cell) === cell ? cell : guardFormulas(cell);
}
