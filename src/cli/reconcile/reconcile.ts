import { exitCode, type ExitCode } from '../command-error.ts';
import { amber, printJson } from '../output.ts';
import { checkTarget } from '../output-file.ts';
import { checkFile } from '../read/read-ledger.ts';
import { warningsOf } from '../verify/receipt.ts';
import { readConfig, writeConfig } from './config-file.ts';
import { describeDifference } from './difference.ts';
import { listDifferences } from './list-differences.ts';
import { type ReadFiles, readFiles } from './read-files.ts';
import { readSettings, type ReconcileFlags, type ReconcileSettings } from './reconcile-settings.ts';
import { renderDifferences, renderTotals, renderUnreadable } from './render-differences.ts';
import { hintsOf, renderSummary, summarize, type Summary } from './summary.ts';
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
  for (const [flag, path] of [['out', out] as const, ['save-config', saveConfig] as const]) {
    if (path !== undefined) await checkTarget({ flag, path }, flags.force ?? false);
  }
  const files = await readFiles(settings);
  const { reconciliation, receipt } = files;
  const summary = summarize(settings, reconciliation, receipt);
  const agrees = summary.different === 0 && summary.ledger.complete !== false;
  if (out !== undefined) await writeDifferences(out, reconciliation);
  if (saveConfig !== undefined) await writeConfig(saveConfig, config);
  if (settings.json) {
    const head = { ...summary, suggestions: hintsOf(summary, files) };
    await printJson(head, listDifferences(reconciliation), describeDifference);
  } else if (!flags.quiet || !agrees) print(summary, files, settings);
  return agrees ? exitCode.done : exitCode.different;
}

/** The totals are last: that is what a terminal shows. */
function print(summary: Summary, files: ReadFiles, { out, saveConfig }: ReconcileSettings): void {
  const { reconciliation, receipt } = files;
  const lines = [
    ...renderUnreadable(reconciliation),
    ...renderDifferences(reconciliation, summary.different, out),
    renderSummary(summary),
    ...hintsOf(summary, files),
    ...warningsOf(receipt).map((warning) => amber(warning, process.stdout)),
    ...(out === undefined ? [] : [`All differences are in ${out}`]),
    ...(saveConfig === undefined
      ? []
      : [`The flags are in ${saveConfig}: next month, use --config ${saveConfig}`]),
    ...renderTotals(summary.totals, reconciliation.unreadableRows),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
