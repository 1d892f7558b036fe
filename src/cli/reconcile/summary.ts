import { printable } from '../../client/errors/printable.ts';
import { flagOf } from '../flags.ts';
import { grouped, listed } from '../format.ts';
import { isComplete } from '../verify/receipt.ts';
import { nameOf } from '../verify/source.ts';
import { columnsOfTotal, type Difference, differenceKinds, differenceLabel, isEqual } from './difference.ts';
import type { ReadFiles } from './read-files.ts';
import type { ReconcileSettings } from './reconcile-settings.ts';

/** The numbers of a reconciliation. */
export type Summary = ReturnType<typeof summarize>;

/** Counts what agrees and what differs. */
export function summarize(settings: ReconcileSettings, { reconciliation, receipt }: ReadFiles) {
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
  const { rows, leftOut, last } = reconciliation.selection;
  return {
    ledger: {
      file: settings.file,
      source: receipt?.source ?? null,
      // Rows that were compared.
      rows: rows.ledger,
      // Rows that were left out by `--ledger-currency`, and by `--ledger-type`.
      leftOut: { ledgerCurrency: leftOut.ledgerCurrency, ledgerType: leftOut.ledgerType },
      // Whether the export was complete by its receipt, from which the file does not differ.
      complete: receipt ? isComplete(receipt) : null,
      // Whether the range had ended when it was exported.
      rangeEnded: receipt?.rangeEnded ?? null,
    },
    finance: {
      file: settings.finance.path,
      // Rows that were compared.
      rows: rows.finance,
      // Rows that were left out by `--where`, and by `--skip-last`.
      leftOut: { where: leftOut.where, skipLast: last.length },
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
    // Whether conditions leave out every row of both files.
    isEmpty: reconciliation.selection.isEmpty,
    // Rows that were left out by `--ledger-currency`, `--ledger-type` and `--where`, by currency.
    leftOut: reconciliation.selection.currenciesLeftOut(reconciliation.currencyDigits),
    // What each file has of each currency.
    totals: reconciliation.totals().map(columnsOfTotal),
  };
}

/** Renders the numbers of a reconciliation. */
export function renderSummary(summary: Summary): string {
  const { ledger, finance, match, ourAmount, equal, different, totals, tolerance } = summary;
  return [
    `${ledger.file}${ledger.source === null ? '' : ` of ${nameOf(ledger)}`}: ${grouped(ledger.rows)} rows, ${ourAmount} by ${match}${leftOutOf(ledger)}`,
    `${finance.file}: ${grouped(finance.rows)} rows${leftOutOf(finance)}`,
    `Equal sums by id and currency: ${grouped(equal)}${tolerance === null ? '' : `, with a tolerance of ${tolerance}`}`,
    `Equal totals by currency: ${grouped(totals.filter(isEqual).length)}`,
    summary.isEmpty
      ? 'Nothing was compared: conditions leave out every row. Check --ledger-currency, --ledger-type and --where'
      : `Differences: ${grouped(different)}${different === 0 ? '' : ` (${kindsOf(summary)})`}`,
    ...notCompared(summary),
  ].join('\n');
}

function leftOutOf({ leftOut }: { readonly leftOut: Readonly<Record<string, number>> }): string {
  const parts = Object.entries(leftOut).flatMap(([setting, rows]) =>
    rows > 0 ? [`${grouped(rows)} by ${flagOf(setting)}`] : [],
  );
  return parts.length === 0 ? '' : `; left out: ${parts.join(', ')}`;
}

/** Names the currencies that are in neither comparison: one that is new would be skipped every month. */
function notCompared({ leftOut }: Summary): readonly string[] {
  const parts = leftOut
    .filter(({ compared, ledger_rows }) => !compared && ledger_rows > 0)
    .map(
      ({ currency, ...rows }) =>
        `${printable(currency, 10)} (${grouped(rows.ledger_rows)}, ${grouped(rows.finance_rows)})`,
    );
  return parts.length === 0
    ? []
    : [`Currencies that are not compared, with rows of ledger and finance: ${listed(parts, maxCurrencies)}`];
}

/** More than any service has. */
const maxCurrencies = 200;

function kindsOf({ counts }: Summary): string {
  return differenceKinds
    .filter((what) => counts[what] > 0)
    .map((what) => `${grouped(counts[what])} ${differenceLabel(what)}`)
    .join(', ');
}
