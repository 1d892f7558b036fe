import { type Command, Option } from '@commander-js/extra-typings';

import { addServiceFlags, type FlagsOf } from '../../flags/flags.ts';
import { integerParser, parseList, parseText } from '../../flags/parsers.ts';
import { addTableFlags, csvFile } from '../../tables/table-flags.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';

const example = `
Examples:
  publisher-commerce promo-codes create --coupon autumn --count 500 \\
    --prefix AUTUMN --out codes.csv
  publisher-commerce promo-codes create --coupon creators --from names.csv \\
    --max-redemptions 1000 --out creators.csv
  publisher-commerce promo-codes create --coupon autumn --out codes.csv --resume
`;

const codes = exitCodes({
  done: 'all codes are created',
  usage: 'wrong usage or a file that is wrong',
  different: 'codes are rejected or unknown, or there are findings',
  busy: 'another run uses the file',
  interrupted: 'interrupted',
});

const createHelp = `
The file has a row for each code, with its state, and is up to date whenever the
command ends, or is killed:
  pending   was not created, and --resume sends it
  unknown   was sent without a response that says more: it may exist
  created   was created
  exists    conflicts, and an earlier request of this file may have created it;
            or it is active on another coupon
  rejected  was rejected by the service, for the reason in the column message:
            correct it in the file, set its state to pending, and --resume

If a request is rejected, the codes that the message names are rejected, and the
others are retried. If it names none, the run ends: --resume --batch 1 finds the
code, and --coupon may be corrected while no code may exist. Anything else that
fails ends it too.

${codes}
${example}`;

/** `promo-codes`: creates promo codes, without losing one. */
export function declarePromoCodes(command: Command) {
  return command.description('Creates the promo codes of a coupon, random ones or your own.').addHelpText(
    'after',
    `
${codes}
${example}`,
  );
}

/** The flags of `promo-codes create`. */
export type CreateFlags = FlagsOf<typeof declareCreate>;

export function declareCreate(command: Command) {
  const create = command
    .summary('create codes, with the state of each in a file')
    .description('Creates promo codes of a coupon, and keeps the state of each in a file.')
    .requiredOption('--coupon <name>', 'coupon that the codes belong to; required', parseText)
    .requiredOption('--out <file>', 'CSV file for the codes and their states; required', csvFile)
    .option('--count <number>', 'number of random codes', integerParser(1, 100_000))
    .addOption(
      new Option(
        '--from <file>',
        'your own codes: columns name, and max_redemptions and active if wanted',
      ).conflicts(['count', 'prefix', 'length']),
    )
    .option(
      '--ignore-column <name>',
      'with --from: a column that is kept, and not read; repeatable',
      parseList,
    )
    .option('--prefix <text>', 'letters and digits before the random part (default: none)')
    .option('--length <number>', 'characters of the random part', integerParser(1, 50), 10)
    .option('--max-redemptions <number>', 'how often a code can be redeemed', integerParser(1), 1)
    .option('--inactive', 'create codes that cannot be redeemed yet')
    .option('--batch <number>', 'codes a request, 1 to 1000', integerParser(1, 1000), 100)
    .addOption(
      new Option('--resume', 'continue with the codes of the file that are pending').conflicts([
        ...['count', 'from', 'prefix', 'length', 'maxRedemptions', 'inactive', 'force'],
      ]),
    )
    .option('--retry-unknown', 'with --resume: also send codes again that may exist')
    .option('--yes', 'create without asking; required without a terminal')
    .option('--dry-run', 'show how many codes it would create, and ten of them')
    .option('--skip-checks', 'do not look for mistakes in names')
    .option('--force', 'replace the file if all its codes were rejected');
  return addServiceFlags(addTableFlags(create)).addHelpText('after', createHelp);
}
