import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Receipt } from '../../ledger/index.ts';
import { identityOf, writeAtomically } from '../files/atomic-file.ts';
import { lockFile, OutputFile } from '../files/output-file.ts';
import { realPath } from '../files/real-path.ts';
import { CommandError, notWritten } from '../terminal/command-error.ts';
import { warn } from '../terminal/log-line.ts';
import { hashFile } from './compare-file.ts';
import type { ExportSettings } from './export-settings.ts';
import { formatReceipt, receiptPathOf } from './receipt-file.ts';
import { readStoredExport, type StoredExport } from './stored-export.ts';

/** The files of an export to `FILE`. */
export interface ExportPaths {
  /** `FILE`, once the export has ended. */
  readonly file: string;
  /** `FILE.part`: the rows so far. */
  readonly part: string;
  /** `FILE.part.json`: where to continue. */
  readonly progress: string;
  /** `FILE.receipt.json`. */
  readonly receipt: string;
}

/** Returns the paths of an export, without symbolic links in the folder, so that two names of one file share a lock. */
export function exportPaths(out: string): ExportPaths {
  const file = realPath(out);
  return {
    file,
    part: `${file}.part`,
    progress: `${file}.part.json`,
    receipt: receiptPathOf(file),
  };
}

/** The files that an export replaces once it ends. */
export interface DeliveredFiles {
  readonly file: OutputFile;
  readonly receipt: OutputFile;
}

/** Identifies the files that an export may replace; `null` where there are none. */
export type Replaced = NonNullable<StoredExport['replaces']>;

/** Identifies the files that are where an export will deliver its own. */
export async function identifyReplaced(
  paths: ExportPaths,
  settings: Pick<ExportSettings, 'receipt'>,
): Promise<Replaced> {
  const [file, receipt] = await Promise.all([paths.file, settings.receipt ?? paths.receipt].map(identityOf));
  return { file: file ?? null, receipt: receipt ?? null };
}

/** Returns the files that an export to `out` delivers. @param flag That of messages */
export function deliveredFiles(
  flag: string,
  out: string,
  paths: ExportPaths,
  settings: Pick<ExportSettings, 'receipt'>,
  replaces: Replaced,
): DeliveredFiles {
  const ifChanged = 'move it away, and continue with --resume, or replace it with --force';
  const receipt = settings.receipt ?? paths.receipt;
  const name = settings.receipt ?? receiptPathOf(out);
  return {
    file: new OutputFile({ flag, path: paths.file, name: out, ifChanged }, replaces.file),
    receipt: new OutputFile({ flag, path: receipt, name, ifChanged }, replaces.receipt),
  };
}

/** Writes the receipt of a file that has its name. It is the last file: it says that the export is complete. */
export async function completeReceipt(
  receipt: Receipt,
  file: OutputFile,
  { progress }: ExportPaths,
): Promise<void> {
  await writeAtomically(file.path, formatReceipt(receipt), { beforeRename: () => file.checkUnchanged() });
  await rm(progress, { force: true });
}

/** What a run says that has finished a delivery. */
export const finishedNow = 'its receipt is written now: its export had ended before it was';

/**
 * Writes the receipt of a file whose export was killed between the two: the one beside it, if there is one, is that of the
 * file before. Whoever reads or replaces a file calls this first.
 *
 * @param receipt Where the command line says that the receipt is; `undefined` for beside the file
 * @throws CommandError if an export is writing the file, or if the receipt cannot be written
 */
export async function finishDelivery(file: string, receipt: string | undefined): Promise<void> {
  const paths = exportPaths(file);
  if (!(await readDelivered(paths, receipt))) return;
  const lock = lockFile(paths.file, 'an export');
  try {
    if (await finishLocked(file, paths, receipt)) warn(`${file}: ${finishedNow}`);
  } catch (error) {
    throw error instanceof CommandError ? error : notWritten(file, error);
  } finally {
    lock.release();
  }
}

/** As {@link finishDelivery}, for a run that has locked the file. Returns whether there was something to do. */
export async function finishLocked(
  out: string,
  paths: ExportPaths,
  given: string | undefined,
): Promise<boolean> {
  const stored = await readDelivered(paths, given);
  if (!stored?.receipt) return false;
  // Somebody may have changed the file since: then the export says so, and cannot be continued.
  if ((await hashFile(paths.file)).sha256 !== stored.receipt.file?.sha256) return false;
  const replaces = stored.replaces ?? (await identifyReplaced(paths, stored.settings));
  const { receipt } = deliveredFiles('out', out, paths, stored.settings, replaces);
  // It was killed before its state was removed.
  if (await isWritten(receipt.path, stored.receipt)) {
    await rm(paths.progress, { force: true });
    return false;
  }
  await completeReceipt(stored.receipt, receipt, paths);
  return true;
}

async function isWritten(path: string, receipt: Receipt): Promise<boolean> {
  return (await readFile(path, 'utf8').catch(() => undefined)) === formatReceipt(receipt);
}

/**
 * Returns the state of an export whose file has its name; `undefined` for any other, and for one whose receipt is elsewhere
 * than the command line says: a file of progress, which may be anybody's, names no file to write.
 */
async function readDelivered(
  { file, part, progress, receipt }: ExportPaths,
  given = receipt,
): Promise<StoredExport | undefined> {
  if (!existsSync(file) || existsSync(part) || !existsSync(dirname(given))) return undefined;
  const stored = await readStoredExport(progress).catch(() => undefined);
  const isGiven = (stored?.settings.receipt ?? receipt) === realPath(given);
  return stored?.receipt && isGiven ? stored : undefined;
}
