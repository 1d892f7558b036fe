import type { Receipt, ReceiptFile } from '../../ledger/index.ts';
import { UnreadableFileError } from '../read/unreadable-file-error.ts';
import { compareRows } from './compare-rows.ts';
import { compareUntrusted } from './compare-untrusted.ts';
import type { Difference, Verification } from './difference.ts';
import { hashFile } from './hash-file.ts';
import { readReceipt } from './read-receipt.ts';

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
  const differences: Difference[] = [...checkReceipt(receipt)];
  try {
    const changed = await compareBytes(path, receipt.file);
    differences.push(...changed);
    // A parser of Parquet may never end on bytes that were changed.
    const compare = changed.length > 0 && receipt.file?.format === 'parquet' ? compareUntrusted : compareRows;
    if (receipt.file) differences.push(...(await compare(path, receipt, receipt.file.format)));
  } catch (error) {
    differences.push(unreadable(error));
  }
  if (count !== undefined && count !== receipt.totalCount) {
    differences.push({ what: 'totalCount', expected: String(receipt.totalCount), found: String(count) });
  }
  return { receipt, differences };
}

/** What a receipt says about itself: a complete one adds up. */
function checkReceipt(receipt: Receipt): readonly Difference[] {
  const received = receipt.rows + receipt.invalidRows + receipt.rowsOutsideRange;
  const adds = received === receipt.totalCount && receipt.invalidRows === 0 && !receipt.changedWhileRead;
  const summed = receipt.sums.reduce((rows, sum) => rows + sum.rows, 0);
  const complete = { what: 'complete', expected: 'true', found: 'false' } as const;
  return receipt.complete && adds && summed === receipt.rows ? [] : [complete];
}

async function compareBytes(path: string, file: ReceiptFile | null): Promise<readonly Difference[]> {
  const { bytes, sha256 } = await hashFile(path);
  const differences: Difference[] = [];
  const add = (what: 'hash' | 'bytes', expected: string, found: string): void => {
    if (expected !== found) differences.push({ what, expected, found });
  };
  add('hash', file?.sha256 ?? 'none', sha256);
  add('bytes', String(file?.bytes ?? 'none'), String(bytes));
  return differences;
}

function unreadable(error: unknown): Difference {
  const isExpected = error instanceof UnreadableFileError || (error instanceof Error && 'code' in error);
  if (!isExpected) throw error;
  return { what: 'unreadable', expected: 'a file that can be read', found: error.message };
}
