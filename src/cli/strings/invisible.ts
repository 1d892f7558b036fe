/** As files have them, and workbooks, in which a carriage return is `_x000D_`. */
const lineEnd = /(?:_x000D_)?\r?\n|\r|_x000D_/g;
/** Those that are no characters anywhere else. */
const workbookEnd = /_x000D_(?:\r?\n)?/g;

/**
 * Returns a string as people see it: without outer spaces, with one kind of line ends and one normalization, and without
 * characters that have no width. Those that join letters or set their direction are kept, since they change what is shown.
 */
export function visibleForm(value: string): string {
  return value
    .replaceAll(lineEnd, '\n')
    .replaceAll(/[\u200B\u2060\uFEFF]/g, '')
    .normalize('NFC')
    .trim();
}

/** Returns a string with the line ends of another one, if that has one kind of them; those of a workbook are never text. */
export function withLineEndsOf(other: string, value: string): string {
  const [end, ...more] = new Set(other.match(/\r\n|\r|\n/g));
  return end === undefined || more.length > 0
    ? value.replaceAll(workbookEnd, '\n')
    : value.replaceAll(lineEnd, end);
}
