import type { ReceiptFile } from '../../ledger/index.ts';
import type { StoredRow } from './stored-row.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

const readers = {
  jsonl: async () => (await import('./read-jsonl.ts')).readJsonl,
  csv: async () => (await import('./read-csv.ts')).readCsv,
  parquet: async () => (await import('./read-parquet.ts')).readParquet,
};

/**
 * Yields the rows of a ledger file in batches; memory does not depend on the size of the file. Only the libraries of its
 * format are loaded.
 *
 * @throws {@link UnreadableFileError} when the file is not a ledger of this format
 */
export async function* readLedger(
  path: string,
  format: ReceiptFile['format'],
): AsyncGenerator<readonly StoredRow[], void, undefined> {
  try {
    yield* (await readers[format]())(path);
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    throw new UnreadableFileError(error instanceof Error ? error.message : String(error));
  }
}
