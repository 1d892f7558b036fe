import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

import { csvLines, readCsvCell } from '../../../ledger/csv.ts';
import type { LedgerColumn, LedgerRow } from '../../../ledger/index.ts';
import { UnreadableFileError, unreadableRow } from '../../files/unreadable-file.ts';
import { namedColumns, rowKeyColumns } from '../ledger-row.ts';
import { type CsvCell, type CsvRecord, csvRecords } from './csv-records.ts';
import type { EncoderParts, ReadRows } from './format.ts';
import { lineEncoder, type RowEncoder } from './row-encoder.ts';

/** What makes old spreadsheets read UTF-8. */
const byteOrderMark = '\uFEFF';

/** Whether a file begins with a byte order mark. */
export async function hasByteOrderMark(path: string): Promise<boolean> {
  const mark = Buffer.from(byteOrderMark);
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(mark.length), 0, mark.length, 0);
  return buffer.equals(mark);
}

/** Returns the encoder of CSV files. */
export function createCsvEncoder({ columns, toRow, bom }: EncoderParts): RowEncoder {
  const { header, line } = csvLines(columns);
  return lineEncoder(`${bom ? byteOrderMark : ''}${header}`, (transaction) => line(toRow(transaction)));
}

/** Yields the rows of a CSV file in batches. @throws UnreadableFileError naming the row */
export const readCsv: ReadRows = (path, needed) =>
  // Without an encoding, the chunks are buffers.
  rowsOfCsv(createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>, needed);

/** Yields the rows of the bytes of a CSV file in batches. @throws UnreadableFileError naming the row */
export async function* rowsOfCsv(
  chunks: AsyncIterable<Buffer>,
  needed: readonly (keyof LedgerRow)[],
): AsyncGenerator<readonly Partial<LedgerRow>[], void, undefined> {
  let columns: readonly LedgerColumn[] | undefined;
  let row = 0;
  for await (const records of csvRecords(chunks)) {
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
  // `namedColumns` found the columns, and `valueOf` their values.
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
  if (cell === null && rowKeyColumns.some((key) => key === name)) return { problem: 'must not be empty' };
  return cell === null ? null : readCsvCell(cell);
}
