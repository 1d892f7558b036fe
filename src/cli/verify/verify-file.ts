import type { Receipt } from '../../ledger/index.ts';
import { UnreadableFileError } from '../read/unreadable-file-error.ts';
import { compareBytes } from './compare-bytes.ts';
import { compareRows } from './compare-rows.ts';
import { compareUntrusted } from './compare-untrusted.ts';
import type { Difference, Verification } from './difference.ts';
import { readReceipt } from './read-receipt.ts';
import { isComplete } from './receipt-warnings.ts';

/** Options of {@link verifyFile}. */
export interface VerifyOptions {
  /** Path of the receipt. @defaultValue the file with the suffix `.receipt.json` */
  readonly receipt?: string | undefined;
  /** Returns the service's current count of the receipt's range; called once, before the file is read. */
  readonly countOnline?: ((receipt: Receipt) => Promise<number>) | undefined;
}

/**
 * Reads a delivered file again, and compares what its bytes contain with its receipt: hash, rows, duplicates, range and
 * every sum. Nothing in the file is trusted, and memory does not depend on its size.
 *
 * @throws MissingReceiptError when there is no receipt
 */
export async function verifyFile(path: string, options: VerifyOptions = {}): Promise<Verification> {
  let receipt: Receipt;
  try {
    receipt = await readReceipt(options.receipt ?? `${path}.receipt.json`);
  } catch (error) {
    return { receipt: undefined, differences: [unreadable(error)] };
  }
  // First, so that a service that cannot be reached is reported before a large file is read.
  const count = await options.countOnline?.(receipt);
  let differences: readonly Difference[] = [];
  // Not `push(...found)`: a receipt may have more sums than a call may have arguments.
  const add = (found: readonly Difference[]): void => void (differences = [...differences, ...found]);
  if (!isComplete(receipt)) add([{ what: 'complete', expected: 'true', found: 'false' }]);
  try {
    const changed = await compareBytes(path, receipt.file);
    add(changed);
    // A parser of Parquet may never end on bytes that were changed.
    const compare = changed.length > 0 && receipt.file?.format === 'parquet' ? compareUntrusted : compareRows;
    if (receipt.file) add(await compare(path, receipt, receipt.file.format));
  } catch (error) {
    add([unreadable(error)]);
  }
  if (count !== undefined && count !== receipt.totalCount) {
    add([{ what: 'totalCount', expected: String(receipt.totalCount), found: String(count) }]);
  }
  return { receipt, differences };
}

function unreadable(error: unknown): Difference {
  const isExpected = error instanceof UnreadableFileError || (error instanceof Error && 'code' in error);
  if (!isExpected) throw error;
  return { what: 'unreadable', expected: 'a file that can be read', found: error.message };
}
