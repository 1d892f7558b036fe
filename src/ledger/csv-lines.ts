import { csvCell } from './csv-cell.ts';
import type { LedgerColumn } from './ledger-columns.ts';
import type { LedgerRow } from './ledger-row.ts';

/** Writes rows as lines of CSV (RFC 4180), each with its line break. */
export interface CsvLines {
  /** The line with the names of the columns. */
  readonly header: string;
  readonly line: (row: LedgerRow) => string;
}

/** Returns a writer of CSV lines with these columns. */
export function csvLines(columns: readonly LedgerColumn[]): CsvLines {
  // Every column has a field of the same name.
  const names = columns.map(({ name }) => name as keyof LedgerRow);
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
