import { type Command, Option } from 'commander';

import type { CommandModule } from '../command-module.ts';
import { addServiceFlags } from '../connection.ts';
import { addOutputFlags } from '../flags.ts';
import type { CreateFlags } from './create-result.ts';

const example = `
Examples:
  publisher-commerce promo-codes create --coupon autumn --count 500 \\
    --prefix AUTUMN --out codes.csv
  publisher-commerce promo-codes create --coupon creators --from names.csv \\
    --max-redemptions 1000 --out creators.csv
  publisher-commerce promo-codes create --coupon autumn --out codes.csv --resume
`;

const exitCodes = `
Exit codes: 0 all codes are created, 1 failed, 2 wrong usage or a file that is
            wrong, 3 codes are rejected or unknown, 4 another run uses the
            file, 130 or 143 interrupted
`;

const createHelp = `
It asks nothing. The file has a row for each code, with its state, and is up to
date whenever the command ends, or is killed:
  pending   was not created, and --resume sends it
  unknown   was sent without a response that says more: it may exist
  created   exists
  rejected  was rejected by the service, for the reason in the column message:
            correct it in the file, set its state to pending, and --resume

A rejected request is retried in halves, until the rejected code is found. A
conflict means that the code may be active on another coupon. Anything else
that fails ends the run: --resume continues it.
${exitCodes}${example}`;

/** `promo-codes`: creates promo codes, without losing one. */
export const promoCodesCommand: CommandModule = {
  define,
  run: async (command) => (await import('./run-create.ts')).runCreate(command.opts<CreateFlags>()),
};

function define(promoCodes: Command): void {
  promoCodes
    .description('Creates the promo codes of a coupon, random ones or your own.')
    .addHelpText('after', `${exitCodes}${example}`);
  const command = promoCodes
    .command('create')
    .summary('create codes, with the state of each in a file')
    .description('Creates promo codes of a coupon, and keeps the state of each in a file.')
    .requiredOption('--coupon <name>', 'coupon that the codes belong to; required')
    .requiredOption('--out <file>', 'CSV file for the codes and their states; required')
    .option('--count <number>', 'number of random codes')
    .addOption(
      new Option(
        '--from <file>',
        'your own codes: columns name, and max_redemptions and active if wanted',
      ).conflicts(['count', 'prefix', 'length']),
    )
    .option('--prefix <text>', 'letters and digits before the random part (default: none)')
    .option('--length <number>', 'characters of the random part (default 10)')
    .option('--max-redemptions <number>', 'how often a code can be redeemed (default 1)')
    .option('--inactive', 'create codes that cannot be redeemed yet')
    .option('--batch <number>', 'codes a request, 1 to 1000 (default 100)')
    .addOption(
      new Option('--resume', 'continue with the codes of the file that are pending').conflicts([
        ...['count', 'from', 'prefix', 'length', 'maxRedemptions', 'inactive', 'force'],
      ]),
    )
    .option('--retry-unknown', 'with --resume: also send codes again that may exist')
    .option('--force', 'replace the file if it exists, unless its run did not finish');
  addServiceFlags(addOutputFlags(command)).addHelpText('after', createHelp);
}
