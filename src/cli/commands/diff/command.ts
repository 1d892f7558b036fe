import type { Command } from '@commander-js/extra-typings';

import type { Receipt } from '../../../ledger/index.ts';
import { exitCode, type ExitCode } from '../../terminal/command-error.ts';
import { commandOf } from '../../flags/command-module.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { currencyDigitsFlag, type FlagsOf, jsonFlag, quietFlag } from '../../flags/flags.ts';
import { counted } from '../../terminal/format.ts';
import { checkTarget, writeResult } from '../../files/output-file.ts';
import { amber, print, printJson } from '../../terminal/output.ts';
import { fileOf } from '../../flags/parsers.ts';
import { checkFile } from '../../ledger-files/read-ledger.ts';
import { describeExport, filesOf, warningsOf } from '../../ledger-files/receipt-file.ts';
import { warningsOfSources } from '../../ledger-files/source.ts';
import { checkBytes, type LedgerFile, openLedger } from '../../ledger-files/ledger-file.ts';
import { compareExports } from '../../ledger-files/comparison/compare-exports.ts';
import { csvOf, effectToJson, renderComparison } from '../../ledger-files/comparison/render-comparison.ts';

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
