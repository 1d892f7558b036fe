import { type Command, Option } from 'commander';

import type { CommandModule } from '../command-module.ts';
import {
  addEnvFileFlag,
  addEnvironmentFlag,
  addLimitFlags,
  addOutputFlags,
  addRangeFlags,
} from '../flags.ts';
import { ledgerFormats } from '../read/ledger-format.ts';

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
export const exportCommand: CommandModule = {
  define,
  run: async (command) => (await import('./run-export.ts')).runExport(command.opts()),
};

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
    .option(
      '--transactions <number>',
      'rows of the built-in sandbox in the range (default about 1000 a month)',
    );
  addLimitFlags(command);
  addEnvironmentFlag(command);
  addOutputFlags(command);
  addEnvFileFlag(command).addHelpText('after', more);
}
