import { type Command, Option } from '@commander-js/extra-typings';

import { ledgerFormats } from '../../../ledger/ledger-format.ts';
import { realPath } from '../../files/real-path.ts';
import {
  addRangeFlags,
  currencyDigitsFlag,
  type FlagsOf,
  maxConcurrencyFlag,
  sourceFlag,
  timeZoneFlag,
} from '../../flags/flags.ts';
import { commaListParser, integerParser, parseList } from '../../flags/parsers.ts';
import { addBatchFlags } from '../../flags/request-options.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';

const more = `
The environment names the service: PUBLISHER_BASE_URL and PUBLISHER_TOKEN.

${exitCodes({
  failed: 'failed (add --resume to continue)',
  different: 'incomplete or different',
  busy: 'another export of the file is running',
  interrupted: 'interrupted (add --resume to continue)',
})}

Examples:
  publisher-commerce export --month 2026-10 --out october.csv
  publisher-commerce export --start 2026-10-01 --end 2026-10-08 \\
    --out week.parquet
  publisher-commerce export --month last --demo --out last-month.jsonl
  publisher-commerce export --month last --out last-month.csv \\
    --drop customer_email --hash customer_id
  publisher-commerce export --month last --out - --format jsonl \\
    | gzip > last-month.jsonl.gz
`;

/** The flags of `export`. */
export type ExportFlags = FlagsOf<typeof declareExport>;

/** `export`: writes the transactions of a range to a file. */
export function declareExport(command: Command) {
  const target = command
    .description('Exports the transactions of a range to a file, with a receipt that proves completeness.')
    .requiredOption('--out <file>', 'file to write, or - for stdout; required', fileOrStdout)
    .addOption(new Option('--format <name>', 'default: by the extension of the file').choices(ledgerFormats));
  const flags = addRangeFlags(target, 'export')
    .addOption(timeZoneFlag('zone of --month: Europe/Berlin (default UTC)'))
    .option('--limit <rows>', 'rows a page, 1 to 10000 (default 10000)', integerParser(1, 10_000))
    .option('--resume', 'continue where the last run stopped; checks the file if it is finished')
    .addOption(new Option('--force', 'start again, and replace files that exist').conflicts('resume'))
    .addOption(
      new Option('--keep', 'as --force, and keep the old file and receipt, named by the time of its export')
        .implies({ force: true })
        .conflicts('resume'),
    )
    .addOption(
      new Option(
        '--columns <names>',
        'columns in this order: order_id,timestamp,amount (not jsonl; default all)',
      )
        .argParser(commaListParser(/^\w+$/, 'names of columns with commas between them'))
        .conflicts('drop'),
    )
    .option('--drop <column>', 'leave out a column (not jsonl); repeatable', parseList)
    .option(
      '--hash <column>',
      'replace a column by HMAC-SHA256 with PUBLISHER_HASH_KEY (not jsonl); repeatable',
      parseList,
    )
    .option('--quarantine <file>', 'write invalid rows to this file instead of failing', realPath)
    .option('--receipt <file>', 'file of the receipt (default: FILE.receipt.json)', realPath)
    .option('--bom', 'begin a csv with a byte order mark, for old spreadsheets')
    .addOption(
      new Option('--demo', 'export from the built-in sandbox: no account is needed').conflicts('environment'),
    )
    .option(
      '--transactions <number>',
      'rows of the built-in sandbox in the range (default about 1000 a month)',
      integerParser(0, 1_000_000_000),
    )
    .addOption(sourceFlag)
    .addOption(currencyDigitsFlag)
    .addOption(maxConcurrencyFlag);
  return addBatchFlags(flags).addHelpText('after', more);
}

/** The name is kept as it is typed, for messages. */
function fileOrStdout(value: string): string {
  if (value !== '-') realPath(value);
  return value;
}
