import { basename } from 'node:path';

import { printable } from '../../../client/errors/printable.ts';
import type { Receipt } from '../../../ledger/index.ts';
import { UnreadableFileError } from '../../files/unreadable-file.ts';
import { clientOptionsOf } from '../../flags/request-options.ts';
import { renderFirstDifferences } from '../../ledger-files/differences/difference-tables.ts';
import {
  describeFileDifference,
  type FileDifference,
  type Verification,
} from '../../ledger-files/differences/file-difference.ts';
import { comparisonsOf } from '../../ledger-files/file-totals.ts';
import { checkFile } from '../../ledger-files/read-ledger.ts';
import {
  checkReceiptFlag,
  describeAgreement,
  describeRange,
  MissingReceiptError,
  netOf,
  unfinishedWarning,
} from '../../ledger-files/receipt-file.ts';
import { verifyFile, type VerifyOptions } from '../../ledger-files/verify-file.ts';
import {
  CommandError,
  exitCode,
  type ExitCode,
  systemCode,
  UsageError,
} from '../../terminal/command-error.ts';
import { counted, describeNet, grouped, warningStyle } from '../../terminal/format.ts';
import { fail } from '../../terminal/log-line.ts';
import { printJson, printLines, printObject } from '../../terminal/stdout.ts';
import type { VerifyFlags } from './flags.ts';

/** Compares each file with its receipt, and with the service if that is wanted. */
export async function runVerify(flags: VerifyFlags, files: string[]): Promise<ExitCode> {
  checkReceiptFlag(flags.receipt, files);
  for (const file of files) await checkFile(file);
  const failures: CommandError[] = [];
  let exit: ExitCode = exitCode.done;
  for (const file of files) {
    try {
      if (!(await agrees(file, flags))) exit = exitCode.different;
    } catch (error) {
      // The other files are verified all the same.
      if (!(error instanceof CommandError)) throw error;
      failures.push(error);
      if (exit === exitCode.done || error.exit === exitCode.different) exit = error.exit;
    }
  }
  const last = failures.pop();
  if (!last) return exit;
  for (const { code, message } of failures) {
    fail(message);
    if (flags.json) await printObject({ error: { code, message } }, 0);
  }
  throw new CommandError(last.code, last.message, exit, last.details);
}

async function agrees(file: string, flags: VerifyFlags): Promise<boolean> {
  const { receipt: receiptPath, online = false, json = false, quiet = false } = flags;
  // The client is loaded only if it is used.
  const service = online ? await import('./count-online.ts') : undefined;
  const countOnline =
    service && ((of: Receipt) => service.countOnline(file, of, flags.source, clientOptionsOf(flags)));
  const verification = await verify(file, { receipt: receiptPath, countOnline });
  const { receipt, differences } = verification;
  const isSame = differences.length === 0;
  if (json) await printJson({ file, agrees: isSame, receipt }, differences);
  else if (!quiet || !isSame) printVerification(file, verification, online);
  return isSame;
}

/** Prints a line if the file agrees with its receipt, or the first differences. */
function printVerification(
  file: string,
  { receipt, differences, rowsCompared }: Verification,
  online: boolean,
): void {
  const { totalCount, changedWhileRead } = receipt;
  const [difference] = differences;
  // Late rows are no change of the file.
  const isLate = differences.length === 1 && difference?.what === 'totalCount';
  const late = isLate ? [describeCounts(difference)] : [];
  const still =
    online && !isLate
      ? [`The service still counts ${counted(totalCount ?? 0, 'transaction')} in its range`]
      : [];
  const agreement = [
    `${file} is ${describeAgreement(receipt)}`,
    describeRange(receipt),
    describeNet(netOf(receipt)),
    `SHA-256 ${receipt.file?.sha256 ?? 'none'}`,
    ...notCompared(receipt),
    ...still,
    ...late,
  ];
  const changed = changedWhileRead
    ? ['  the data changed while it was read: rows may be missing or repeated']
    : [];
  const unread = rowsCompared ? [] : ['  its rows were not compared'];
  const lines = [
    ...(differences.length === 0 || isLate
      ? agreement
      : [
          `${file} differs from its receipt:`,
          ...ofAnotherFile(file, receipt, differences),
          ...changed,
          ...renderFirstDifferences(differences, describeFileDifference, receipt.currencyDigits),
          ...unread,
        ]),
    ...unfinishedWarning(receipt).map((warning) => warningStyle(warning, process.stdout)),
  ];
  void printLines(lines);
}

/** Asks whether the receipt is of another file, if that has another name, or none of the rows is in its range. */
function ofAnotherFile(
  path: string,
  receipt: Receipt,
  differences: readonly FileDifference[],
): readonly string[] {
  const found = new Map(differences.map((difference) => [difference.what, difference.found]));
  const { file } = receipt;
  if (!file || !found.has('hash')) return [];
  const rows = found.get('rows') ?? String(receipt.rows);
  if (file.name === basename(path) && found.get('rowsOutsideRange') !== rows) return [];
  return [
    `  the receipt is of ${printable(file.name, 300)}, ${describeRange(receipt)}: is it that of this file?`,
  ];
}

/** A ledger seldom loses rows; the token may be that of another one. */
function describeCounts({ expected, found }: Pick<FileDifference, 'expected' | 'found'>): string {
  const isTokenToCheck = Number(found) < Number(expected);
  const advice = isTokenToCheck ? 'is the token that of this ledger? If so, export' : 'export';
  return `The service counts ${grouped(found)} now, ${grouped(expected)} when it was exported: ${advice} it again with --keep`;
}

/** Says of which columns a file that was exported with fewer has its bytes compared only. */
function notCompared({ columns }: Receipt): readonly string[] {
  const { missing } = comparisonsOf(columns);
  if (missing.length === 0) return [];
  return [`Not compared by row, for the file has no ${missing.join(', ')}`];
}

async function verify(file: string, options: VerifyOptions): Promise<Verification> {
  try {
    return await verifyFile(file, options);
  } catch (error) {
    if (error instanceof UnreadableFileError || systemCode(error) !== undefined)
      throw new CommandError('unreadable', `${file} cannot be verified: ${(error as Error).message}`);
    if (!(error instanceof MissingReceiptError)) throw error;
    if (options.receipt !== undefined) throw new UsageError(`--receipt: ${options.receipt} does not exist`);
    throw new UsageError(`${error.message}: export writes it beside its file; --receipt names another file`);
  }
}
