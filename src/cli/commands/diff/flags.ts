import type { Command } from '@commander-js/extra-typings';

import { currencyDigitsFlag, type FlagsOf, jsonFlag, quietFlag } from '../../flags/flags.ts';
import { fileParser } from '../../flags/parsers.ts';
import { extensions } from '../../ledger-files/formats/formats.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';

const more = `
A row is identified by its timestamp, type and transaction id. What is compared
are the columns that both files have; their formats may differ. A file that has
a receipt is compared with it first.

${exitCodes({
  done: 'both files have the same rows',
  failed: 'failed, or a file cannot be read',
  different: 'rows differ, or a file differs from its receipt',
})}

Examples:
  publisher-commerce diff october.20261101T060000Z.csv october.csv
  publisher-commerce diff october.parquet october-again.csv --out changes.csv
`;

/** The flags of `diff`. */
export type DiffFlags = FlagsOf<typeof declareDiff>;

/** `diff`: compares two exports. */
export function declareDiff(command: Command) {
  return command
    .description('Compares two exports: rows added, removed and changed, and their effect by currency.')
    .argument('<old>', `file that export has written: ${extensions}`)
    .argument('<new>', 'a later export of the same range')
    .option('--out <file>', 'write the rows that differ to this file: .csv', fileParser('.csv'))
    .option('--force', 'replace the file of --out if it exists')
    .addOption(currencyDigitsFlag)
    .addOption(jsonFlag)
    .addOption(quietFlag)
    .addHelpText('after', more);
}
