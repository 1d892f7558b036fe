import { extname } from 'node:path';

/** The delimiters of columns, as they are written on the command line. */
export const delimiters = [',', ';', 'tab', '|'] as const;

/** How a table is read from its file. */
export interface TableFormat {
  readonly path: string;
  /** Name of the Encoding Standard. @defaultValue UTF-8, or the one of its byte order mark */
  readonly encoding?: string | undefined;
  /** @defaultValue the only one in the first line */
  readonly delimiter?: (typeof delimiters)[number] | undefined;
  /** Name or number of a workbook's sheet. @defaultValue the only one */
  readonly sheet?: string | undefined;
  /** Lines before the table, or rows of the sheet. */
  readonly skipFirst: number;
}

/** A cell of a workbook without a value: an error of the spreadsheet, or a formula that nobody has calculated. */
export class CellError {
  /** What the cell shows: `#N/A`. */
  readonly text: string;
  /** What is wrong, for messages. */
  readonly message: string;

  constructor(text: string, message: string) {
    this.text = text;
    this.message = message;
  }
}

/** A cell: a string in CSV; in a workbook also a number, or a date and time, which are those of the cell as UTC. */
export type CellValue = string | number | boolean | Date | CellError;

/** A row of a table. */
export interface TableRow {
  /** Number of its last line in a text file, or of the row in a sheet, from 1. */
  readonly line: number;
  readonly cells: readonly CellValue[];
  /** Whether a filter or a person hides it in a workbook. */
  readonly isHidden?: boolean;
  /** Whether it has the value of a merged cell. */
  readonly isMerged?: boolean;
}

/** A file that was opened: each call reads its rows from the start, with the row of the names. */
export type Table = () => AsyncGenerator<TableRow, void, undefined>;

/** Whether a file is read as a workbook, by its extension. */
export function isWorkbook(path: string): boolean {
  return /^\.xls[xm]$/i.test(extname(path));
}

/** Returns the name of a column, in one line: spreadsheets break the lines of narrow heads. */
export function columnName(cell: CellValue): string {
  return textOf(cell).trim().replaceAll(/\s+/g, ' ');
}

/** Whether a cell has nothing: a formula that nobody has calculated has something that is not known. */
export function isEmptyCell(cell: CellValue | undefined): boolean {
  return !(cell instanceof CellError) && textOf(cell).trim() === '';
}

/** Returns a cell as a string: a number as its shortest decimal. */
export function textOf(cell: CellValue | undefined): string {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (cell instanceof CellError) return cell.text;
  return cell instanceof Date ? cell.toISOString() : String(cell);
}
