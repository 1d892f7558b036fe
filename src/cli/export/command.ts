import { type Command, Option } from 'commander';

import { problemsOf } from '../../ledger/create-receipt.ts';
import type { Receipt } from '../../ledger/index.ts';
import { exitCode, type ExitCode, systemCode, UsageError } from '../command-error.ts';
import type { CommandModule } from '../command-module.ts';
import {
  addEnvFileFlag,
  addEnvironmentFlag,
  addLimitFlags,
  addOutputFlags,
  addRangeFlags,
  loadEnvFile,
  readLimits,
} from '../flags.ts';
import { grouped } from '../format.ts';
import { createInterrupt } from '../interrupt.ts';
import { amber } from '../output.ts';
import { createProgress } from '../progress.ts';
import { ledgerFormats } from '../read/read-ledger.ts';
import { unfinished } from '../verify/receipt.ts';
import { explainFailure } from './explain-failure.ts';
import { exportToFile } from './export-to-file.ts';
import { exportToStdout } from './export-to-stdout.ts';
import { type ExportFlags, readGivenSettings } from './given-settings.ts';

const more = `
The environment names the service: PUBLISHER_BASE_URL and PUBLISHER_TOKEN.

Exit codes: 0 done, 1 failed (add --resume to continue), 2 wrong usage,
            3 incomplete or different, 4 another export of the file is running,
            130 or 143 interrupted (add --resume to continue)

Examples:
  publisher-commerce export --month 2026-10 --out october.csv
  publisher-commerce export --start 2026-10-01 --end 2026-10-08 \\
    --out week.parquet --windows 8
  publisher-commerce export --month last --demo --out last-month.jsonl
  publisher-commerce export --month last --out last-month.csv \\
    --drop customer_email --hash customer_id
  publisher-commerce export --month last --out - --format jsonl \\
    | gzip > last-month.jsonl.gz
`;

/** `export`: writes the transactions of a range to a file. */
export const exportCommand: CommandModule = { define, run };

function define(command: Command): void {
  const collect = (name: string, names: string[] | undefined): string[] => [...(names ?? []), name];
  command
    .description('Exports the transactions of a range to a file, with a receipt that proves completeness.')
    .requiredOption('--out <file>', 'file to write, or - for stdout; required')
    .addOption(new Option('--format <name>', 'default: by the extension of the file').choices(ledgerFormats));
  addRangeFlags(command, 'export')
    .option('--limit <rows>', 'rows a page, 1 to 10000 (default 10000)')
    .option('--windows <number>', 'time windows to request at the same time, 1 to 64 (default 1)')
    .option('--resume', 'continue where the last run stopped; checks the file if it is finished')
    .addOption(new Option('--force', 'start again, and replace files that exist').conflicts('resume'))
    .option('--drop <column>', 'leave out a column (csv, parquet); repeatable', collect)
    .option(
      '--hash <column>',
      'replace a column by HMAC-SHA256 with PUBLISHER_HASH_KEY (csv, parquet); repeatable',
      collect,
    )
    .option('--quarantine <file>', 'write invalid rows to this file instead of failing')
    .option('--receipt <file>', 'file of the receipt (default: FILE.receipt.json)')
    .option('--bom', 'begin a csv with a byte order mark, for old spreadsheets')
    .addOption(
      new Option('--demo', 'export from the built-in sandbox: no account is needed').conflicts('environment'),
    )
    .option('--transactions <number>', 'rows of the built-in sandbox in the range (default 1000)');
  addLimitFlags(command);
  addEnvironmentFlag(command);
  addOutputFlags(command);
  addEnvFileFlag(command).addHelpText('after', more);
}

async function run(command: Command): Promise<ExitCode> {
  const flags = command.opts<ExportFlags>();
  const { out, resume = false, force = false, json = false, quiet = false } = flags;
  if (out === '-') checkStdout(flags);
  if (flags.envFile !== undefined) loadEnvFile(flags.envFile);
  const given = readGivenSettings(flags);
  const limits = readLimits(flags);
  const say = (line: string): void => {
    if (!quiet) process.stderr.write(`${line}\n`);
  };
  const progress = createProgress(quiet);
  using interrupt = createInterrupt();
  const { signal } = interrupt;

  let savedRows = 0;
  const onSaved = (rows: number): void => void (savedRows = rows);
  let receipt: Receipt;
  try {
    receipt =
      out === '-'
        ? await exportToStdout({ given, limits, force, signal, progress })
        : await exportToFile({ out, given, limits, resume, force, signal, progress, say, onSaved });
  } catch (error) {
    // As `head` does, which has what it needs. The exit code says that there was more.
    if (out === '-' && systemCode(error) === 'EPIPE') return exitCode.failed;
    const keptRows = out === '-' ? null : savedRows;
    throw explainFailure(error, { keptRows, signal });
  }
  if (json) process.stdout.write(`${JSON.stringify(receipt, null, 2)}\n`);
  return report(receipt, out === '-' ? 'stdout' : out, say);
}

function checkStdout({ json, resume }: ExportFlags): void {
  if (json) throw new UsageError('--json: must not be combined with --out -, which prints the rows');
  if (resume) throw new UsageError('--resume: must not be combined with --out -');
}

function report(receipt: Receipt, out: string, say: (line: string) => void): ExitCode {
  const { complete, rows, file } = receipt;
  const size = file ? `, ${grouped(file.bytes)} bytes, SHA-256 ${file.sha256}` : '';
  say(`${out}: ${grouped(rows)} rows${size}`);
  for (const warning of unfinished(receipt)) say(amber(warning, process.stderr));
  if (complete) return exitCode.done;
  const advice = receipt.changedWhileRead ? `. ${runAgain}` : '';
  process.stderr.write(
    `publisher-commerce: ${out} is incomplete: ${reasonsOf(receipt).join('; ')}${advice}\n`,
  );
  return exitCode.different;
}

const runAgain =
  'The file is kept; run the export again with --force once the range has ended and no rows are added';

function reasonsOf(receipt: Receipt): string[] {
  // A receipt does not count duplicates: they are the reason if there is no other.
  const keys = { ordered: true, duplicates: 0 };
  const problems = problemsOf({ ...receipt, changed: receipt.changedWhileRead, keys }, undefined);
  return problems.length > 0 ? problems.map(({ message }) => message) : ['rows occur more than once'];
}
