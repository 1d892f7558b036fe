import { stat } from 'node:fs/promises';

import type { CurrencyDigits } from '../../client/money/currency-digits.ts';
import { findDuplicates, type LedgerKeyRow } from '../../ledger/index.ts';
import { UsageError } from '../command-error.ts';
import type { LedgerFormat } from './ledger-format.ts';
import { type StoredRow, UnreadableFileError } from './stored-row.ts';

const readers = {
  jsonl: async () => (await import('./read-jsonl.ts')).readJsonl,
  csv: async () => (await import('./read-csv.ts')).readCsv,
  parquet: async () => (await import('./read-parquet.ts')).readParquet,
};

/**
 * Yields the rows of a ledger file in batches; memory does not depend on the size of the file. Only the libraries of its
 * format are loaded.
 *
 * @param currencyDigits Those that decimals are made with, where the file has only integers: in JSONL
 * @throws {@link UnreadableFileError} when the file is not a ledger of this format
 */
export async function* readLedger(
  path: string,
  format: LedgerFormat,
  currencyDigits?: CurrencyDigits,
): AsyncGenerator<readonly StoredRow[], void, undefined> {
  try {
    yield* (await readers[format]())(path, currencyDigits);
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    throw new UnreadableFileError(error instanceof Error ? error.message : String(error));
  }
}

/** A ledger file to read. */
export interface FileToRead {
  readonly path: string;
  readonly format: LedgerFormat;
}

/** Counts rows of files that have the key of another row; for rows that are not in order of time. */
export function countDuplicates(files: readonly FileToRead[], rows: number): Promise<number> {
  return findDuplicates(() => readKeys(files), { rows });
}

async function* readKeys(files: readonly FileToRead[]): AsyncGenerator<LedgerKeyRow> {
  for (const { path, format } of files) {
    for await (const rows of readLedger(path, format)) {
      for (const { timestamp, type, transaction_id: id } of rows) yield { timestamp, type, id };
    }
  }
}

/**
 * Validates that a path on the command line is a file.
 *
 * @throws UsageError naming the path
 */
export async function checkFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UsageError(`${path}: does not exist`);
  if (!found.isFile()) throw new UsageError(`${path}: must be a file`);
}
