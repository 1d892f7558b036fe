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
import { storedColumns } from '../read/file-row.ts';
import { describeExport, filesOf, warningsOf } from '../read/receipt-file.ts';
import { warningsOfSources } from '../read/source.ts';
import { type LedgerFile, openLedger, readVerified } from '../verify/ledger-file.ts';
import { compareExports, type ExportFile } from './compare-exports.ts';
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
  const before = await readSide(old, flags.currencyDigits);
  const after = await readSide(current, before.currencyDigits);
  const comparison = await compareExports(before, after);
  const { differences, effect } = comparison;
  if (out !== undefined) await writeResult(out, csvOf(comparison));
  if (json) {
    const [one, other] = [before, after].map(({ path: file, rows, receipt }) => ({
      file,
      source: receipt?.source ?? null,
      rows,
      startDate: receipt?.startDate ?? null,
      endDate: receipt?.endDate ?? null,
      exportedAt: receipt?.finishedAt ?? null,
    }));
    await printJson({ old: one, new: other, effect: effectToJson(effect) }, differences);
  } else if (!quiet || differences.length > 0) {
    const lines = [
      ...describe(before),
      ...describe(after, before.receipt),
      ...renderComparison(comparison, before.currencyDigits),
    ];
    await print(`${lines.join('\n')}\n`);
  }
  return differences.length === 0 ? exitCode.done : exitCode.different;
}

/** An export that agrees with its receipt, if it has one. */
type ReadSide = ExportFile & LedgerFile & { readonly rows: number };

async function readSide(
  file: string,
  currencyDigits: LedgerFile['currencyDigits'] | undefined,
): Promise<ReadSide> {
  let rows = 0;
  const ledger = await openLedger(file, undefined, currencyDigits);
  await readVerified(ledger, storedColumns, 'Nothing was compared', () => void (rows += 1));
  return { path: file, sha256: ledger.receipt?.file?.sha256, rows, ...ledger };
}

function describe({ path: file, rows, receipt }: ReadSide, other?: Receipt): readonly string[] {
  return [
    `${file}: ${receipt ? `${describeExport(receipt)}, ` : ''}${counted(rows, 'transaction')}`,
    ...[...warningsOfSources(receipt, other), ...warningsOf(receipt)].map((warning) =>
      amber(`  ${warning}`, process.stdout),
    ),
  ];
}
