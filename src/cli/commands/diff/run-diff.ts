import type { Receipt } from '../../../ledger/index.ts';
import { OutputFile, ownerOnly } from '../../files/output-file.ts';
import { compareExports } from '../../ledger-files/comparison/compare-exports.ts';
import { csvOf, effectToJson, renderComparison } from '../../ledger-files/comparison/render-comparison.ts';
import { warningsOfSources } from '../../ledger-files/ledger-source.ts';
import { checkBytes, type LedgerFile, openLedger } from '../../ledger-files/open-ledger.ts';
import { checkFile } from '../../ledger-files/read-ledger.ts';
import { describeExport, describeRange, filesOf, warningsOf } from '../../ledger-files/receipt-file.ts';
import { exitCode, type ExitCode } from '../../terminal/command-error.ts';
import { counted, warningStyle } from '../../terminal/format.ts';
import { printLines, printJson } from '../../terminal/stdout.ts';
import type { DiffFlags } from './flags.ts';

/** Compares two exports, and prints or writes the rows that differ. */
export async function runDiff(flags: DiffFlags, old: string, current: string): Promise<ExitCode> {
  const { out, force = false, json = false, quiet = false } = flags;
  for (const file of [old, current]) await checkFile(file);
  const others = [...filesOf(old), ...filesOf(current)];
  const target = out === undefined ? undefined : { flag: 'out', path: out, others };
  const outFile = target && (await OutputFile.check(target, force));
  const before = await openLedger(old, undefined, flags.currencyDigits);
  const after = await openLedger(current, undefined, before.currencyDigits);
  for (const ledger of [before, after]) await checkBytes(ledger, 'Nothing was compared');
  const comparison = await compareExports(before, after);
  const { differences, effect, rows } = comparison;
  // A row has what its player bought.
  await outFile?.replace(csvOf(comparison), ownerOnly);
  if (json) {
    const sides = { old: toJson(before, rows.old), new: toJson(after, rows.new) };
    await printJson({ ...sides, effect: effectToJson(effect) }, differences);
  } else if (!quiet || differences.length > 0) {
    const lines = [
      ...describeRanges(before, after),
      ...describe(before, rows.old),
      ...describe(after, rows.new, before.receipt),
      ...renderComparison(comparison, before.currencyDigits),
    ];
    await printLines(lines);
  }
  return differences.length === 0 ? exitCode.done : exitCode.different;
}

/** Rows outside of one range are in one file only: nobody should take them for changes of the service. */
function describeRanges({ receipt: old }: LedgerFile, { receipt: current }: LedgerFile): readonly string[] {
  if (!old || !current || (old.startDate === current.startDate && old.endDate === current.endDate)) return [];
  const warning = `The ranges differ: ${describeRange(old)}, and ${describeRange(current)}: rows of one alone are no changes`;
  return [warningStyle(warning, process.stdout)];
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
      warningStyle(`  ${warning}`, process.stdout),
    ),
  ];
}
