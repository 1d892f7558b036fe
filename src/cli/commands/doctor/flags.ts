import { type Command, Option } from '@commander-js/extra-typings';

import { envFileFlag } from '../../flags/env-file.ts';
import { currencyDigitsFlag, environmentFlag, type FlagsOf, jsonFlag } from '../../flags/flags.ts';
import { fileParser, integerParser, parseTime } from '../../flags/parsers.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';

const more = `
Only requests that read are sent, whatever the flags. No row of a player and no
token is printed or written.

${exitCodes({ done: 'no problem', failed: 'no connection', different: 'problems' })}

Examples:
  publisher-commerce doctor --env-file service.env
  publisher-commerce doctor --environment sandbox --out doctor.md
  publisher-commerce doctor --demo --json
`;

/** The flags of `doctor`. */
export type DoctorFlags = FlagsOf<typeof declareDoctor>;

/** `doctor`: finds out how the service behaves where the specification is silent. */
export function declareDoctor(command: Command) {
  return command
    .description('Finds out by reading how your service behaves where its specification is silent.')
    .addOption(environmentFlag)
    .addOption(
      new Option('--demo', 'examine the built-in sandbox: no account is needed').conflicts('environment'),
    )
    .option('--start <time>', 'start of a range with rows (default: found by itself)', parseTime)
    .option('--end <time>', 'end of that range', parseTime)
    .addOption(currencyDigitsFlag)
    .option('--max-requests <number>', 'most requests to send', integerParser(1), 60)
    .option('--max-rows <number>', 'most rows to read', integerParser(1), 20_000)
    .option('--rate-limit <number>', 'requests per minute', integerParser(1), 300)
    .option('--out <file>', 'also write the report to this file, as Markdown: .md', fileParser('.md'))
    .option('--force', 'replace the file if it exists')
    .addOption(jsonFlag)
    .addOption(envFileFlag)
    .addHelpText('after', more);
}
