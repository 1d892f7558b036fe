import { existsSync } from 'node:fs';
import { basename } from 'node:path';

import type { Receipt } from '../../ledger/index.ts';
import type { Limits } from '../request-options.ts';
import { UsageError } from '../command-error.ts';
import { lockFile, removeLeftovers } from '../output-file.ts';
import type { ProgressDisplay } from '../progress.ts';
import { checkDelivered, completeDelivery, deliver } from './deliver.ts';
import { checkKinds, checkNew, type ExportPaths, exportPaths, targetsOf } from './export-files.ts';
import { hasByteOrderMark } from './encoder.ts';
import type { ExportSettings, GivenSettings } from './export-settings.ts';
import { checkFinished, checkResumed, newSettings } from './given-settings.ts';
import { describeReplaced, keepExport } from './replaced-export.ts';
import { describeStored, readStoredExport, type StoredExport } from './stored-export.ts';
import { writeExport } from './write-export.ts';

/** An export to a file, as the command line asks for it. */
interface FileExport {
  readonly out: string;
  readonly given: GivenSettings;
  readonly limits: Limits;
  readonly resume: boolean;
  readonly force: boolean;
  /** Whether a file that is replaced is kept under another name. */
  readonly keep: boolean;
  readonly signal: AbortSignal;
  readonly progress: ProgressDisplay;
  /** Called with a line to show. */
  readonly say: (line: string) => void;
  /** Called with the number of rows that are in the file for good. */
  readonly onSaved: (rows: number) => void;
}

/** Exports to a file, or continues; returns the receipt of the file. */
export async function exportToFile(options: FileExport): Promise<Receipt> {
  const paths = exportPaths(options.out);
  checkDistinct(paths, options.given);
  // Before the lock, which would be beside a device too.
  await checkKinds(targetsOf(options.out, paths, options.given));
  const lock = lockFile(paths.file, 'an export');
  try {
    return await exportLocked(options, paths);
  } finally {
    lock.release();
  }
}

async function exportLocked(options: FileExport, paths: ExportPaths): Promise<Receipt> {
  const { out, given, resume, force, keep, say } = options;
  const stored = force ? undefined : await readStoredExport(paths.progress);
  if (stored && !resume)
    throw new UsageError(`--out: ${describeStored(out, stored)}: --resume, or --force to start again`);
  if (stored) return continueExport(options, paths, stored);
  if (resume && existsSync(paths.file)) {
    const receipt = await checkDelivered(paths.file, given.receipt ?? paths.receipt);
    checkFinished(out, receipt, await hasByteOrderMark(paths.file), given, process.env);
    say(
      `${out} is already exported: ${receipt.startDate} to ${receipt.endDate}, with the SHA-256 of its receipt.`,
    );
    return receipt;
  }
  await checkNew(targetsOf(out, paths, given), { part: paths.part, force, resume });
  const settings = newSettings(given, out, process.env);
  const kept = keep ? await keepExport(replacedBy(settings, paths)) : undefined;
  if (kept)
    say(
      `${out} is kept as ${kept.name}${kept.isEdited ? ', but differs from its receipt: somebody has edited it' : ''}.`,
    );
  return run(options, paths, settings);
}

async function continueExport(
  options: FileExport,
  paths: ExportPaths,
  stored: StoredExport,
): Promise<Receipt> {
  const { settings } = stored;
  checkSettings(options, stored);
  const targets = targetsOf(options.out, paths, settings);
  await checkKinds(targets);
  for (const { path } of targets) await removeLeftovers(path);
  const { receipt } = stored;
  if (receipt) {
    await completeDelivery(stored, receipt, paths);
    return receipt;
  }
  options.say(`Continuing the export of ${settings.startDate} to ${settings.endDate}.`);
  return run(options, paths, settings, stored);
}

function checkSettings({ out, given }: FileExport, stored: StoredExport): void {
  try {
    checkResumed(stored.settings, given, process.env);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${describeStored(out, stored)}. ${error.message}`);
  }
}

async function run(
  options: FileExport,
  paths: ExportPaths,
  settings: ExportSettings,
  stored?: StoredExport,
): Promise<Receipt> {
  const receipt = await writeExport({ ...options, settings, paths, name: basename(paths.file), stored });
  const replaced = replacedBy(settings, paths);
  for (const line of await describeReplaced(replaced, paths.part, receipt)) options.say(line);
  await deliver({ settings }, receipt, paths);
  return receipt;
}

/** The export that this one replaces, if it exists. */
function replacedBy({ receipt }: ExportSettings, paths: ExportPaths) {
  return { file: paths.file, receipt: receipt ?? paths.receipt };
}

/** @throws UsageError if two files of the export would have the same path. */
function checkDistinct(paths: ExportPaths, { quarantine, receipt }: GivenSettings): void {
  const { file, part, progress } = paths;
  if (typeof receipt === 'string' && [file, part, progress].includes(receipt)) {
    throw new UsageError('--receipt: must be another file');
  }
  if (
    typeof quarantine === 'string' &&
    [file, part, progress, receipt ?? paths.receipt].includes(quarantine)
  ) {
    throw new UsageError('--quarantine: must be another file');
  }
}
