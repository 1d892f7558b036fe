import type { LedgerRow } from './flatten.ts';
import type { LedgerColumn } from './ledger-columns.ts';

/** Writes rows as lines of CSV (RFC 4180), each with its line break. */
interface CsvLines {
  /** The line with the names of the columns. */
  readonly header: string;
  readonly line: (row: LedgerRow) => string;
}

/** Returns a writer of CSV lines with these columns. */
export function csvLines(columns: readonly LedgerColumn[]): CsvLines {
  // Every column has a field of the same name.
  const names = columns.map(({ name }) => name);
  const isNumber = columns.map(({ type }) => type === 'integer' || type === 'decimal');
  return {
    header: `${names.join(',')}\r\n`,
    line: (row) => {
      let line = '';
      for (let index = 0; index < names.length; index += 1) {
        if (index > 0) line += ',';
        const value = row[names[index] ?? 'timestamp'];
        // Numbers need neither quotes nor a guard: no formula is made of digits alone.
        if (isNumber[index] === true || typeof value === 'number') line += String(value ?? '');
        else line += csvCell(value);
      }
      return `${line}\r\n`;
    },
  };
}

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
  const guarded = guardFormulas(text);
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Returns a string with a `'` wherever a spreadsheet would begin a formula. */
export function guardFormulas(text: string): string {
  return `${formula.test(text) ? "'" : ''}${text.replace(innerFormula, "'")}`;
}

/** Returns a line of CSV with its line break; an empty cell has no quotes. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => csvCell(cell || null)).join(',')}\r\n`;
}

/** Returns the string of a parsed CSV cell: without each `'` that {@link guardFormulas} adds. */
export function readCsvCell(cell: string): string {
  // As nearly all cells.
  if (!cell.includes("'")) return cell;
  const text = cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
  return text.replace(innerGuard, '');
}
