const formula = /^[=+\-@\t\r']/;
const special = /^[=+\-@\t']|[",\r\n]/;

/**
 * Returns a CSV cell (RFC 4180). An empty string is quoted, so that it differs from `null`.
 *
 * A string that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or `'` gets one leading `'`: names and e-mail
 * addresses are untrusted input, and a spreadsheet would run them as formulas. {@link readCsvCell} removes it.
 */
export function csvCell(text: string | null): string {
  if (text === null) return '';
  if (text === '') return '""';
  // One test for nearly all cells.
  if (!special.test(text)) return text;
  const guarded = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Returns the string of a parsed CSV cell: without the one `'` that {@link csvCell} adds. */
export function readCsvCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
}
