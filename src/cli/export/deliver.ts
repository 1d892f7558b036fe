import { access, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Receipt } from '../../ledger/index.ts';
import { CommandError } from '../command-error.ts';
import { hashFile } from '../verify/hash-file.ts';
import type { ExportPaths } from './export-paths.ts';
import type { StoredExport } from './stored-export.ts';
import { isMissing } from '../system-errors.ts';
import { syncFolder, writeAtomically } from '../write-atomically.ts';

/** Whether a file exists. */
export async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Gives a finished export its final name. After a crash, it can be repeated. */
export async function deliver(receipt: Receipt, receiptPath: string, paths: ExportPaths): Promise<void> {
  await writeAtomically(receiptPath, formatReceipt(receipt));
  await rename(paths.part, paths.file);
  await syncFolder(dirname(paths.file));
  await rm(paths.progress, { force: true });
}

/**
 * Completes the delivery of an export that ended, in case it was killed before.
 *
 * @throws CommandError if the file was changed in the meantime.
 */
export async function completeDelivery(
  stored: StoredExport & { readonly receipt: Receipt },
  receiptPath: string,
  paths: ExportPaths,
): Promise<void> {
  const path = (await exists(paths.part)) ? paths.part : paths.file;
  const { sha256 } = await hashFile(path);
  if (sha256 !== stored.part.sha256) {
    throw new CommandError(
      'part_changed',
      `${path} was changed since the export ended: start again with --force`,
    );
  }
  if (path === paths.part) return deliver(stored.receipt, receiptPath, paths);
  await writeAtomically(receiptPath, formatReceipt(stored.receipt));
  await rm(paths.progress, { force: true });
}

/** The content of a receipt's file. */
export function formatReceipt(receipt: Receipt): string {
  return `${JSON.stringify(receipt, null, 2)}\n`;
}
