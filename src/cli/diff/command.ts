import type { Command } from '@commander-js/extra-typings';

import type { Receipt } from '../../ledger/index.ts';
import { exitCode, type ExitCode } from '../command-error.ts';
import { commandOf } from '../command-module.ts';
import { exitCodes } from '../exit-codes.ts';
import { currencyDigitsFlag, type FlagsOf, jsonFlag, quietFlag } from '../flags.ts';
import { counted } from '../format.ts';
import { checkTarget, writeResult } from '../output-file.ts';
import { amber, print, printJson } from '../output.ts';
import { fileOf } from '../parsers.ts';
import { checkFile } from '../read/read-ledger.ts';
import { describeExport, filesOf, warningsOf } from '../read/receipt-file.ts';
import { warningsOfSources } from '../read/source.ts';
import { checkBytes, type LedgerFile, openLedger } from '../verify/ledger-file.ts';
import { compareExports } from './compare-exports.ts';
import { csvOf, effectToJson, renderComparison } from './render-comparison.ts';

const more = `
A row is identified by its timestamp, type and transaction id. What is compared
are the columns that both files have; their formats may differ. A file that has
a receipt is compared with it first.

${exitCodes({
  done: 'both files have the same rows',
  failed: 'failed, or a file cannot be read',
  different: 'rows differ, or a file differs from its receipt',
})}

Examples:
  publisher-commerce diff october.20261101T060000Z.csv october.csv
  publisher-commerce diff october.parquet october-again.csv --out changes.csv
`;

/** `diff`: compares two exports. */
export const diffCommand = commandOf(declare, run);

function declare(command: Command) {
  return command
    .description('Compares two exports: rows added, removed and changed, and their effect by currency.')
    .argument('<old>', 'file that export has written: .jsonl, .csv or .parquet')
    .argument('<new>', 'a later export of the same range')
    .option('--out <file>', 'write the rows that differ to this file: .csv', fileOf('.csv'))
    .option('--force', 'replace the file of --out if it exists')
    .addOption(currencyDigitsFlag)
    .addOption(jsonFlag)
    .addOption(quietFlag)
    .addHelpText('after', more);
}

async function run(flags: FlagsOf<typeof declare>, old: string, current: string): Promise<ExitCode> {
  const { out, force = false, json = false, quiet = false } = flags;
  for (const file of [old, current]) await checkFile(file);
  if (out !== undefined) {
    const others = [...filesOf(old), ...filesOf(current)];
    await checkTarget({ flag: 'out', path: out, others }, force);
  }
  const before = await openLedger(old, undefined, flags.currencyDigits);
  const after = await openLedger(current, undefined, before.currencyDigits);
  for (const ledger of [before, after]) await checkBytes(ledger, 'Nothing was compared');
  const comparison = await compareExports(before, after);
  const { differences, effect, rows } = comparison;
  if (out !== undefined) await writeResult(out, csvOf(comparison));
  if (json) {
    const sides = { old: toJson(before, rows.old), new: toJson(after, rows.new) };
    await printJson({ ...sides, effect: effectToJson(effect) }, differences);
  } else if (!quiet || differences.length > 0) {
    const lines = [
      ...describe(before, rows.old),
      ...describe(after, rows.new, before.receipt),
      ...renderComparison(comparison, before.currencyDigits),
    ];
    await print(`${lines.join('\n')}\n`);
  }
  return differences.length === 0 ? exitCode.done : exitCode.different;
}

function toJson({ file, receipt }: LedgerFile, rows: number): object {
  return {
    file,
    source: receipt?.source ?? null,
    rows,
    startDate: receipt?.startDate ?? null,
    endDate: receipt?.endDate ?? null,
    exportedAt: receipt?.finishedAt ?? null,
  };
}

function describe({ file, receipt }: LedgerFile, rows: number, other?: Receipt): readonly string[] {
  return [
    `${file}: ${receipt ? `${describeExport(receipt)}, ` : ''}${counted(rows, 'transaction')}`,
    ...[...warningsOfSources(receipt, other), ...warningsOf(receipt)].map((warning) =>
      amber(`  ${warning}`, process.stdout),
    ),
  ];
}
