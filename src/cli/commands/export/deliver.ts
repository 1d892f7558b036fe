import { existsSync } from 'node:fs';
import { rm, unlink } from 'node:fs/promises';

import type { Receipt } from '../../../ledger/index.ts';
import { giveName, writeAtomically } from '../../files/output-file.ts';
import { UnreadableFileError } from '../../files/unreadable-file.ts';
import { hashFile } from '../../ledger-files/compare-file.ts';
import type { ExportSettings } from '../../ledger-files/export-settings.ts';
import { formatReceipt, MissingReceiptError, readReceipt } from '../../ledger-files/receipt-file.ts';
import { CommandError, exitCode, UsageError } from '../../terminal/command-error.ts';
import type { ExportPaths } from './export-files.ts';

/** Gives a finished export its final name. After a crash, it can be repeated. */
export async function deliver(settings: ExportSettings, receipt: Receipt, paths: ExportPaths): Promise<void> {
  await giveName(paths.part, paths.file);
  await completeReceipt(receipt, settings.receipt ?? paths.receipt, paths);
}

/**
 * Returns the path of an export that ended, whose delivery failed or was killed: it has its final name, or is a part.
 *
 * @throws CommandError if the file was changed in the meantime.
 */
export async function findEnded(receipt: Receipt, paths: ExportPaths): Promise<string> {
  const path = existsSync(paths.part) ? paths.part : paths.file;
  const { sha256 } = await hashFile(path);
  if (sha256 !== receipt.file?.sha256) {
    throw new CommandError(
      'part_changed',
      `${path} was changed since the export ended: start again with --force`,
    );
  }
  return path;
}

/** Writes the receipt of a file that has its name. It is the last file: it says that the export is complete. */
export async function completeReceipt(
  receipt: Receipt,
  path: string,
  { progress }: ExportPaths,
): Promise<void> {
  try {
    await writeAtomically(path, formatReceipt(receipt));
  } catch (error) {
    // The old receipt is of the file that was replaced. If it cannot be removed, its hash still differs from the new file.
    await unlink(path).catch(() => undefined);
    throw error;
  }
  await rm(progress, { force: true });
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
