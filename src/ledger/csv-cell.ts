/**
 * Returns a CSV cell (RFC 4180). An empty string is quoted, so that it differs from `null`.
 *
 * A string that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or `'` gets one leading `'`: names and e-mail
 * addresses are untrusted input, and a spreadsheet would run them as formulas. {@link readCsvCell} removes it.
 */
export function csvCell(text: string | null): string {
  if (text === null) return '';
  if (text === '') return '""';
  const guarded = isGuarded(text.charCodeAt(0)) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Returns the string of a parsed CSV cell: without the one `'` that {@link csvCell} adds. */
export function readCsvCell(cell: string): string {
  return cell.startsWith("'") && isGuarded(cell.charCodeAt(1)) ? cell.slice(1) : cell;
}

function isGuarded(code: number): boolean {
  switch (code) {
    case 0x09: // tab
    case 0x0d: // carriage return
    case 0x27: // '
    case 0x2b: // +
    case 0x2d: // -
    case 0x3d: // =
    case 0x40: // @
      return true;
    default:
      return false;
  }
}
