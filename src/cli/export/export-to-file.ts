import { basename } from 'node:path';

import type { Receipt } from '../../ledger/index.ts';
import { UsageError } from '../usage-error.ts';
import { checkDelivered } from './check-delivered.ts';
import { completeDelivery, deliver, exists } from './deliver.ts';
import { type ExportPaths, exportPaths } from './export-paths.ts';
import type { ExportSettings } from './export-settings.ts';
import type { GivenSettings } from './given-settings.ts';
import { withLock } from './lock-export.ts';
import { newSettings } from './new-settings.ts';
import type { ProgressDisplay } from '../progress.ts';
import { resumedSettings } from './resumed-settings.ts';
import { readStoredExport, type StoredExport } from './stored-export.ts';
import { writeExport } from './write-export.ts';

/** An export to a file, as the command line asks for it. */
export interface FileExport {
  readonly out: string;
  readonly given: GivenSettings;
  readonly resume: boolean;
  readonly force: boolean;
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
  return withLock(paths.file, () => exportLocked(options, paths));
}

async function exportLocked(options: FileExport, paths: ExportPaths): Promise<Receipt> {
  const { out, given, resume, force, say } = options;
  const stored = resume ? await readStoredExport(paths.progress) : undefined;
  if (stored) return continueExport(options, paths, stored);
  if (resume && (await exists(paths.file))) {
    const receipt = await checkDelivered(paths.file, given.receipt ?? paths.receipt);
    say(
      `${out} is already exported: ${receipt.startDate} to ${receipt.endDate}, with the SHA-256 of its receipt.`,
    );
    return receipt;
  }
  if (!resume && !force) await checkNew(out, paths, given);
  return run(options, paths, newSettings(given, out, process.env));
}

async function continueExport(
  options: FileExport,
  paths: ExportPaths,
  stored: StoredExport,
): Promise<Receipt> {
  const { settings, ignored } = resumedSettings(stored.settings, options.given, process.env);
  const { receipt } = stored;
  if (receipt) {
    await completeDelivery({ ...stored, receipt }, settings.receipt ?? paths.receipt, paths);
    return receipt;
  }
  const unused = ignored.length > 0 ? `; not used: ${ignored.join(', ')}` : '';
  options.say(`Continuing the export of ${settings.startDate} to ${settings.endDate}${unused}.`);
  return run(options, paths, settings, stored);
}

async function run(
  options: FileExport,
  paths: ExportPaths,
  settings: ExportSettings,
  stored?: StoredExport,
): Promise<Receipt> {
  const receipt = await writeExport({ ...options, settings, paths, name: basename(paths.file), stored });
  await deliver(receipt, settings.receipt ?? paths.receipt, paths);
  return receipt;
}

/** @throws UsageError if there is something that would be overwritten. */
async function checkNew(
  out: string,
  { file, part, progress }: ExportPaths,
  { quarantine, receipt }: GivenSettings,
): Promise<void> {
  for (const path of [progress, part, file]) {
    if (!(await exists(path))) continue;
    const name = path === file ? out : `${out}.part`;
    throw new UsageError(
      `${name} already exists: add --resume to ${path === file ? 'check it' : 'continue'}, or --force to replace it`,
    );
  }
  for (const [flag, path] of Object.entries({ quarantine, receipt })) {
    if (path === undefined || path === null || !(await exists(path))) continue;
    throw new UsageError(
      `--${flag}: ${path} already exists: choose another file, or add --force to replace it`,
    );
  }
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
