import { existsSync } from 'node:fs';

import type { Receipt } from '../../../ledger/index.ts';
import { giveName } from '../../files/atomic-file.ts';
import { UnreadableFileError } from '../../files/unreadable-file.ts';
import { hashFile } from '../../ledger-files/compare-file.ts';
import { completeReceipt, type DeliveredFiles, type ExportPaths } from '../../ledger-files/delivery.ts';
import { MissingReceiptError, readReceipt } from '../../ledger-files/receipt-file.ts';
import { CommandError, exitCode, UsageError } from '../../terminal/command-error.ts';

/** @throws UsageError if somebody has put a file there since the export began; what was received is kept */
export async function checkUnchanged({ file, receipt }: DeliveredFiles): Promise<void> {
  await file.checkUnchanged();
  await receipt.checkUnchanged();
}

/** Gives a finished export its final name. After a crash, it can be repeated. */
export async function deliver(receipt: Receipt, files: DeliveredFiles, paths: ExportPaths): Promise<void> {
  await checkUnchanged(files);
  await giveName(paths.part, paths.file);
  try {
    await completeReceipt(receipt, files.receipt, paths);
  } catch (error) {
    // The old receipt is of the file that was replaced. If it cannot be removed, its hash still differs from the new file.
    await files.receipt.remove().catch(() => undefined);
    throw error;
  }
}

/** Checks that an export that ended is unchanged. @throws CommandError if its file was changed in the meantime */
export async function checkEnded(receipt: Receipt, { part, file }: ExportPaths): Promise<void> {
  const path = existsSync(part) ? part : file;
  const { sha256 } = await hashFile(path);
  if (sha256 === receipt.file?.sha256) return;
  throw new CommandError(
    'part_changed',
    `${path} was changed since the export ended: start again with --force`,
  );
}

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
