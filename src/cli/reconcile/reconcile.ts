import { exitCode, type ExitCode } from '../command-error.ts';
import { amber, print, printJson } from '../output.ts';
import { checkTarget } from '../output-file.ts';
import { checkFile } from '../read/read-ledger.ts';
import { filesOf, warningsOf } from '../verify/receipt.ts';
import type { ReconcileFlags } from './command.ts';
import { readConfig, writeConfig } from './config-file.ts';
import { columnsOf } from './difference.ts';
import { hintsOf } from './hints.ts';
import { type ReadFiles, readFiles } from './read-files.ts';
import { readSettings, type ReconcileSettings } from './reconcile-settings.ts';
import { renderDifferences, renderTotals, renderUnreadable } from './render-differences.ts';
import { renderSummary, summarize, type Summary } from './summary.ts';
import { writeDifferences } from './write-differences.ts';

/**
 * Compares an exported file with a finance system's file, and prints and writes the result.
 *
 * @throws CommandError if it cannot be done
 */
export async function reconcile(file: string, flags: ReconcileFlags): Promise<ExitCode> {
  const saved = flags.config === undefined ? {} : await readConfig(flags.config);
  const settings = readSettings(file, flags, saved);
  await checkFile(settings.file);
  await checkFile(settings.finance.path);
  const { out, saveConfig, config } = settings;
  const others = [...filesOf(settings.file, settings.receipt), settings.finance.path];
  const force = flags.force ?? false;
  if (out !== undefined)
    await checkTarget({ flag: 'out', path: out, others: [...others, flags.config, saveConfig] }, force);
  if (saveConfig !== undefined) await checkTarget({ flag: 'save-config', path: saveConfig, others }, force);
  const files = await readFiles(settings);
  const { reconciliation } = files;
  const summary = summarize(settings, files);
  const agrees = summary.different === 0 && summary.ledger.complete !== false && !summary.isEmpty;
  if (out !== undefined) await writeDifferences(out, reconciliation);
  if (saveConfig !== undefined) await writeConfig(saveConfig, config);
  if (settings.json) {
    const head = { ...summary, suggestions: hintsOf(summary, files) };
    await printJson(head, reconciliation.differences(), columnsOf);
  } else if (!flags.quiet || !agrees) printResult(summary, files, settings);
  return agrees ? exitCode.done : exitCode.different;
}

/** The differences are last: that is what a terminal shows. */
function printResult(summary: Summary, files: ReadFiles, { out, saveConfig }: ReconcileSettings): void {
  const { reconciliation, receipt } = files;
  const lines = [
    renderSummary(summary),
    ...hintsOf(summary, files),
    ...warningsOf(receipt).map((warning) => amber(warning, process.stdout)),
    ...(out === undefined ? [] : [`All differences and totals are in ${out}`]),
    ...(saveConfig === undefined
      ? []
      : [`The flags are in ${saveConfig}: next month, use --config ${saveConfig}`]),
    ...renderTotals(reconciliation),
    ...renderUnreadable(reconciliation),
    ...renderDifferences(reconciliation, summary.different, out),
  ];
  void print(`${lines.join('\n')}\n`);
}
