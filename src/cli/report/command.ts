import { extname, resolve } from 'node:path';

import type { Command } from 'commander';

import { exitCode, type ExitCode, UsageError } from '../command-error.ts';
import type { CommandModule } from '../command-module.ts';
import { addOutputFlags } from '../flags.ts';
import { grouped } from '../format.ts';
import { checkTarget, writeResult } from '../output-file.ts';
import { amber } from '../output.ts';
import { checkFile } from '../read/read-ledger.ts';
import { isComplete, warningsOf } from '../verify/receipt.ts';
import { readVerified } from '../verify/verify-file.ts';
import { describeReport, type ReportSource } from './describe-report.ts';
import type { ReportDocument } from './report-document.ts';
import { ReportTotals } from './report-totals.ts';

interface Flags {
  readonly out: string;
  readonly receipt?: string;
  readonly force?: true;
  readonly json?: true;
  readonly quiet?: true;
}

type Render = (report: ReportDocument) => string | Promise<Uint8Array>;

const more = `
The page needs no network and no script: send it by mail, or print it.
If there is a receipt beside the file, the report is only written if every
figure equals the receipt. Without one, the report says that it is not verified.

Exit codes: 0 done, 1 failed, 2 wrong usage,
            3 the file differs from its receipt, or the export was incomplete

Examples:
  publisher-commerce report october.csv --out october.html
  publisher-commerce report october.parquet --out october.xlsx
`;

/** `report`: writes a report of an exported file as a page or a workbook. */
export const reportCommand: CommandModule = { define, run };

function define(command: Command): void {
  command
    .description('Writes a report of an exported file: an HTML page, or a workbook.')
    .argument('<file>', 'file that export has written: .jsonl, .csv or .parquet')
    .requiredOption('--out <file>', 'file to write: .html or .xlsx; required')
    .option('--force', 'replace the file if it exists')
    .option('--receipt <file>', 'file of the receipt (default: FILE.receipt.json, if it exists)');
  addOutputFlags(command).addHelpText('after', more);
}

async function run(command: Command): Promise<ExitCode> {
  const { out, receipt: receiptPath, force = false, json = false, quiet = false } = command.opts<Flags>();
  // Commander has rejected a command line without it.
  const file = command.args[0] ?? '';
  const loadRenderer = rendererOf(out);
  await checkPaths(file, out, receiptPath);
  await checkTarget({ flag: 'out', path: out }, force);

  const source = await readSource(file, receiptPath);
  const report = describeReport(source);
  const render = await loadRenderer();
  await writeResult(out, await render(report));
  const { receipt, totals } = source;
  const { rows } = totals.total;
  const warnings = warningsOf(receipt).map((text) => `${amber(text, process.stderr)}\n`);
  const done = `${out}: report of ${grouped(rows)} rows\n`;
  if (!quiet) process.stderr.write([done, ...warnings].join(''));
  const complete = receipt ? isComplete(receipt) : null;
  const result = { file, out, rows, complete, rangeEnded: receipt?.rangeEnded ?? null };
  if (json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  if (complete !== false) return exitCode.done;
  process.stderr.write(`publisher-commerce: ${file} is incomplete by its receipt, and the report says so\n`);
  return exitCode.different;
}

/** Only the libraries of the format are loaded, and only for a report that is written. */
function rendererOf(out: string): () => Promise<Render> {
  const extension = extname(out).toLowerCase();
  if (extension === '.xlsx') return async () => (await import('./render-workbook.ts')).renderWorkbook;
  if (extension === '.html') return async () => (await import('./render-page.ts')).renderPage;
  throw new UsageError('--out: must end in .html or .xlsx');
}

async function checkPaths(file: string, out: string, receipt: string | undefined): Promise<void> {
  if ([file, receipt ?? `${file}.receipt.json`].some((path) => resolve(path) === resolve(out))) {
    throw new UsageError('--out: must not be the file that is read, or its receipt');
  }
  await checkFile(file);
}

/**
 * Adds up a ledger file, and compares it with its receipt if it has one: a report never shows figures that differ from
 * the receipt.
 *
 * @param receiptPath Path of the receipt; `undefined` for the one beside the file, which may be missing.
 * @throws CommandError when the file or its receipt cannot be read, or when they differ
 */
export async function readSource(file: string, receiptPath: string | undefined): Promise<ReportSource> {
  const totals = new ReportTotals();
  const source = { file, receipt: receiptPath, undone: 'No report was written' };
  return { file, totals, receipt: await readVerified(source, (row) => totals.add(row)) };
}
