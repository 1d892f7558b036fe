import { exitCode, type ExitCode } from '../command-error.ts';
import { grouped } from '../format.ts';
import { amber, print, printJson } from '../output.ts';
import { checkTarget } from '../output-file.ts';
import { checkFile } from '../read/read-ledger.ts';
import { filesOf, isComplete, warningsOf } from '../verify/receipt.ts';
import type { ReconcileFlags } from './command.ts';
import { readConfig, writeConfig } from './config-file.ts';
import {
  columnsOf,
  columnsOfTotal,
  type Difference,
  differenceKinds,
  differenceLabel,
  isEqual,
} from './difference.ts';
import { explainIds } from './compare-ids.ts';
import { type ReadFiles, readFiles } from './read-files.ts';
import { readSettings, type ReconcileSettings } from './reconcile-settings.ts';
import { renderDifferences, renderTotals, renderUnreadable } from './render-differences.ts';
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
  const agrees = summary.different === 0 && summary.ledger.complete !== false;
  if (out !== undefined) await writeDifferences(out, reconciliation);
  if (saveConfig !== undefined) await writeConfig(saveConfig, config);
  if (settings.json) {
    const head = { ...summary, suggestions: hintsOf(summary, files, settings) };
    await printJson(head, reconciliation.differences(), columnsOf);
  } else if (!flags.quiet || !agrees) printResult(summary, files, settings);
  return agrees ? exitCode.done : exitCode.different;
}

/** The differences are last: that is what a terminal shows. */
function printResult(summary: Summary, files: ReadFiles, settings: ReconcileSettings): void {
  const { out, saveConfig } = settings;
  const { reconciliation, receipt } = files;
  const lines = [
    renderSummary(summary),
    ...hintsOf(summary, files, settings),
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

/** The numbers of a reconciliation. */
type Summary = ReturnType<typeof summarize>;

/** Counts what agrees and what differs. */
function summarize(settings: ReconcileSettings, { reconciliation, receipt }: ReadFiles) {
  // Each kind is a key.
  const counts = Object.fromEntries(differenceKinds.map((what) => [what, 0])) as Record<
    Difference['what'],
    number
  >;
  let different = 0;
  for (const { what } of reconciliation.differences()) {
    counts[what] += 1;
    different += 1;
  }
  const { rows, skipped, workbook } = reconciliation;
  return {
    ledger: {
      file: settings.file,
      rows: rows.ledger,
      // Whether the export was complete by its receipt, from which the file does not differ.
      complete: receipt ? isComplete(receipt) : null,
      // Whether the range had ended when it was exported.
      rangeEnded: receipt?.rangeEnded ?? null,
    },
    finance: {
      file: settings.finance.path,
      // Rows that were compared.
      rows: rows.finance,
      // Of these: rows that a workbook hides, and that have the value of a merged cell.
      ...workbook,
      // Rows that were left out by `--skip-last`, and by `--where`.
      skipped: { last: skipped.last.length, where: skipped.where },
    },
    // Field that was matched with the id of the finance system.
    match: settings.match,
    // Ledger column that was compared.
    ourAmount: settings.amountColumn,
    // Difference of a sum by id and currency that counts as none.
    tolerance: settings.finance.tolerance ?? null,
    // Sums by id and currency that agree.
    equal: reconciliation.countEqual(),
    counts,
    different,
    // What each file has of each currency.
    totals: reconciliation.totals().map(columnsOfTotal),
  };
}

/** Renders the numbers of a reconciliation. */
function renderSummary(summary: Summary): string {
  const { ledger, finance, match, ourAmount, equal, different, totals, tolerance } = summary;
  return [
    `${ledger.file}: ${grouped(ledger.rows)} rows, ${ourAmount} by ${match}`,
    `${finance.file}: ${grouped(finance.rows)} rows${workbookOf(summary)}${skippedOf(summary)}`,
    `Equal sums by id and currency: ${grouped(equal)}${tolerance === null ? '' : `, with a tolerance of ${tolerance}`}`,
    `Equal totals by currency: ${grouped(totals.filter(isEqual).length)}`,
    `Differences: ${grouped(different)}${different === 0 ? '' : ` (${kindsOf(summary)})`}`,
  ].join('\n');
}

function workbookOf({ finance: { hidden, merged } }: Summary): string {
  const parts = [
    ...(hidden > 0 ? [`${grouped(hidden)} of them hidden`] : []),
    ...(merged > 0 ? [`${grouped(merged)} with the value of a merged cell`] : []),
  ];
  return parts.map((part) => `, ${part}`).join('');
}

function skippedOf({ finance: { skipped } }: Summary): string {
  const parts = [
    ...(skipped.where > 0 ? [`${grouped(skipped.where)} by --where`] : []),
    ...(skipped.last > 0 ? [`${grouped(skipped.last)} by --skip-last`] : []),
  ];
  return parts.length === 0 ? '' : `; left out: ${parts.join(', ')}`;
}

function kindsOf({ counts }: Summary): string {
  return differenceKinds
    .filter((what) => counts[what] > 0)
    .map((what) => `${grouped(counts[what])} ${differenceLabel(what)}`)
    .join(', ');
}

/** Returns hints for flags that are probably wrong, from what the whole files have. */
function hintsOf(
  summary: Summary,
  { reconciliation, suggestions }: ReadFiles,
  { finance: format }: ReconcileSettings,
): readonly string[] {
  const { ledger, finance, counts, match } = summary;
  const { unreadableRows, days } = reconciliation;
  const hints = [...suggestions];
  if (finance.rows > 0 && unreadableRows === finance.rows) {
    const hint = 'No row of the finance system could be read: check the flags of its columns and amounts';
    if (hints.length === 0) hints.push(hint);
  } else if (ledger.rows > 0 && counts.missing_in_ledger + counts.unreadable > 0) {
    const [ours, theirs] = [reconciliation.idsOf('ledger'), reconciliation.idsOf('finance')];
    const explained = explainIds(ours, theirs, format);
    if (explained !== undefined) hints.push(explained);
    else if (theirs.length > 0 && !theirs.some((id) => reconciliation.isInLedger(id)))
      hints.push(`No id is in both files: check --id-column, and --match, which is ${match}`);
  }
  const shifted = counts.day >= manyDays ? days?.findOffset(counts.day) : undefined;
  if (shifted) {
    const { offset, differences } = shifted;
    const hours = `${offset < 0 ? '-' : '+'}${Math.abs(offset) / 60}`;
    hints.push(
      `${grouped(counts.day)} sums of a day differ, and only ${grouped(differences)} with days in UTC${hours}: does finance ` +
        `book in UTC${hours}? Set --time-zone to that, or to a name such as Europe/Berlin`,
    );
  }
  return hints;
}

/** Fewer days that differ are more likely late bookings than another time zone. */
const manyDays = 4;
