import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';

import type { Receipt } from '../../../ledger/index.ts';
import { removeLeftovers } from '../../files/atomic-file.ts';
import { lockFile } from '../../files/output-file.ts';
import type { Limits } from '../../flags/request-options.ts';
import {
  type DeliveredFiles,
  deliveredFiles,
  type ExportPaths,
  exportPaths,
  finishedNow,
  finishLocked,
  identifyReplaced,
  type Replaced,
} from '../../ledger-files/delivery.ts';
import type { ExportSettings, GivenSettings } from '../../ledger-files/export-settings.ts';
import { hasByteOrderMark } from '../../ledger-files/formats/csv.ts';
import { sourceOf } from '../../ledger-files/ledger-source.ts';
import {
  checkStoredColumns,
  describeStored,
  readStoredExport,
  type StoredExport,
} from '../../ledger-files/stored-export.ts';
import { UsageError } from '../../terminal/command-error.ts';
import { counted, grouped } from '../../terminal/format.ts';
import { warn } from '../../terminal/log-line.ts';
import type { ProgressDisplay } from '../../terminal/progress.ts';
import { checkDelivered, checkEnded, checkUnchanged, deliver } from './deliver.ts';
import { checkDistinct, checkKinds, checkNew, partTarget, targetsOf } from './export-files.ts';
import { checkFinished, checkResumed, newSettings } from './given-settings.ts';
import { checkReplaced, checkUnfinished, compareReplaced, keepExport } from './replaced-export.ts';
import { writeExport } from './write-export.ts';

/** An export to a file, as the command line asks for it. */
interface FileExport {
  readonly out: string;
  readonly given: GivenSettings;
  readonly limits: Limits;
  readonly resume: boolean;
  readonly force: boolean;
  /** Whether a file that is replaced is kept under another name; with `force` only. */
  readonly keep: boolean;
  readonly signal: AbortSignal;
  readonly progress: ProgressDisplay;
  /** Called with a line to show. */
  readonly say: (line: string) => void;
  /** Called with the number of rows that are in the file for good. */
  readonly onSaved: (rows: number) => void;
}

/** Exports to a file, or continues; returns the receipt of the file. */
export async function exportToFile(run: FileExport): Promise<Receipt> {
  const paths = exportPaths(run.out);
  checkDistinct(paths, run.given);
  // Before the lock, which would be beside a device too.
  await checkKinds(targetsOf(run.out, paths, run.given));
  const lock = lockFile(paths.file, 'an export');
  try {
    return await exportLocked(run, paths);
  } finally {
    lock.release();
  }
}

/** The flags, and what a run before has left, decide which of five cases it is. */
async function exportLocked(run: FileExport, paths: ExportPaths): Promise<Receipt> {
  const { out, resume, force } = run;
  if (await finishLocked(out, paths, run.given.receipt ?? undefined)) run.say(`${out}: ${finishedNow}.`);
  if (force) return startAgain(run, paths);
  const stored = await readStoredExport(paths.progress);
  if (stored && !resume)
    throw new UsageError(`--out: ${describeStored(out, stored)}: --resume, or --force to start again`);
  if (stored?.receipt) return deliverEnded(run, paths, stored, stored.receipt);
  if (stored) return continueUnfinished(run, paths, stored);
  if (!resume || !existsSync(paths.file)) return startNew(run, paths);
  const receipt = await confirmFinished(run, paths);
  if (receipt.rangeEnded) {
    run.say(
      `${out} is already exported: ${receipt.startDate} to ${receipt.endDate}, with the SHA-256 of its receipt.`,
    );
    return receipt;
  }
  run.say(`${out} was exported before its range had ended: exporting it again.`);
  return startAgain(run, paths);
}

/** Neither the file nor a part of it exists: a new export. */
async function startNew(run: FileExport, paths: ExportPaths): Promise<Receipt> {
  const { out, given } = run;
  await checkNew(targetsOf(out, paths, given), false);
  const settings = newSettings(given, out, process.env);
  return write(run, paths, settings, undefined, await identifyReplaced(paths, settings));
}

/** `--force`, `--keep`, and `--resume` of a range that had not ended: a new export, which replaces the old one once it has ended. */
async function startAgain(run: FileExport, paths: ExportPaths): Promise<Receipt> {
  const { out, given, keep, say } = run;
  await checkNew(targetsOf(out, paths, given), true);
  const settings = newSettings(given, out, process.env);
  const replaced = replacedBy(settings, paths);
  const [flag, source] = [`--${flagOf(run)}`, sourceOf(settings.source, settings.origin)];
  await checkReplaced(flag, out, replaced, source);
  await checkUnfinished(flag, out, paths.progress, source);
  const kept = keep ? await keepExport(replaced) : undefined;
  if (kept) {
    const edited = kept.isEdited ? ', but differs from its receipt: somebody has edited it' : '';
    say(`${out} is kept as ${kept.name}${edited}.`);
  }
  return write(run, paths, settings, undefined, await identifyReplaced(paths, settings), kept?.created);
}

/** A run before has stopped: the rest of its rows, or all if it was stopped before its first page. */
async function continueUnfinished(
  run: FileExport,
  paths: ExportPaths,
  stored: StoredExport,
): Promise<Receipt> {
  const { settings, replaces } = stored;
  checkStoredColumns(run.out, stored);
  await prepareContinued(run, paths, stored);
  run.say(`Continuing the export of ${settings.startDate} to ${settings.endDate}.`);
  const begun = stored.checkpoint === null ? undefined : stored;
  return write(run, paths, settings, begun, replaces ?? (await identifyReplaced(paths, settings)));
}

/** A run before has ended, but was killed before its file had its name: nothing is requested. */
async function deliverEnded(
  run: FileExport,
  paths: ExportPaths,
  stored: StoredExport,
  receipt: Receipt,
): Promise<Receipt> {
  const { settings, replaces } = stored;
  await prepareContinued(run, paths, stored);
  await checkEnded(receipt, paths);
  const files = filesOf(run, paths, settings, replaces ?? (await identifyReplaced(paths, settings)));
  await deliverCompared(run, paths, settings, receipt, files);
  return receipt;
}

/** A run before has delivered the file: nothing is wrong with it, if it is the one that is asked for. */
async function confirmFinished({ out, given }: FileExport, paths: ExportPaths): Promise<Receipt> {
  await checkNew([partTarget(out, paths)], false);
  const receipt = await checkDelivered(paths.file, given.receipt ?? paths.receipt);
  checkFinished(out, receipt, await hasByteOrderMark(paths.file), given, process.env);
  return receipt;
}

/** Checks whether this run may go on where one before has stopped, and removes what that left half written. */
async function prepareContinued(
  { out, given }: FileExport,
  paths: ExportPaths,
  stored: StoredExport,
): Promise<void> {
  try {
    checkResumed(stored.settings, given, process.env);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${describeStored(out, stored)}. ${error.message}`);
  }
  const targets = targetsOf(out, paths, stored.settings);
  await checkKinds(targets);
  for (const { path } of targets) await removeLeftovers(path);
}

/** Receives the rows, from where `stored` ends, and delivers the file. */
async function write(
  run: FileExport,
  paths: ExportPaths,
  settings: ExportSettings,
  stored: StoredExport | undefined,
  replaces: Replaced,
  created: readonly string[] = [],
): Promise<Receipt> {
  const { limits, signal, progress, onSaved } = run;
  const files = filesOf(run, paths, settings, replaces);
  await checkUnchanged(files);
  const receipt = await writeExport({ settings, paths, stored, replaces, limits, signal, progress, onSaved });
  await deliverCompared(run, paths, settings, receipt, files, created);
  return receipt;
}

/**
 * Delivers a finished export, and says what it changes of the one that it replaces.
 *
 * @param created Copies of `--keep` that this run has made
 * @throws UsageError if that is another game's, so that nothing is replaced; what was exported and copied is removed
 */
async function deliverCompared(
  run: FileExport,
  paths: ExportPaths,
  settings: ExportSettings,
  receipt: Receipt,
  files: DeliveredFiles,
  created: readonly string[] = [],
): Promise<void> {
  await checkUnchanged(files);
  const { lines, other, foreign } = await compareReplaced(replacedBy(settings, paths), paths.part, receipt);
  for (const line of lines) run.say(line);
  if (other !== undefined) warn(`${run.out} replaces another export: ${other}`);
  if (!foreign) return deliver(receipt, files, paths);
  for (const path of [paths.part, paths.progress, settings.quarantine, ...created])
    if (path !== null) await rm(path, { force: true });
  throw new UsageError(
    `--${flagOf(run)}: none of the ${counted(receipt.rows, 'row')} of this export is among the ${grouped(foreign.rows)} of ` +
      `${run.out}, which has the same range: is the token that of this ledger? If not, set its own, or choose another file and ` +
      `--source; if it is, remove ${run.out}`,
  );
}

/** The files that a run replaces. */
function filesOf(
  run: FileExport,
  paths: ExportPaths,
  settings: ExportSettings,
  replaces: Replaced,
): DeliveredFiles {
  return deliveredFiles(flagOf(run), run.out, paths, settings, replaces);
}

/** The flag that replaces a file. */
function flagOf({ keep, force, resume }: FileExport): string {
  return keep ? 'keep' : force ? 'force' : resume ? 'resume' : 'out';
}

/** The export that this one replaces, if it exists. */
function replacedBy({ receipt }: ExportSettings, paths: ExportPaths) {
  return { file: paths.file, receipt: receipt ?? paths.receipt };
}
