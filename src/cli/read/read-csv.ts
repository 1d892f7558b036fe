import { createReadStream } from 'node:fs';

import { readCsvCell } from '../../ledger/csv.ts';
import type { LedgerColumn } from '../../ledger/index.ts';
import { type CsvCell, type CsvRecord, csvRecords } from './csv-records.ts';
import { columnsOf, keyColumns, type StoredRow, UnreadableFileError, unreadableRow } from './stored-row.ts';

/** Yields the rows of a CSV file in batches. @throws UnreadableFileError naming the row */
export async function* readCsv(path: string): AsyncGenerator<readonly StoredRow[], void, undefined> {
  const chunks = createReadStream(path, { highWaterMark: 1 << 20 });
  let columns: readonly LedgerColumn[] | undefined;
  let row = 0;
  // Without an encoding, the chunks are buffers.
  for await (const records of csvRecords(chunks as AsyncIterable<Buffer>)) {
    const rows: StoredRow[] = [];
    for (const record of records) {
      if (columns) rows.push(rowOf(record, columns, (row += 1)));
      else columns = columnsOf(record.map((cell) => cell?.replace(/^\uFEFF/, '') ?? ''));
    }
    if (rows.length > 0) yield rows;
  }
  if (columns === undefined)
    throw new UnreadableFileError('the line with the names of the columns is missing');
}

function rowOf(record: CsvRecord, columns: readonly LedgerColumn[], number: number): StoredRow {
  if (record.length !== columns.length)
    throw unreadableRow(number, `has ${record.length} cells, and the first line ${columns.length}`);
  const row: Record<string, string | number | null> = {};
  columns.forEach((column, index) => {
    const value = valueOf(record[index] ?? null, column);
    if (typeof value === 'object' && value !== null)
      throw unreadableRow(number, `${column.name}: ${value.problem}`);
    row[column.name] = value;
  });
  // `columnsOf` found the columns that every row has, and `valueOf` their values.
  return row as unknown as StoredRow;
}

/** Returns the value of a cell, or why it is none of its column. */
function valueOf(
  cell: CsvCell,
  { name, type }: LedgerColumn,
): string | number | null | { readonly problem: string } {
  if (type === 'integer') {
    const value = Number(cell);
    const isInteger = cell !== null && /^-?\d+$/.test(cell) && Number.isSafeInteger(value);
    return isInteger ? value : { problem: `must be an integer, not ${JSON.stringify(cell)}` };
  }
  if (type === 'decimal') return cell;
  if (cell === null && keyColumns.includes(name)) return { problem: 'must not be empty' };
  return cell === null ? null : readCsvCell(cell);
}
