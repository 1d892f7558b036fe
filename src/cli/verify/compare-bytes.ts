import type { ReceiptFile } from '../../ledger/index.ts';
import type { Difference } from './difference.ts';
import { hashFile } from './hash-file.ts';

/** Compares the hash and the size of a file with its receipt. */
export async function compareBytes(path: string, file: ReceiptFile | null): Promise<readonly Difference[]> {
  const { bytes, sha256 } = await hashFile(path);
  const differences: Difference[] = [];
  const add = (what: 'hash' | 'bytes', expected: string, found: string): void => {
    if (expected !== found) differences.push({ what, expected, found });
  };
  add('hash', file?.sha256 ?? 'none', sha256);
  add('bytes', String(file?.bytes ?? 'none'), String(bytes));
  return differences;
}
