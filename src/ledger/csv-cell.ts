const formula = /^[=+\-@＝＋－＠\t\r\n']/;
/** Where a further cell begins for a spreadsheet that separates by semicolons or tabs: it reads quotes as part of a cell. */
const innerFormula = /(?<=[;\t\r\n])(?='*"*[=+\-@＝＋－＠])/g;
const innerGuard = /(?<=[;\t\r\n])'(?='*"*[=+\-@＝＋－＠])/g;
const special = /^[=+\-@＝＋－＠']|[",;\t\r\n]/;

/**
 * Returns a CSV cell (RFC 4180). An empty string is quoted, so that it differs from `null`.
 *
 * A string that begins with `=`, `+`, `-`, `@` (also in full width), a tab, a line break or `'` gets one leading `'`:
 * names and e-mail addresses are untrusted input, and a spreadsheet would run them as formulas. After each semicolon, tab
 * or line break within the string, `=`, `+`, `-` and `@` get one too. {@link readCsvCell} removes exactly these.
 */
export function csvCell(text: string | null): string {
  if (text === null) return '';
  if (text === '') return '""';
  // One test for nearly all cells.
  if (!special.test(text)) return text;
  const guarded = `${formula.test(text) ? "'" : ''}${text.replace(innerFormula, "'")}`;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Returns the string of a parsed CSV cell: without each `'` that {@link csvCell} adds. */
export function readCsvCell(cell: string): string {
  const text = cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
  return text.replace(innerGuard, '');
}
