import { OutputFile } from '../../files/output-file.ts';
import { checkFile } from '../../ledger-files/read-ledger.ts';
import { filesOf } from '../../ledger-files/receipt-file.ts';
import { warningsOfAll } from '../../ledger-files/several/gaps.ts';
import { exitCode, type ExitCode } from '../../terminal/command-error.ts';
import { warningStyle } from '../../terminal/format.ts';
import { printLines, printJson } from '../../terminal/stdout.ts';
import { readReconcileConfig, writeReconcileConfig } from './config-file.ts';
import type { ReconcileFlags } from './flags.ts';
import { hintsOf } from './hints.ts';
import { type ReadFiles, readFiles } from './read-files.ts';
import { readSettings, type ReconcileSettings } from './reconcile-settings.ts';
import { renderDifferences, renderTotals, renderUnreadable } from './result/render-differences.ts';
import { renderSummary } from './result/render-summary.ts';
import { summarizeReconciliation, type Summary } from './result/summary.ts';
import { filesOfResult, writeDifferences } from './result/write-differences.ts';
import { differencesOf } from './sums/compare-sums.ts';
import { differenceColumns } from './sums/difference.ts';

/**
 * Compares exported files with a finance system's file, and prints and writes the result.
 *
 * @throws CommandError if it cannot be done
 */
export async function runReconcile(paths: readonly string[], flags: ReconcileFlags): Promise<ExitCode> {
  const given = flags.config === undefined ? {} : await readReconcileConfig(flags.config);
  const settings = readSettings(paths, flags, given);
  for (const path of [...paths, settings.finance.path]) await checkFile(path);
  const { out, saveConfig, config } = settings;
  const others = [...paths.flatMap((path) => filesOf(path, settings.receipt)), settings.finance.path];
  const force = flags.force ?? false;
  const results: OutputFile[] = [];
  for (const path of out === undefined ? [] : filesOfResult(out)) {
    const target = { flag: 'out', path, others: [...others, flags.config, saveConfig] };
    results.push(await OutputFile.check(target, force));
  }
  const saved =
    saveConfig === undefined
      ? undefined
      : await OutputFile.check({ flag: 'save-config', path: saveConfig, others }, force);
  const files = await readFiles(settings);
  const { reconciliation } = files;
  const summary = await summarizeReconciliation(settings, files);
  const areComplete = summary.ledger.every(({ complete }) => complete !== false);
  const agrees = summary.different === 0 && areComplete && !summary.isEmpty;
  await writeDifferences(results, summary, files);
  if (saved) await writeReconcileConfig(saved, config);
  if (settings.json) {
    const head = { ...summary, suggestions: hintsOf(summary, files, settings) };
    await printJson(head, differencesOf(reconciliation), differenceColumns);
  } else if (!flags.quiet || !agrees) printResult(summary, files, settings);
  return agrees ? exitCode.done : exitCode.different;
}

/** The differences are last: that is what a terminal shows. */
function printResult(summary: Summary, files: ReadFiles, settings: ReconcileSettings): void {
  const { out, saveConfig } = settings;
  const { reconciliation, ledgers } = files;
  const lines = [
    ...renderSummary(summary, ledgers),
    ...hintsOf(summary, files, settings),
    ...warningsOfAll(ledgers).map((warning) => warningStyle(warning, process.stdout)),
    ...(out === undefined
      ? []
      : [`All differences, totals and the evidence are in ${filesOfResult(out).join(' and ')}`]),
    ...(saveConfig === undefined
      ? []
      : [`The flags are in ${saveConfig}: next month, use --config ${saveConfig}`]),
    ...renderTotals(reconciliation),
    ...renderUnreadable(reconciliation),
    ...renderDifferences(files, summary.different, out),
  ];
  void printLines(lines);
}
