import { createReadStream } from 'node:fs';

import { parse } from 'csv-parse';

import { readCsvCell } from '../../ledger/csv.ts';
import type { LedgerColumn } from '../../ledger/index.ts';
import { columnsOf, maxRowBytes, type StoredRow, UnreadableFileError, unreadableRow } from './stored-row.ts';

type CsvValue = string | null;

const batchSize = 1000;

/** Yields the rows of a CSV file in batches. @throws UnreadableFileError naming the row */
export async function* readCsv(path: string): AsyncGenerator<readonly StoredRow[], void, undefined> {
  const records = createReadStream(path).pipe(
    parse({
      bom: true,
      max_record_size: maxRowBytes,
      cast: (value, { quoting }): CsvValue => (value === '' && !quoting ? null : value),
    }),
  );
  let columns: readonly LedgerColumn[] | undefined;
  let row = 0;
  let batch: StoredRow[] = [];
  try {
    for await (const record of records as AsyncIterable<readonly CsvValue[]>) {
      if (columns === undefined) {
        columns = columnsOf(record.map(String));
        continue;
      }
      row += 1;
      batch.push(rowOf(record, columns));
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (columns === undefined || !(error instanceof Error)) throw error;
    throw unreadableRow(row, error.message);
  }
  if (columns === undefined)
    throw new UnreadableFileError('the line with the names of the columns is missing');
  yield batch;
}

function rowOf(record: readonly CsvValue[], columns: readonly LedgerColumn[]): StoredRow {
  const entries = columns.map((column, index) => [column.name, valueOf(record[index] ?? null, column)]);
  // `columnsOf` found the columns that every row has, and `valueOf` their values.
  return Object.fromEntries(entries) as StoredRow;
}

function valueOf(cell: CsvValue, { name, type }: LedgerColumn): string | number | null {
  if (type === 'integer') {
    const value = Number(cell);
    if (cell === null || !/^-?\d+$/.test(cell) || !Number.isSafeInteger(value)) {
      throw new UnreadableFileError(`${name}: must be an integer, not ${JSON.stringify(cell)}`);
    }
    return value;
  }
  if (type === 'decimal') return cell;
  const text = cell === null ? null : readCsvCell(cell);
  const isKey = name === 'timestamp' || name === 'type' || name === 'transaction_id';
  if (text === null && (isKey || name === 'currency_code')) {
    throw new UnreadableFileError(`${name}: must not be empty`);
  }
  return text;
}
