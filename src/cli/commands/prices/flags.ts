import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';

import { applyCodes, planCodes } from '../../changes/change-flags.ts';
import { currencyDigitsFlag, type FlagsOf } from '../../flags/flags.ts';
import { commaListParser, integerParser } from '../../flags/parsers.ts';
import { addBatchFlags } from '../../flags/request-options.ts';
import { thousandsSeparators } from '../../tables/amounts.ts';
import { sheetFile } from '../../tables/table-flags.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';

export const more = `
A sheet of your overrides in git is what your prices should be. Plan shows what
a change of it would do, before anything is sent; undo takes a run back.

Examples:
  publisher-commerce prices pull --overrides-only --out prices.csv
  publisher-commerce prices plan prices.csv --out plan.json
  publisher-commerce prices apply plan.json
`;

const pullHelp = `
${exitCodes({ interrupted: 'interrupted' })}

Examples:
  publisher-commerce prices pull --out prices.xlsx
  publisher-commerce prices pull --overrides-only --out prices.csv --force
`;

export const pricesPlanHelp = `
The sheet has the columns of pull: price_usd_cents, and country_code and
override where there are overrides; the others are not sent. What it does not
name stays; an empty override is removed. Of a sheet from pull, only what was
changed in it is wanted. An update recalculates every localized price: the
plan says what it moves.

${planCodes}

Examples:
  publisher-commerce prices plan prices.csv --review review.xlsx
  publisher-commerce prices plan Preise.xlsx --base Preise-alt.xlsx
  publisher-commerce prices plan overrides.csv --exact --out plan.json
`;

export const pricesApplyHelp = `
${applyCodes}

Examples:
  publisher-commerce prices apply prices.csv
  publisher-commerce prices apply plan.json --yes --json
`;

/** The flags of pull. */
export type PricesPullFlags = FlagsOf<typeof declarePricesPull>;
/** Of plan and apply, those of prices only; show and undo have none. */
export type PriceFlags = Partial<ReturnType<ReturnType<typeof addPriceFlags>['opts']>> & {
  readonly quiet?: boolean;
};

export function declarePricesPull(command: Command) {
  const pull = command
    .summary('write the price points to a sheet')
    .description('Reads all price points, and writes a row for each country.')
    .requiredOption('--out <file>', 'sheet to write: CSV, or a workbook (.xlsx); required', sheetFile)
    .option('--force', 'replace the file of --out if it exists')
    .option('--overrides-only', 'only the overrides, and a row for each price point without one');
  return addBatchFlags(pull).addHelpText('after', pullHelp);
}

/** Adds the flags that say how a sheet of prices is read, and what of it is wanted. */
export function addPriceFlags(command: Command<[string]>) {
  return command
    .addOption(currencyDigitsFlag)
    .addOption(new Option('--decimal <separator>', 'decimal separator (default .)').choices(['.', ',']))
    .addOption(
      new Option('--thousands <separator>', 'separator of thousands (default: none)').choices(
        thousandsSeparators,
      ),
    )
    .option('--countries-in-columns', 'the sheet has a column for each country, with its override')
    .option('--exact', 'remove the overrides that the sheet lacks, of its own price points')
    .addOption(onlyFlag)
    .addOption(countriesFlag)
    .option('--max-change <percent>', 'how far a price may move, a calculated one too', integerParser(1), 50)
    .addOption(
      new Option(
        '--prune [all]',
        'delete price points that are not in the sheet; more than half of them only with all',
      )
        .argParser(prune)
        // A price point is deleted with the prices of all countries.
        .conflicts('countries'),
    );
}

export const onlyFlag = new Option('--only <list>', 'only these price points: 999,1999').argParser(
  commaListParser(/^[1-9]\d*$/, 'prices in US cents, such as 999,1999'),
);
export const countriesFlag = new Option('--countries <list>', 'only these countries: CH,NO').argParser(
  commaListParser(/^[A-Z]{2}$/, 'countries, such as CH,NO'),
);

/** Without this, the sheet in `--prune prices.csv` would be a choice that does not exist. */
function prune(value: string): 'all' {
  if (value === 'all') return value;
  throw new InvalidArgumentError('takes nothing, or all: write the sheet before it');
}
