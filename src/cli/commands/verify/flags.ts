import type { Command } from '@commander-js/extra-typings';

import { envFileFlag } from '../../flags/env-file.ts';
import { type FlagsOf, jsonFlag, quietFlag, sourceFlag } from '../../flags/flags.ts';
import { addPatienceFlags } from '../../flags/request-options.ts';
import { filesHelp } from '../../ledger-files/formats/formats.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';

const more = `
Everything is computed again from the bytes of each file: its SHA-256, rows,
duplicates, range, and the sums of each currency and type.

--online needs PUBLISHER_BASE_URL and PUBLISHER_TOKEN in the environment; the
token is sent only to the service that the receipt names, and for its source.

${exitCodes({
  done: 'each file agrees with its receipt',
  failed: 'a file or its receipt cannot be read, or the service returned no count',
  usage: 'wrong usage, or there is no receipt',
  different: 'a file differs from its receipt, or is of an incomplete export',
})}

Examples:
  publisher-commerce verify october.csv
  publisher-commerce verify july.csv august.csv september.csv
  publisher-commerce verify october.parquet --online --env-file service.env
  publisher-commerce verify october.jsonl --receipt receipts/october.json --json
`;

/** The flags of `verify`. */
export type VerifyFlags = FlagsOf<typeof declareVerify>;

/** `verify`: reads exported files again, and compares each with its receipt. */
export function declareVerify(command: Command) {
  const verify = command
    .description('Reads exported files again, and compares everything in each with its receipt.')
    .argument('<file...>', filesHelp)
    .option('--receipt <file>', 'file of the receipt (default: FILE.receipt.json)')
    .option('--online', 'also ask the service how many rows the range has now: finds late rows')
    .addOption(sourceFlag);
  return addPatienceFlags(verify)
    .addOption(jsonFlag)
    .addOption(quietFlag)
    .addOption(envFileFlag)
    .addHelpText('after', more);
}
