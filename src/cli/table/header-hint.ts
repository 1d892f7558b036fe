import { delimiters, type Table, textOf } from './table.ts';

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
    const names = cells.map((cell) => textOf(cell).trim());
    const isHeader =
      wanted.length > 0
        ? splitsOf(names).some((split) => wanted.every((name) => split.includes(name)))
        : names.length > (first ?? Infinity) && names.every((name) => /[^\d.,\s-]/.test(name));
    if (isHeader && seen > 0) return `; does its table begin further down? --skip-first ${line - 1}`;
    first ??= names.filter((name) => name !== '').length;
    seen += 1;
    if (seen === maxRows) break;
  }
  return '';
}

/** A title may have hidden which delimiter the table has. */
function splitsOf(names: readonly string[]): readonly (readonly string[])[] {
  if (names.length > 1) return [names];
  const [text = ''] = names;
  return delimiters.map((delimiter) =>
    text.split(delimiter === 'tab' ? '\t' : delimiter).map((name) => name.trim()),
  );
}
