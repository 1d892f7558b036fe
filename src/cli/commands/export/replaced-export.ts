import { constants, existsSync } from 'node:fs';
import { copyFile, open, rm } from 'node:fs/promises';
import { basename, extname } from 'node:path';

import type { Receipt } from '../../../ledger/index.ts';
import { giveName, removeLeftovers, temporaryPath } from '../../files/atomic-file.ts';
import { statsOf } from '../../files/output-file.ts';
import { syncFile } from '../../files/sync-file.ts';
import { UnreadableFileError } from '../../files/unreadable-file.ts';
import { hashFile } from '../../ledger-files/compare-file.ts';
import { comparisonsOf } from '../../ledger-files/file-totals.ts';
import { formatByExtension, formats } from '../../ledger-files/formats/formats.ts';
import { checkSource, type LedgerSource, sourceOf } from '../../ledger-files/ledger-source.ts';
import {
  describeExport,
  MissingReceiptError,
  readReceipt,
  receiptPathOf,
} from '../../ledger-files/receipt-file.ts';
import { readStoredExport } from '../../ledger-files/stored-export.ts';
import { UsageError } from '../../terminal/command-error.ts';
import { formatMoment, listed } from '../../terminal/format.ts';

/** An export that another one replaces. */
interface ReplacedExport {
  readonly file: string;
  /** Path of its receipt. */
  readonly receipt: string;
}

/** The copy of an export that is going to be replaced. */
interface KeptExport {
  readonly name: string;
  /** Whether somebody has edited the file since its export. */
  readonly isEdited: boolean;
  /** The files that did not exist before. */
  readonly created: readonly string[];
}

/**
 * Copies an export that is going to be replaced, and its receipt, to a name with the time of the export, such as
 * `october.20261101T060000Z.csv`, or `…Z-2.csv` if that is another file; `undefined` if there is nothing to copy.
 *
 * @throws UsageError if it has no receipt
 */
export async function keepExport(replaced: ReplacedExport): Promise<KeptExport | undefined> {
  if (!existsSync(replaced.file)) return undefined;
  const receipt = await readReceiptOf(replaced);
  const kept = await nameOfCopy(replaced, receipt);
  // The file is last: a copy of it is never without its receipt.
  const created = [
    ...(await copy(replaced.receipt, receiptPathOf(kept))),
    ...(await copy(replaced.file, kept)),
  ];
  const { sha256 } = await hashFile(kept);
  return { name: basename(kept), isEdited: sha256 !== receipt.file?.sha256, created };
}

/** Returns the first name that is free, or that a run before has given to the same copy. */
async function nameOfCopy({ file, receipt }: ReplacedExport, { finishedAt }: Receipt): Promise<string> {
  const ext = extensionOf(file);
  const moment = finishedAt.replace(/[-:]|\.\d+/g, '');
  for (let count = 1; ; count += 1) {
    const kept = `${file.slice(0, file.length - ext.length)}.${moment}${count === 1 ? '' : `-${count}`}${ext}`;
    if ((await canBeCopy(file, kept)) && (await canBeCopy(receipt, receiptPathOf(kept)))) return kept;
  }
}

/** Returns `.csv.gz` of `october.csv.gz`: a copy keeps its format. */
function extensionOf(file: string): string {
  const format = formatByExtension(file);
  return format ? file.slice(-formats[format].extension.length) : extname(file);
}

/** Whether a path is free, or has the same bytes: somebody may have edited a copy of before. */
async function canBeCopy(file: string, path: string): Promise<boolean> {
  if (!(await statsOf({ flag: 'keep', path }))) return true;
  const [one, other] = await Promise.all([hashFile(file), hashFile(path)]);
  return one.sha256 === other.sha256;
}

async function readReceiptOf({ file, receipt }: ReplacedExport): Promise<Receipt> {
  try {
    return await readReceipt(receipt);
  } catch (error) {
    if (!(error instanceof MissingReceiptError || error instanceof UnreadableFileError)) throw error;
    throw new UsageError(
      `--keep: ${error.message}, which says when ${file} was exported: rename it yourself`,
    );
  }
}

/** Copies a file with its mode, unless that was done before; a copy that was killed has another name. Returns what was created. */
async function copy(from: string, to: string): Promise<readonly string[]> {
  if (await statsOf({ flag: 'keep', path: to })) return [];
  await removeLeftovers(to);
  const temporary = temporaryPath(to);
  try {
    await copyFile(from, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await using file = await open(temporary, 'r+');
    await syncFile(file.fd);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await giveName(temporary, to);
  return [to];
}

/** @throws UsageError if an export that is going to be replaced is of another source than the run */
export async function checkReplaced(
  flag: string,
  out: string,
  { file, receipt }: ReplacedExport,
  run: LedgerSource,
): Promise<void> {
  if (!existsSync(file)) return;
  const old = await readReceipt(receipt).catch(() => undefined);
  if (old) checkSource(flag, out, old, run);
}

/** @throws UsageError if an unfinished export that is going to be thrown away is of another source than the run */
export async function checkUnfinished(
  flag: string,
  out: string,
  progress: string,
  run: LedgerSource,
): Promise<void> {
  const stored = await readStoredExport(progress).catch(() => undefined);
  if (stored) checkSource(flag, `${out}.part`, sourceOf(stored.settings.source, stored.settings.origin), run);
}

/** What an export replaces. */
interface Replacement {
  /** What changes, or why nothing was compared, as lines for a terminal. */
  readonly lines: readonly string[];
  /** The export of another range, which is said also with `--quiet`. */
  readonly other?: string;
  /** The other export, if both have a source and rows, and their one range has no row that is in both. */
  readonly foreign?: Receipt;
}

/** Compares an export with the one of the same range that it replaces. */
export async function compareReplaced(
  { file, receipt: path }: ReplacedExport,
  part: string,
  receipt: Receipt,
): Promise<Replacement> {
  if (!existsSync(file) || !existsSync(path)) return { lines: [] };
  const old = await readReceipt(path).catch(() => undefined);
  if (!old?.file || !receipt.file) return { lines: [] };
  if (rangeOf(old) !== rangeOf(receipt)) return { lines: [], other: describeExport(old) };
  const missing = [...new Set([old, receipt].flatMap(({ columns }) => comparisonsOf(columns).missing))];
  if (missing.length > 0)
    return {
      lines: [`Nothing was compared with what it replaces: one of the two has no ${listed(missing, 3)}`],
    };
  if ((await hashFile(file)).sha256 !== old.file.sha256) {
    const edited =
      'What it replaces differs from its receipt, so that nothing was compared: somebody has edited it';
    return { lines: [edited] };
  }
  const [{ compareExports }, { renderComparison }] = await Promise.all([
    import('../../ledger-files/comparison/compare-exports.ts'),
    import('../../ledger-files/comparison/render-comparison.ts'),
  ]);
  const comparison = await compareExports(
    { file, format: old.file.format, receipt: old, currencyDigits: old.currencyDigits },
    { file: part, format: receipt.file.format, receipt, currencyDigits: receipt.currencyDigits },
  );
  // The name is that of the run, whatever its token is.
  const haveRows = old.rows > 0 && receipt.rows > 0;
  if (old.source !== null && haveRows && !comparison.hasCommonKeys) return { lines: [], foreign: old };
  const [summary = '', ...tables] = renderComparison(comparison, receipt.currencyDigits);
  return { lines: [`Since the export of ${formatMoment(old.finishedAt)}: ${summary}`, ...tables] };
}

/** What two exports of the same rows have in common. */
function rangeOf({ source, startDate, endDate, currencyDigits }: Receipt): string {
  return JSON.stringify([source, startDate, endDate, currencyDigits]);
}
