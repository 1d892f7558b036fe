import { basename, extname } from 'node:path';

import type { FileContent } from '../../files/atomic-file.ts';
import { OutputFile, ownerOnly } from '../../files/output-file.ts';
import { storedColumns, type SummedRow } from '../../ledger-files/ledger-row.ts';
import { nameOf } from '../../ledger-files/ledger-source.ts';
import { sha256Of } from '../../ledger-files/open-ledger.ts';
import { checkFile } from '../../ledger-files/read-ledger.ts';
import { filesOf, isComplete } from '../../ledger-files/receipt-file.ts';
import { commonZone, gapsOf, type SummedFile, warningsOfAll } from '../../ledger-files/several/gaps.ts';
import { openLedgers, readLedgers } from '../../ledger-files/several/read-ledgers.ts';
import { exitCode, type ExitCode } from '../../terminal/command-error.ts';
import { counted, describeNet, warningStyle } from '../../terminal/format.ts';
import { warn, writeLine } from '../../terminal/log-line.ts';
import { printObject } from '../../terminal/stdout.ts';
import { createReport, type ReportSource, warningsOfOther } from './create-report.ts';
import type { ReportFlags } from './flags.ts';
import {
  describeLeftOut,
  type ListedTransactions,
  maxTransactions,
  type ReportDocument,
} from './report-document.ts';
import { ReportTotals } from './report-totals.ts';

type Render = (
  report: ReportDocument,
  transactions: ListedTransactions,
) => FileContent | Promise<FileContent>;

/** Writes a report of files that agree with their receipts. */
export async function runReport(flags: ReportFlags, paths: readonly string[]): Promise<ExitCode> {
  const { out, json = false, quiet = false, title, account, full, personal = false } = flags;
  const { compare: compared = [] } = flags;
  for (const path of [...paths, ...compared]) await checkFile(path);
  const others = [
    ...paths.flatMap((path) => filesOf(path, flags.receipt)),
    ...compared.flatMap((path) => filesOf(path)),
  ];
  const outFile = await OutputFile.check({ flag: 'out', path: out, others }, flags.force ?? false);

  const isWorkbook = extname(out).toLowerCase() === '.xlsx';
  const listed: SummedRow[] = [];
  const source = await readSource(paths, flags.receipt, flags, (row) => {
    if (isWorkbook && listed.length < maxTransactions) listed.push(row);
  });
  const other = compared.length === 0 ? undefined : await readSource(compared, undefined, flags);
  const previous = other && { ...other, isSame: (await hashesOf(other)) === (await hashesOf(source)) };
  const report = createReport(source, { title, account, full, previous });
  const { files, totals, currencyDigits } = source;
  const { rows } = totals.total;
  const render = await loadRenderer(isWorkbook);
  const names = files.map(({ file }) => basename(file));
  const transactions = { files: names, rows: listed, total: rows, personal, currencyDigits };
  await outFile.replace(await render(report, transactions), personal ? ownerOnly : undefined);
  if (!quiet) {
    writeLine(`${out}: report of ${counted(rows, 'transaction')}`);
    writeLine(describeNet(totals.total.sum('publisherNetAmountUsd')));
    // A file with a receipt has the times of the receipt.
    const unread = files.every(({ receipt }) => receipt) ? 0 : totals.unreadableTimes;
    const times = `The times of ${counted(unread, 'row')} cannot be read, such as ${totals.unreadableTime}: no day has them`;
    const warnings = [
      ...(isWorkbook ? describeLeftOut(transactions) : []),
      ...(unread > 0 ? [times] : []),
      ...warningsOfAll(files),
      ...(previous ? warningsOfOther(previous, files) : []),
    ];
    for (const warning of warnings) writeLine(warningStyle(warning, process.stderr), 'warn');
  } else for (const warning of warningsOfAll(files)) warn(warning);
  if (json)
    void printObject({ files: files.map((file) => resultOf(file, totals)), gaps: gapsOf(files), out, rows });
  const incomplete = [source, previous]
    .flatMap((one) => one?.files ?? [])
    .filter(({ receipt }) => receipt && !isComplete(receipt));
  for (const { file } of incomplete) warn(`${file} is incomplete by its receipt, and the report says so`);
  return incomplete.length === 0 ? exitCode.done : exitCode.different;
}

/** Returns what was reported of a file, as JSON. */
function resultOf({ file, receipt }: SummedFile, { byFile }: ReportTotals) {
  const { source = null, startDate = null, endDate = null, rangeEnded = null } = receipt ?? {};
  const complete = receipt ? isComplete(receipt) : null;
  return { file, source, startDate, endDate, rows: byFile.get(file)?.rows ?? 0, complete, rangeEnded };
}

/** Only the libraries of the format are loaded, and only for a report that is written. */
async function loadRenderer(isWorkbook: boolean): Promise<Render> {
  if (isWorkbook) return (await import('./render/render-workbook.ts')).renderWorkbook;
  return (await import('./render/render-page.ts')).renderPage;
}

/**
 * Adds up ledger files, and compares each with its receipt if it has one: a report never shows figures that differ from
 * the receipts.
 *
 * @param receipt Path of the receipt of the only file; `undefined` for those beside the files, which may be missing.
 * @param onRow Called with each row.
 * @throws CommandError when a file or its receipt cannot be read, or when they differ
 */
async function readSource(
  paths: readonly string[],
  receipt: string | undefined,
  { currencyDigits, timeZone }: Pick<ReportFlags, 'currencyDigits' | 'timeZone'>,
  onRow?: (row: SummedRow) => void,
): Promise<ReportSource> {
  const files = await openLedgers(paths, receipt, currencyDigits);
  const totals = new ReportTotals(timeZone ?? commonZone(files));
  const names = files.map(({ receipt }) => nameOf(receipt ?? { source: null }));
  const areSeveral = new Set(names).size > 1;
  await readLedgers(files, storedColumns, 'No report was written', (ledger) => {
    const source = areSeveral ? names[files.indexOf(ledger)] : undefined;
    return (row, instant) => {
      totals.add(row, instant, ledger.file, source);
      onRow?.(row);
    };
  });
  return { files, totals, currencyDigits: files[0]?.currencyDigits ?? {} };
}

/** Returns the SHA-256 of files that were read: that of its receipt, which it agrees with, if one has a receipt. */
async function hashesOf({ files }: ReportSource): Promise<string> {
  return (await Promise.all(files.map(sha256Of))).join(' ');
}
