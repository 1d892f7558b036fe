import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';

import { exitCodes } from '../exit-codes.ts';
import { addServiceFlags, currencyDigitsFlag, type FlagsOf } from '../flags.ts';
import { fileOf } from '../parsers.ts';
import { thousandsSeparators } from '../table/amounts.ts';
import { addTableFlags, csvFile } from '../table/table-flags.ts';

const more = `
A sheet of your overrides in git is what your prices should be. Plan shows what
a change of it would do, before anything is sent.

Examples:
  publisher-commerce prices pull --overrides-only --out prices.csv
  publisher-commerce prices plan prices.csv --out plan.json
  publisher-commerce prices apply plan.json
`;

const pullHelp = `
${exitCodes({ interrupted: 'interrupted' })}

Examples:
  publisher-commerce prices pull --out prices.csv
  publisher-commerce prices pull --overrides-only --out prices.csv --force
`;

const planHelp = `
The sheet is what is wanted: its price points, each with exactly the overrides
in it. It has the columns of pull: price_usd_cents, and country_code and
override where there are overrides; the others are not read. An update
recalculates every localized price: the plan says which countries it moves.

${exitCodes({
  done: 'nothing to do',
  usage: 'wrong usage, or a sheet that is wrong',
  different: 'there are changes',
  interrupted: 'interrupted',
})}

Examples:
  publisher-commerce prices plan prices.csv
  publisher-commerce prices plan Preise.xlsx --decimal , --prune
  publisher-commerce prices plan prices.csv --out plan.json
`;

const applyHelp = `
It shows the plan, asks, and sends one change at a time; each price point is
read again and compared. A failure ends it: running it again finishes, and
creates nothing twice. A plan whose price points have changed since is out of
date, and nothing is sent.

${exitCodes({
  done: 'done, or nothing to do',
  failed: 'failed, or you said no',
  usage: 'wrong usage, or a file that is wrong',
  different: 'the service has something else than was sent, or the plan is out of date',
  interrupted: 'interrupted',
})}

Examples:
  publisher-commerce prices apply prices.csv
  publisher-commerce prices apply plan.json --yes --json
`;

// The flags of the subcommands.
export type PullFlags = FlagsOf<typeof declarePull>;
export type PlanFlags = FlagsOf<typeof declarePlan>;
export type ApplyFlags = FlagsOf<typeof declareApply>;

/** `prices`: price points as a file. */
export function declarePrices(command: Command) {
  return command
    .description('Writes price points to a sheet, and makes them match one.')
    .addHelpText('after', more);
}

export function declarePull(command: Command) {
  const pull = command
    .summary('write the price points to a sheet')
    .description('Reads all price points, and writes a row for each country.')
    .requiredOption('--out <file>', 'write the sheet to this file, as CSV; required', csvFile)
    .option('--force', 'replace the file of --out if it exists')
    .option('--overrides-only', 'only the overrides, and a row for each price point without one');
  return addServiceFlags(pull).addHelpText('after', pullHelp);
}

export function declarePlan(command: Command) {
  const plan = command
    .summary('compare a sheet with the service, and change nothing')
    .description('Compares a sheet with the service, and shows what apply would change.')
    .argument('<sheet>', 'the wanted price points: CSV, or a workbook (.xlsx)')
    .option('--out <file>', 'write the plan to this file, for apply: .json', fileOf('.json'))
    .option('--force', 'replace the file of --out if it exists');
  return addServiceFlags(addSheetFlags(plan)).addHelpText('after', planHelp);
}

export function declareApply(command: Command) {
  const apply = command
    .summary('make the service match a sheet, or do what a plan says')
    .description('Makes the price points of the service match a sheet, or does what a plan says.')
    .argument('<file>', 'a sheet, or a plan that prices plan has written (.json)')
    .option('--yes', 'do not ask; required without a terminal');
  return addServiceFlags(addSheetFlags(apply)).addHelpText('after', applyHelp);
}

/** Adds the flags that say how a sheet is read. */
function addSheetFlags<Flags extends OptionValues>(command: Command<[string], Flags>) {
  return addTableFlags(command)
    .addOption(currencyDigitsFlag)
    .addOption(new Option('--decimal <separator>', 'decimal separator (default .)').choices(['.', ',']))
    .addOption(
      new Option('--thousands <separator>', 'separator of thousands (default: none)').choices(
        thousandsSeparators,
      ),
    )
    .option(
      '--prune [all]',
      'delete price points that are not in the sheet; more than half of them only with all',
      prune,
    );
}

/** Without this, the sheet in `--prune prices.csv` would be a choice that does not exist. */
function prune(value: string): 'all' {
  if (value === 'all') return value;
  throw new InvalidArgumentError('takes nothing, or all: write the sheet before it');
}
