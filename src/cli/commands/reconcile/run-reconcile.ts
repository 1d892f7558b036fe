import { OutputFile } from '../../files/output-file.ts';
import { realPath } from '../../files/real-path.ts';
import { checkFile } from '../../ledger-files/read-ledger.ts';
import { filesOf } from '../../ledger-files/receipt-file.ts';
import { warningsOfAll } from '../../ledger-files/several/gaps.ts';
import {
  CommandError,
  exitCode,
  type ExitCode,
  UsageError,
  withAdvice,
} from '../../terminal/command-error.ts';
import { warningStyle } from '../../terminal/format.ts';
import { warn } from '../../terminal/log-line.ts';
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
  const financePaths = settings.financeFiles.map(({ path }) => path);
  for (const path of [...paths, ...financePaths]) await checkFile(path);
  checkDistinct(financePaths);
  const { out, saveConfig, config } = settings;
  const others = [...paths.flatMap((path) => filesOf(path)), ...financePaths];
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
  const files = await readFiles(settings).catch((error: unknown) => {
    throw withFlagOfFinance(error, paths);
  });
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
  else for (const warning of warningsOfAll(files.ledgers)) warn(warning);
  return agrees ? exitCode.done : exitCode.different;
}

/** Names `--against` where a file that is no export is given as one: a shell spreads `--against w*.csv` over the arguments. */
function withFlagOfFinance(error: unknown, paths: readonly string[]): unknown {
  if (!(error instanceof CommandError) || error.code !== 'unreadable' || paths.length === 1) return error;
  const { code, message, exit } = error;
  if (!paths.some((path) => message.startsWith(`${path}: `))) return error;
  const advice = 'If it is a file of finance, name it with an --against of its own';
  return new CommandError(code, withAdvice(message, advice), exit);
}

/** @throws UsageError if a file of finance is given twice: its rows would be added up twice */
function checkDistinct(paths: readonly string[]): void {
  const twice = paths.find(
    (path, index) => paths.findIndex((other) => realPath(other) === realPath(path)) < index,
  );
  if (twice !== undefined) throw new UsageError(`--against: ${twice} is given twice`);
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
