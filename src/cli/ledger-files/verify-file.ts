import type { Receipt } from '../../ledger/index.ts';
import { UnreadableFileError } from '../files/unreadable-file.ts';
import { columnsIn, compareBytes, compareFileRows } from './compare-file.ts';
import { finishDelivery } from './delivery.ts';
import type { FileDifference, Verification } from './differences/file-difference.ts';
import { formats } from './formats/formats.ts';
import { isComplete, readReceipt, receiptPathOf } from './receipt-file.ts';

/** Options of {@link verifyFile}. */
export interface VerifyOptions {
  /** Path of the receipt. @defaultValue the file with the suffix `.receipt.json` */
  readonly receipt?: string | undefined;
  /** Returns the service's current count of the receipt's range; called once, before the file is read. */
  readonly countOnline?: ((receipt: Receipt) => Promise<number>) | undefined;
}

/**
 * Reads a delivered file again, and compares what its bytes contain with its receipt: hash, rows, duplicates, range and
 * every sum; of a Parquet file that has changed, hash and size only. Nothing in the file is trusted, and memory does not
 * depend on its size.
 *
 * @throws MissingReceiptError when there is no receipt
 * @throws UnreadableFileError when the receipt cannot be read
 */
export async function verifyFile(path: string, options: VerifyOptions = {}): Promise<Verification> {
  await finishDelivery(path, options.receipt);
  const receipt = await readReceipt(options.receipt ?? receiptPathOf(path));
  // First, so that a service that cannot be reached is reported before a large file is read.
  const count = await options.countOnline?.(receipt);
  let differences: readonly FileDifference[] = [];
  // Not `push(...found)`: a receipt may have more sums than a call may have arguments.
  const add = (found: readonly FileDifference[]): void => void (differences = [...differences, ...found]);
  if (!isComplete(receipt)) add([{ what: 'complete', expected: 'true', found: 'false' }]);
  const changed = await compareBytes(path, receipt.file);
  add(changed);
  const rowsCompared =
    receipt.file !== null && (changed.length === 0 || formats[receipt.file.format].readsChanged);
  try {
    if (rowsCompared) add(await compareFileRows(path, receipt, receipt.file.format, columnsIn(receipt)));
  } catch (error) {
    // The bytes were read: they are those of no ledger.
    if (!(error instanceof UnreadableFileError)) throw error;
    add([{ what: 'unreadable', expected: 'a file that can be read', found: error.message }]);
  }
  if (count !== undefined && count !== receipt.totalCount) {
    add([{ what: 'totalCount', expected: String(receipt.totalCount), found: String(count) }]);
  }
  return { receipt, differences, rowsCompared };
}
