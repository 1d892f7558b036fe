import { type Command, Option } from 'commander';

import { exitCode, type ExitCode } from '../command-error.ts';
import type { CommandModule } from '../command-module.ts';
import { addOutputFlags } from '../flags.ts';
import { amber, printJson } from '../output.ts';
import { checkTarget } from '../output-file.ts';
import { checkFile } from '../read/read-ledger.ts';
import { warningsOf } from '../verify/receipt.ts';
import { describeDifference, writeDifferences } from './difference.ts';
import { listDifferences } from './list-differences.ts';
import { readFiles } from './read-files.ts';
import {
  amountColumns,
  matchFields,
  readSettings,
  type ReconcileFlags,
  type ReconcileSettings,
} from './reconcile-settings.ts';
import type { Reconciliation } from './reconciliation.ts';
import { renderDifferences, renderSummary, summarize, type Summary } from './summary.ts';

const more = `
If there is a receipt beside <file>, everything in <file> is compared with it
first. Amounts are added up by id and currency: a payment and its refund may
share an id. Amounts that cannot be read are listed as differences, and never
guessed. Days are in UTC.

Exit codes: 0 the files agree, 1 failed, or a file cannot be read,
            2 wrong usage, 3 there are differences, or <file> differs from its
            receipt or is of an incomplete export

Examples:
  publisher-commerce reconcile october.csv --against finance.csv \\
    --id-column reference --amount-column total \\
    --currency-column currency --date-column booked --out differences.csv
  publisher-commerce reconcile october.parquet --against usd.csv \\
    --id-column order --amount-column net \\
    --our-amount publisher_net_amount_usd --decimal ,
`;

/** `reconcile`: compares an exported file with a finance system's CSV. */
export const reconcileCommand: CommandModule = { define, run };

function define(command: Command): void {
  const oneOf = (flags: string, description: string, choices: readonly string[]): Option =>
    new Option(flags, description).choices(choices);
  command
    .description("Compares an exported file with a finance system's CSV, by id and currency.")
    .argument('<file>', 'file that export has written: .jsonl, .csv or .parquet')
    .requiredOption('--against <file>', 'CSV file of the finance system; required')
    .requiredOption('--id-column <name>', 'its column with the id; required')
    .requiredOption('--amount-column <name>', 'its column with the amount; required')
    .option('--currency-column <name>', 'its column with the currency code (default: the only one of <file>)')
    .option('--date-column <name>', 'its column with the date in ISO 8601: compares the sums of each UTC day')
    .addOption(oneOf('--unit <unit>', 'of its amounts (default major)', ['major', 'minor']))
    .addOption(oneOf('--decimal <separator>', 'its decimal separator (default .)', ['.', ',']))
    .addOption(
      oneOf('--delimiter <separator>', 'its delimiter (default: the one in its first line)', [
        ',',
        ';',
        'tab',
      ]),
    )
    .addOption(oneOf('--match <field>', 'field of <file> with its id (default orderId)', matchFields))
    .addOption(oneOf('--our-amount <column>', 'money column of <file> (default amount)', amountColumns))
    .option('--receipt <file>', 'file of the receipt (default: FILE.receipt.json, if it exists)')
    .option('--out <file>', 'write all differences to this CSV file')
    .option('--force', 'replace the file of --out if it exists');
  addOutputFlags(command).addHelpText('after', more);
}

async function run(command: Command): Promise<ExitCode> {
  // Commander has rejected a command line without the file.
  const flags = command.opts<ReconcileFlags>();
  const settings = readSettings(command.args[0] ?? '', flags);
  await checkFile(settings.file);
  await checkFile(settings.finance.path);
  const { out } = settings;
  if (out !== undefined) await checkTarget({ flag: 'out', path: out }, flags.force ?? false);
  const { reconciliation, receipt } = await readFiles(settings);
  const summary = summarize(settings, reconciliation, receipt);
  const agrees = summary.different === 0 && summary.ledger.complete !== false;
  if (out !== undefined) await writeDifferences(out, listDifferences(reconciliation));
  if (settings.json) await printJson(summary, listDifferences(reconciliation), describeDifference);
  else if (!flags.quiet || !agrees) print(summary, reconciliation, settings, warningsOf(receipt));
  return agrees ? exitCode.done : exitCode.different;
}

function print(
  summary: Summary,
  reconciliation: Reconciliation,
  { out }: ReconcileSettings,
  warnings: readonly string[],
): void {
  const differences = renderDifferences(listDifferences(reconciliation), summary.different, out);
  const written = out === undefined ? [] : [`All differences are in ${out}`];
  const lines = [
    ...(differences === '' ? [] : [differences]),
    renderSummary(summary),
    ...warnings.map((warning) => amber(warning, process.stdout)),
    ...written,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
