import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';

import { createDecoder } from '../files/decode-text.ts';
import { integerParser } from '../flags/parsers.ts';
import { UsageError } from '../terminal/command-error.ts';
import { delimiters, isWorkbook, type TableFormat } from './table.ts';

/** The values of the flags that say how a table is read. */
type TableFlags = Partial<Omit<TableFormat, 'path'>>;

/** Adds the flags that say how a table is read from its file. */
export function addTableFlags<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return command
    .option(
      '--encoding <name>',
      'of files that are not UTF-8 and have no byte order mark: windows-1252, utf-16, shift_jis …',
    )
    .addOption(
      new Option('--delimiter <separator>', 'of its columns (default: the one in its first line)').choices(
        delimiters,
      ),
    )
    .option('--sheet <sheet>', 'name or number of the sheet (default: the only one)')
    .option('--skip-first <number>', 'lines before the table, or rows of the sheet', integerParser());
}

/** Returns how a file is read. @throws UsageError naming the flag */
export function readTableFormat(path: string, flags: TableFlags): TableFormat {
  checkTableFormat(path, flags);
  const { encoding, delimiter, sheet, skipFirst = 0 } = flags;
  return { path, encoding, delimiter, sheet, skipFirst };
}

/** Validates that a file can be read as its flags say. @throws UsageError naming the flag */
export function checkTableFormat(
  path: string,
  { encoding, delimiter, sheet }: Omit<TableFlags, 'skipFirst'>,
): void {
  const [otherFlags, reason] = isWorkbook(path)
    ? [{ encoding, delimiter }, `is for text files, and ${path} is a workbook`]
    : [{ sheet }, `is for workbooks, and ${path} does not end in .xlsx`];
  for (const [flag, value] of Object.entries(otherFlags)) {
    if (value !== undefined) throw new UsageError(`--${flag}: ${reason}`);
  }
  if (encoding !== undefined) createDecoder(encoding);
}

/** Parses a sheet to write: a workbook if its name ends in .xlsx, else CSV. */
export function sheetFile(value: string): string {
  if (!/\.xls[bm]?$/i.test(value)) return value;
  throw new InvalidArgumentError(`${value} must end in .xlsx, or be CSV`);
}

/** Parses a file to write, which is CSV whatever its name. */
export function csvFile(value: string): string {
  if (!isWorkbook(value)) return value;
  throw new InvalidArgumentError(`${value} would be CSV: choose a name that ends in .csv`);
}
