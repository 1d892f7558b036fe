import { createReadStream } from 'node:fs';

import { readCsvCell } from '../../../ledger/csv.ts';
import type { LedgerColumn, LedgerRow } from '../../../ledger/index.ts';
import { type CsvCell, type CsvRecord, csvRecords } from './csv-records.ts';
import { namedColumns, keyColumns } from '../file-row.ts';
import { UnreadableFileError, unreadableRow } from '../../files/unreadable-file.ts';

/** Yields the rows of a CSV file in batches. @throws UnreadableFileError naming the row */
export async function* readCsv(
  path: string,
  needed: readonly (keyof LedgerRow)[],
): AsyncGenerator<readonly Partial<LedgerRow>[], void, undefined> {
  const chunks = createReadStream(path, { highWaterMark: 1 << 20 });
  let columns: readonly LedgerColumn[] | undefined;
  let row = 0;
  // Without an encoding, the chunks are buffers.
  for await (const records of csvRecords(chunks as AsyncIterable<Buffer>)) {
    const rows: Partial<LedgerRow>[] = [];
    for (const record of records) {
      if (columns) rows.push(rowOf(record, columns, (row += 1)));
      else
        columns = namedColumns(
          record.map((cell) => cell?.replace(/^\uFEFF/, '') ?? ''),
          needed,
        );
    }
    if (rows.length > 0) yield rows;
  }
  if (columns === undefined)
    throw new UnreadableFileError('the line with the names of the columns is missing');
}

function rowOf(record: CsvRecord, columns: readonly LedgerColumn[], number: number): Partial<LedgerRow> {
  if (record.length !== columns.length)
    throw unreadableRow(number, `has ${record.length} cells, and the first line ${columns.length}`);
  const row: Record<string, string | number | null> = {};
  columns.forEach((column, index) => {
    const value = valueOf(record[index] ?? null, column);
    if (typeof value === 'object' && value !== null)
      throw unreadableRow(number, `${column.name}: ${value.problem}`);
    row[column.name] = value;
  });
  // `columnsOf` found the columns, and `valueOf` their values.
  return row;
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
  if (cell === null && keyColumns.some((key) => key === name)) return { problem: 'must not be empty' };
  return cell === null ? null : readCsvCell(cell);
}
