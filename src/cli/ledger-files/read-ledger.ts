import { stat } from 'node:fs/promises';

import type { CurrencyDigits } from '../../client/money/currency-digits.ts';
import { findDuplicates, type LedgerKeyRow, type LedgerRow } from '../../ledger/index.ts';
import type { LedgerFormat } from '../../ledger/ledger-format.ts';
import { UnreadableFileError } from '../files/unreadable-file.ts';
import { UsageError } from '../terminal/command-error.ts';
import { formats } from './formats/formats.ts';
import type { RowWith } from './ledger-row.ts';

/** A ledger file to read. */
interface LedgerFile<Needed extends keyof LedgerRow> {
  readonly path: string;
  readonly format: LedgerFormat;
  /** The columns that it must have. */
  readonly needed: readonly Needed[];
  /** Those that decimals are made with, where the file has only integers: in JSONL. */
  readonly currencyDigits?: CurrencyDigits | undefined;
}

/**
 * Yields the rows of a ledger file in batches; memory does not depend on the size of the file. Only the libraries of its
 * format are loaded.
 *
 * @throws {@link UnreadableFileError} when the file is not a ledger of this format, or has not the columns that are needed
 */
export async function* readLedger<Needed extends keyof LedgerRow>({
  path,
  format,
  needed,
  currencyDigits,
}: LedgerFile<Needed>): AsyncGenerator<readonly RowWith<Needed>[], void, undefined> {
  try {
    const rows = (await formats[format].reader())(path, needed, currencyDigits);
    // Each reader has found the columns that are needed.
    yield* rows as AsyncGenerator<readonly RowWith<Needed>[], void, undefined>;
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

/** The columns that identify a row. */
export const rowKey = ['timestamp', 'type', 'transaction_id'] as const;

/** Counts rows of files that have the key of another row; for rows that are not in order of time. */
export function countDuplicates(files: readonly FileToRead[], rows: number): Promise<number> {
  return findDuplicates(() => readKeys(files), { rows });
}

async function* readKeys(files: readonly FileToRead[]): AsyncGenerator<LedgerKeyRow> {
  for (const file of files) {
    for await (const rows of readLedger({ ...file, needed: rowKey })) {
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
