import { type CellValue, columnName, delimiters, type Table, textOf } from './table.ts';

/** A table begins within so many rows, or its beginning is not looked for. */
const maxRows = 50;

/**
 * Says where the table begins, if its first row is not the one with the names: `; does its table begin further down?
 * --skip-first 2`. Empty if no row looks like it.
 *
 * @param wanted Names that the row has; without any, it is the first one with more names than the first row.
 */
export async function headerHint(table: Table, wanted: readonly string[]): Promise<string> {
  let first: number | undefined;
  let seen = 0;
  for await (const { line, cells } of table()) {
    const names = cells.map(columnName);
    const isHeader = splitsOf(cells, wanted).some((split) =>
      wanted.length > 0
        ? wanted.every((name) => split.includes(name))
        : split.length > (first ?? Infinity) && split.every((name) => /[^\d.,\s-]/.test(name)),
    );
    if (isHeader && seen > 0) return `; does its table begin further down? --skip-first ${line - 1}`;
    first ??= names.filter((name) => name !== '').length;
    seen += 1;
    if (seen === maxRows) break;
  }
  return '';
}

/** A title may have hidden which delimiter the table has. Without names to look for, a comma may be one of a sentence. */
function splitsOf(cells: readonly CellValue[], wanted: readonly string[]): readonly (readonly string[])[] {
  if (cells.length > 1) return [cells.map(columnName)];
  const text = textOf(cells[0]);
  return delimiters
    .filter((delimiter) => wanted.length > 0 || delimiter !== ',')
    .map((delimiter) => text.split(delimiter === 'tab' ? '\t' : delimiter).map(columnName));
}
