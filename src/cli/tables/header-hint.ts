import { type CellValue, columnName, delimiters, type Table, textOf } from './table.ts';

/** A table begins within so many rows, or its beginning is not looked for. */
const maxRows = 50;

/**
 * Says where the table begins, if its first row is not the one with the names: `; does its table begin further down?
 * --skip-first 2`. Empty if no row looks like it.
 *
 * @param wanted Names that the row has; without any, it is the first of those with the most names.
 */
export async function headerHint(table: Table, wanted: readonly string[]): Promise<string> {
  let most: number | undefined;
  let begin: number | undefined;
  let seen = 0;
  for await (const { line, cells } of table()) {
    const splits = splitsOf(cells, wanted);
    if (wanted.length === 0) {
      const names = splits.filter((split) => split.every((name) => /[^\d.,\s-]/.test(name)));
      const count = Math.max(0, ...names.map((split) => split.length));
      if (most !== undefined && count > most) begin = line - 1;
      most = Math.max(most ?? cells.filter((cell) => columnName(cell) !== '').length, count);
    } else if (splits.some((split) => wanted.every((name) => split.includes(name)))) {
      if (seen > 0) begin = line - 1;
      break;
    }
    seen += 1;
    if (seen === maxRows) break;
  }
  return begin === undefined ? '' : `; does its table begin further down? --skip-first ${begin}`;
}

/** A title may have hidden which delimiter the table has. Without names to look for, a comma may be one of a sentence. */
function splitsOf(cells: readonly CellValue[], wanted: readonly string[]): readonly (readonly string[])[] {
  if (cells.length > 1) return [withoutEnds(cells.map(columnName))];
  const text = textOf(cells[0]);
  return delimiters
    .filter((delimiter) => wanted.length > 0 || delimiter !== ',')
    .map((delimiter) => withoutEnds(text.split(delimiter === 'tab' ? '\t' : delimiter).map(columnName)));
}

/** A list may draw its lines around the table, too. */
function withoutEnds(names: readonly string[]): readonly string[] {
  const first = names.findIndex((name) => name !== '');
  const last = names.findLastIndex((name) => name !== '');
  return names.slice(Math.max(first, 0), last + 1);
}
