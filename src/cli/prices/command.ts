import { type Command, InvalidArgumentError, Option } from 'commander';

import type { ExitCode } from '../command-error.ts';
import type { CommandModule } from '../command-module.ts';
import { addServiceFlags } from '../connection.ts';
import { addOutputFlags } from '../flags.ts';
import { thousandsSeparators } from '../table/amounts.ts';
import { addTableFlags } from '../table/table-flags.ts';
import type { PricesFlags } from './run-prices.ts';

const more = `
A sheet of your overrides in git is what your prices should be. Plan shows what
a change of it would do, before anything is sent.

Examples:
  publisher-commerce prices pull --overrides-only --out prices.csv
  publisher-commerce prices plan prices.csv --out plan.json
  publisher-commerce prices apply plan.json
`;

const pullHelp = `
Exit codes: 0 done, 1 failed, 2 wrong usage, 130 or 143 interrupted

Examples:
  publisher-commerce prices pull --out prices.csv
  publisher-commerce prices pull --overrides-only --out prices.csv --force
`;

const planHelp = `
The sheet is what is wanted: its price points, each with exactly the overrides
in it. It has the columns of pull: price_usd_cents, and country_code and
override where there are overrides; the others are not read. An update
recalculates every localized price: the plan says which countries it moves.

Exit codes: 0 nothing to do, 1 failed, 2 wrong usage, or a sheet that is wrong,
            3 there are changes, 130 or 143 interrupted

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

Exit codes: 0 done, or nothing to do, 1 failed, or you said no, 2 wrong usage,
            or a file that is wrong, 3 the service has something else than was
            sent, or the plan is out of date, 130 or 143 interrupted

Examples:
  publisher-commerce prices apply prices.csv
  publisher-commerce prices apply plan.json --yes --json
`;

/** `prices`: price points as a file. */
export const pricesCommand: CommandModule = { define, run };

function define(prices: Command): void {
  prices.description('Writes price points to a sheet, and makes them match one.').addHelpText('after', more);
  const pull = prices
    .command('pull')
    .summary('write the price points to a sheet')
    .description('Reads all price points, and writes a row for each country.')
    .requiredOption('--out <file>', 'write the sheet to this file, as CSV; required')
    .option('--force', 'replace the file of --out if it exists')
    .option('--overrides-only', 'only the overrides, and a row for each price point without one');
  const plan = prices
    .command('plan')
    .summary('compare a sheet with the service, and change nothing')
    .description('Compares a sheet with the service, and shows what apply would change.')
    .argument('<sheet>', 'the wanted price points: CSV, or a workbook (.xlsx)')
    .option('--out <file>', 'write the plan to this file, for apply: .json')
    .option('--force', 'replace the file of --out if it exists');
  const apply = prices
    .command('apply')
    .summary('make the service match a sheet, or do what a plan says')
    .description('Makes the price points of the service match a sheet, or does what a plan says.')
    .argument('<file>', 'a sheet, or a plan that prices plan has written (.json)')
    .option('--yes', 'do not ask; required without a terminal');
  addServiceFlags(addOutputFlags(pull)).addHelpText('after', pullHelp);
  addServiceFlags(addOutputFlags(addSheetFlags(plan))).addHelpText('after', planHelp);
  addServiceFlags(addOutputFlags(addSheetFlags(apply))).addHelpText('after', applyHelp);
}

/** Adds the flags that say how a sheet is read. */
function addSheetFlags(command: Command): Command {
  return addTableFlags(command)
    .addOption(new Option('--decimal <separator>', 'decimal separator (default .)').choices(['.', ',']))
    .addOption(
      new Option('--thousands <separator>', 'separator of thousands (default: none)').choices(
        thousandsSeparators,
      ),
    )
    .option(
      '--prune [all]',
      'delete price points that are not in the sheet; more than half of them only with all',
      readPrune,
    );
}

/** Without this, the sheet in `--prune prices.csv` would be a choice that does not exist. */
function readPrune(value: string): 'all' {
  if (value === 'all') return value;
  throw new InvalidArgumentError('It takes nothing, or all: write the sheet before it.');
}

async function run(command: Command): Promise<ExitCode> {
  const flags = command.opts<PricesFlags>();
  // Commander has rejected a command line without the file.
  const [file = ''] = command.args;
  if (command.name() === 'pull') return (await import('./pull.ts')).runPull(flags);
  const { runApply, runPlan } = await import('./run-prices.ts');
  return command.name() === 'plan' ? runPlan(file, flags) : runApply(file, flags);
}
