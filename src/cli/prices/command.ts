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

/** A subcommand of `prices`. */
interface PricesSubcommand {
  readonly name: string;
  /** In the list of commands. */
  readonly summary: string;
  readonly description: string;
  readonly define: (command: Command) => void;
  /** Exit codes and examples. */
  readonly help: string;
  readonly run: (file: string, flags: PricesFlags) => Promise<ExitCode>;
}

const pull: PricesSubcommand = {
  name: 'pull',
  summary: 'write the price points to a sheet',
  description: 'Reads all price points, and writes a row for each country.',
  define: (command) => {
    command
      .option('--out <file>', 'write the sheet to this file, as CSV; required')
      .option('--force', 'replace the file of --out if it exists')
      .option('--overrides-only', 'only the overrides, and a row for each price point without one');
  },
  help: `
Exit codes: 0 done, 1 failed, 2 wrong usage, 130 or 143 interrupted

Examples:
  publisher-commerce prices pull --out prices.csv
  publisher-commerce prices pull --overrides-only --out prices.csv --force
`,
  run: async (_file, flags) => (await import('./pull.ts')).runPull(flags),
};

const plan: PricesSubcommand = {
  name: 'plan',
  summary: 'compare a sheet with the service, and change nothing',
  description: 'Compares a sheet with the service, and shows what apply would change.',
  define: (command) => {
    addSheetFlags(command.argument('<sheet>', 'the wanted price points: CSV, or a workbook (.xlsx)'))
      .option('--out <file>', 'write the plan to this file, for apply: .json')
      .option('--force', 'replace the file of --out if it exists');
  },
  help: `
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
`,
  run: async (file, flags) => (await import('./run-prices.ts')).runPlan(file, flags),
};

const apply: PricesSubcommand = {
  name: 'apply',
  summary: 'make the service match a sheet, or do what a plan says',
  description: 'Makes the price points of the service match a sheet, or does what a plan says.',
  define: (command) => {
    addSheetFlags(
      command.argument('<file>', 'a sheet, or a plan that prices plan has written (.json)'),
    ).option('--yes', 'do not ask; required without a terminal');
  },
  help: `
It shows the plan, asks, and sends one change at a time; each price point is
read again and compared. A failure ends it: running it again finishes, and
creates nothing twice. A plan whose price points have changed since is out of
date, and nothing is sent.

Exit codes: 0 done, or nothing to do, 1 failed, or you did not agree,
            2 wrong usage, or a file that is wrong, 3 the service has something
            else than was sent, or the plan is out of date,
            130 or 143 interrupted

Examples:
  publisher-commerce prices apply prices.csv
  publisher-commerce prices apply plan.json --yes --json
`,
  run: async (file, flags) => (await import('./run-prices.ts')).runApply(file, flags),
};

/** In the order of the help. */
const subcommands: readonly PricesSubcommand[] = [pull, plan, apply];

/** `prices`: price points as a file. */
export const pricesCommand: CommandModule = { define, run };

function define(prices: Command): void {
  prices.description('Writes price points to a sheet, and makes them match one.').addHelpText('after', more);
  for (const { name, summary, description, define: addFlags, help } of subcommands) {
    const command = prices.command(name).summary(summary).description(description);
    addFlags(command);
    addOutputFlags(addServiceFlags(command)).addHelpText('after', help);
  }
}

/** Adds the flags that say how a sheet is read. */
function addSheetFlags(command: Command): Command {
  addTableFlags(command)
    .addOption(new Option('--decimal <separator>', 'decimal separator (default .)').choices(['.', ',']))
    .addOption(
      new Option('--thousands <separator>', 'separator of thousands (default: none)').choices(
        thousandsSeparators,
      ),
    );
  return command.option(
    '--prune [all]',
    'delete price points that are not in the sheet; more than half of them only with all',
    readPrune,
  );
}

/** Without this, `--prune prices.csv` would be a choice that does not exist, and no word of the sheet. */
function readPrune(value: string): 'all' {
  if (value === 'all') return value;
  throw new InvalidArgumentError(`It takes nothing, or all: write the sheet before it.`);
}

async function run(command: Command): Promise<ExitCode> {
  const subcommand = subcommands.find(({ name }) => name === command.name());
  if (!subcommand) throw new Error(`there is no subcommand ${command.name()}`);
  // Commander has rejected a command line without the file.
  return await subcommand.run(command.args[0] ?? '', command.opts<PricesFlags>());
}
