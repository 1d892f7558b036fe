import type { Command } from '@commander-js/extra-typings';

import { envFileFlag } from '../../flags/env-file.ts';
import { currencyDigitsFlag, type FlagsOf, rateLimitFlag } from '../../flags/flags.ts';
import { addPatienceFlags } from '../../flags/request-options.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';

const more = `
Any Singer target loads what it prints. Meltano and other tools run taps as
executables: this one is tap-publisher-commerce.

The config is JSON: start_date, and optionally base_url, token, environment,
look_back, limit, currency_digits, drop and hash. PUBLISHER_BASE_URL and
PUBLISHER_TOKEN are used if it has no address or token.

${exitCodes({ different: 'a day is incomplete', interrupted: 'interrupted' })}

Examples:
  publisher-commerce tap --discover > catalog.json
  publisher-commerce tap --config config.json --state state.json | target-csv
`;

/** The flags of `tap`. */
export type TapFlags = FlagsOf<typeof declareTap>;

/** `tap`: prints what the service has as messages of the Singer specification. */
export function declareTap(command: Command) {
  const singer = command
    .description('Prints transactions, receipts, price points, offers and translations as Singer messages.')
    .option('-c, --config <file>', 'settings; required without --discover')
    .option('-d, --discover', 'print the catalog: all streams with their schemas')
    .option('--catalog <file>', 'the catalog with what is selected (default: everything)')
    .option('-s, --state <file>', 'the last STATE of the run before, to continue from; empty in a first run');
  return addPatienceFlags(singer)
    .addOption(rateLimitFlag)
    .addOption(currencyDigitsFlag)
    .addOption(envFileFlag)
    .addHelpText('after', more);
}
