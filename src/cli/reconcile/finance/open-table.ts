import type { FinanceFormat } from './finance-format.ts';
import { isWorkbook, type Table } from './table.ts';

/**
 * Opens the finance system's file. What stands before the table by `--skip-first` is left out, and so are rows without any
 * value. Only the libraries of its format are loaded.
 *
 * @throws UsageError if a flag does not fit the file
 * @throws UnreadableFileError if it is not a workbook
 */
export async function openTable(format: FinanceFormat): Promise<Table> {
  return isWorkbook(format.path)
    ? (await import('./xlsx-table.ts')).openXlsxTable(format)
    : (await import('./csv-table.ts')).openCsvTable(format);
}
