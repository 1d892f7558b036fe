import type { Command } from '@commander-js/extra-typings';

import { currencyDigitsFlag, type FlagsOf, jsonFlag, quietFlag, timeZoneFlag } from '../../flags/flags.ts';
import { fileParser, parseList, parseText } from '../../flags/parsers.ts';
import { filesHelp } from '../../ledger-files/formats/formats.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';

const more = `
The page needs no network and no script: send it by mail, or print it.
If there is a receipt beside the file, the report is only written if every
figure equals the receipt. Without one, the report says that it is not verified.
The same holds for the file of --compare.

${exitCodes({ different: 'the file differs from its receipt, or the export was incomplete' })}

Examples:
  publisher-commerce report october.csv --out october.html
  publisher-commerce report october.parquet --out october.xlsx
  publisher-commerce report july.csv august.csv september.csv --out q3.html
  publisher-commerce report october.csv --compare september.csv \\
    --title "October close" --account "Example Games" --out october.html
`;

/** The flags of `report`. */
export type ReportFlags = FlagsOf<typeof declareReport>;

/** `report`: writes a report of exported files as a page or a workbook. */
export function declareReport(command: Command) {
  return command
    .description('Writes a report of exported files: an HTML page, or a workbook.')
    .argument('<file...>', filesHelp)
    .requiredOption('--out <file>', 'file to write: .html or .xlsx; required', fileParser('.html', '.xlsx'))
    .option(
      '--compare <file>',
      'exported file of an earlier month, repeated for each of several: shows each change in money and percent',
      parseList,
    )
    .option('--title <text>', 'title of the report (default: the month or days of the file)', parseText)
    .option('--account <name>', 'name of the account or company, above the title', parseText)
    .addOption(
      timeZoneFlag('zone of the days and titles: Europe/Berlin (default: that of the export, else UTC)'),
    )
    .option('--full', 'print every currency, country and offer, not only the ten largest')
    .option('--personal', 'list what is known of players in the workbook too: customer, addresses, device')
    .option('--force', 'replace the file if it exists')
    .option('--receipt <file>', 'file of the receipt (default: FILE.receipt.json, if it exists)')
    .addOption(currencyDigitsFlag)
    .addOption(jsonFlag)
    .addOption(quietFlag)
    .addHelpText('after', more);
}
