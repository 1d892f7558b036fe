import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

import { parse } from 'csv-parse';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';

import type { Transaction } from '../../contract/transactions.ts';
import { readCsvCell } from '../../ledger/csv-cell.ts';
import { findDuplicates, type LedgerKeyRow } from '../../ledger/index.ts';
import type { ExportFormat } from './export-format.ts';

const readers = { jsonl: jsonlKeys, csv: csvKeys, parquet: parquetKeys } as const;

/** Counts rows of a file that have the key of another row; for services that do not return rows in order of time. */
export function countDuplicates(path: string, format: ExportFormat, rows: number): Promise<number> {
  return findDuplicates(() => readers[format](path), { rows });
}

async function* jsonlKeys(path: string): AsyncGenerator<LedgerKeyRow> {
  await using file = await open(path);
  for await (const line of file.readLines()) {
    // Written by this command.
    const { timestamp, transactionDetails } = JSON.parse(line) as Transaction;
    yield { timestamp, type: transactionDetails.type, id: transactionDetails.id };
  }
}

async function* csvKeys(path: string): AsyncGenerator<LedgerKeyRow> {
  const records = createReadStream(path).pipe(parse({ columns: true, bom: true }));
  for await (const record of records) {
    // These columns cannot be dropped.
    const { timestamp = '', type = '', transaction_id = '' } = record as Record<string, string>;
    yield { timestamp: readCsvCell(timestamp), type: readCsvCell(type), id: readCsvCell(transaction_id) };
  }
}

async function* parquetKeys(path: string): AsyncGenerator<LedgerKeyRow> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const columns = ['timestamp', 'type', 'transaction_id'];
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    for (const row of await parquetReadObjects({ file, metadata, columns, rowStart, rowEnd })) {
      const time: unknown = row['timestamp'];
      const timestamp = time instanceof Date ? time.toISOString() : String(time);
      yield { timestamp, type: String(row['type']), id: String(row['transaction_id']) };
    }
    rowStart = rowEnd;
  }
}
