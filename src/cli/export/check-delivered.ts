import type { Receipt } from '../../ledger/index.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import { UnreadableFileError } from '../read/unreadable-file-error.ts';
import { UsageError } from '../usage-error.ts';
import { hashFile } from '../verify/hash-file.ts';
import { MissingReceiptError, readReceipt } from '../verify/read-receipt.ts';

/**
 * Compares a delivered file with the hash in its receipt, and returns the receipt.
 *
 * @throws UsageError if there is no receipt.
 * @throws CommandError if the file is different.
 */
export async function checkDelivered(file: string, receiptPath: string): Promise<Receipt> {
  const receipt = await readReceiptOf(file, receiptPath);
  const { sha256 } = await hashFile(file);
  if (sha256 === receipt.file?.sha256) return receipt;
  throw new CommandError(
    'file_changed',
    `${file} is not the file of its receipt: its SHA-256 is ${sha256}`,
    exitCode.different,
  );
}

async function readReceiptOf(file: string, path: string): Promise<Receipt> {
  try {
    return await readReceipt(path);
  } catch (error) {
    if (!(error instanceof MissingReceiptError || error instanceof UnreadableFileError)) throw error;
    throw new UsageError(`--resume: ${file} exists, but ${error.message}: use --force to export it again`);
  }
}
