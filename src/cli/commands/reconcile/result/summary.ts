import { packageVersion } from '../../../../client/runtime/runtime.ts';
import { hashFile } from '../../../ledger-files/compare-file.ts';
import { type LedgerFile, sha256Of } from '../../../ledger-files/open-ledger.ts';
import { isComplete } from '../../../ledger-files/receipt-file.ts';
import { gapsOf } from '../../../ledger-files/several/gaps.ts';
import type { ReadFiles } from '../read-files.ts';
import type { ReconcileSettings } from '../reconcile-settings.ts';
import type { FileRows } from '../selection.ts';
import { countEqual, differencesOf, toleratedOf, totalsOf } from '../sums/compare-sums.ts';
import { type Difference, differenceKinds, totalColumns } from '../sums/difference.ts';

/** What was compared with which settings, and the numbers of the result: the evidence of a reconciliation. */
export type Summary = Awaited<ReturnType<typeof summarizeReconciliation>>;

/** Returns what was compared, and counts what agrees and what differs. */
export async function summarizeReconciliation(
  { finance: settings, financeFiles }: ReconcileSettings,
  { reconciliation, ledgers, timeZone }: ReadFiles,
) {
  const { selection, workbook, currencyDigits } = reconciliation;
  // Each kind is a key.
  const counts = Object.fromEntries(differenceKinds.map((what) => [what, 0])) as Record<
    Difference['what'],
    number
  >;
  let different = 0;
  for (const { what } of differencesOf(reconciliation)) {
    counts[what] += 1;
    different += 1;
  }
  const { ledger: compared, finance: read } = selection.files;
  return {
    packageVersion,
    comparedAt: new Date().toISOString(),
    ledger: await Promise.all(ledgers.map((ledger, index) => ledgerOf(ledger, compared[index]))),
    // Times that no file of a source has.
    gaps: gapsOf(ledgers),
    finance: await Promise.all(
      financeFiles.map(async ({ path }, index) => ({
        file: path,
        sha256: (await hashFile(path)).sha256,
        ...rowsOf(read[index]),
      })),
    ),
    // Of the rows of finance: those that a workbook hides, and those with the value of a merged cell, or of the row above.
    workbook,
    // All in force: those of the command line, of `--config`, and the defaults.
    settings,
    // Of the days that are compared; null without --date-column.
    daysIn: timeZone ?? null,
    // Of currencies that are counted otherwise than ISO 4217.
    currencyDigits,
    // Sums by id and currency that agree.
    equal: countEqual(reconciliation),
    // Those that agree only by the tolerance, by currency.
    tolerated: toleratedOf(reconciliation),
    counts,
    different,
    // Whether conditions leave out every row of both sides.
    isEmpty: selection.isEmpty,
    // Rows that were left out by `--ledger-currency`, `--ledger-type` and `--where`, by currency.
    leftOut: selection.currenciesLeftOut(currencyDigits),
    // Rows of finance that --where left out, and that have an id and an amount.
    leftOutRows: reconciliation.leftOut.summarize((id) => reconciliation.isInLedger(id), currencyDigits),
    // What each side has of each currency.
    totals: totalsOf(reconciliation).map(totalColumns),
  };
}

async function ledgerOf(ledger: LedgerFile, rows: FileRows | undefined) {
  const { file, receipt } = ledger;
  return {
    file,
    sha256: await sha256Of(ledger),
    source: receipt?.source ?? null,
    startDate: receipt?.startDate ?? null,
    endDate: receipt?.endDate ?? null,
    exportedAt: receipt?.finishedAt ?? null,
    ...rowsOf(rows),
    // Whether it agrees with a receipt; one that does not is not compared.
    verified: receipt !== undefined,
    // Whether the export was complete by its receipt.
    complete: receipt ? isComplete(receipt) : null,
    // Whether the range had ended when it was exported.
    rangeEnded: receipt?.rangeEnded ?? null,
  };
}

/** The rows of a file, how many of them were compared, and how many each setting has left out. */
function rowsOf({ compared, leftOut }: FileRows = { compared: 0, leftOut: new Map() }) {
  const rows = [...leftOut.values()].reduce((sum, count) => sum + count, compared);
  return { rows, compared, leftOut: Object.fromEntries(leftOut) };
}
