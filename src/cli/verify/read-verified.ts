import type { Receipt } from '../../ledger/index.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import { ledgerFormatOf } from '../read/ledger-format.ts';
import { readLedger } from '../read/read-ledger.ts';
import type { StoredRow } from '../read/stored-row.ts';
import { UnreadableFileError } from '../read/unreadable-file-error.ts';
import { UsageError } from '../usage-error.ts';
import { compareBytes } from './compare-bytes.ts';
import { compareRows } from './compare-rows.ts';
import type { Difference } from './difference.ts';
import { MissingReceiptError, readReceipt } from './read-receipt.ts';
import { renderDifference } from './render-verification.ts';

/** A ledger file to read. */
export interface LedgerSource {
  readonly file: string;
  /** Path of the receipt. @defaultValue the file with the suffix `.receipt.json`, which may be missing */
  readonly receipt: string | undefined;
  /** What the command did not do if the file differs from its receipt; one sentence without a full stop. */
  readonly undone: string;
}

/**
 * Reads a ledger file, and compares everything in it with its receipt, as `verify` does. No figure may be shown before it
 * has returned.
 *
 * @param onRow Called with each row
 * @returns the receipt; `undefined` if there is none beside the file
 * @throws CommandError when the file or its receipt cannot be read, or when they differ
 */
export async function readVerified(
  { file, receipt: receiptPath, undone }: LedgerSource,
  onRow: (row: StoredRow) => void,
): Promise<Receipt | undefined> {
  const expectEqual = ([difference]: readonly Difference[]): void => {
    if (!difference) return;
    const advice = `${undone}: run publisher-commerce verify to list the differences`;
    throw new CommandError(
      'different',
      `${file} differs from its receipt: ${renderDifference(difference)}. ${advice}`,
      exitCode.different,
    );
  };
  try {
    const receipt = await findReceipt(file, receiptPath);
    const format = receipt?.file?.format ?? ledgerFormatOf(file);
    if (receipt) {
      // Before the rows: a parser of Parquet may never end on bytes that were changed.
      expectEqual(await compareBytes(file, receipt.file));
      expectEqual(await compareRows(file, receipt, format, onRow));
    } else {
      for await (const rows of readLedger(file, format)) for (const row of rows) onRow(row);
    }
    return receipt;
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new CommandError('unreadable', `${file}: cannot be read: ${error.message}`, exitCode.different);
  }
}

async function findReceipt(file: string, given: string | undefined): Promise<Receipt | undefined> {
  try {
    return await readReceipt(given ?? `${file}.receipt.json`);
  } catch (error) {
    if (!(error instanceof MissingReceiptError)) throw error;
    if (given === undefined) return undefined;
    throw new UsageError(`--receipt: ${given} does not exist`);
  }
}
