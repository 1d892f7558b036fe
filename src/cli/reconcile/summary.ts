import type { Receipt } from '../../ledger/index.ts';
import { grouped } from '../format.ts';
import { isComplete } from '../verify/receipt.ts';
import { type Difference, differenceKinds, labelOf } from './difference.ts';
import { countEqual, listDifferences } from './list-differences.ts';
import type { ReconcileSettings } from './reconcile-settings.ts';
import type { ReadFiles } from './read-files.ts';
import type { Reconciliation } from './reconciliation.ts';
import { type DescribedTotal, describeTotal, listTotals } from './totals.ts';

/** The numbers of a reconciliation. */
export interface Summary {
  readonly ledger: {
    readonly file: string;
    readonly rows: number;
    /** Whether the export was complete by its receipt, from which the file does not differ; `null` without a receipt. */
    readonly complete: boolean | null;
    /** Whether the range had ended when it was exported; `null` without a receipt. */
    readonly rangeEnded: boolean | null;
  };
  readonly finance: {
    readonly file: string;
    /** Rows that were compared. */
    readonly rows: number;
    /** Rows that were left out by `--skip-last`, and by `--where`. */
    readonly skipped: { readonly last: number; readonly where: number };
  };
  /** Field that was matched with the id of the finance system. */
  readonly match: string;
  /** Ledger column that was compared. */
  readonly ourAmount: string;
  /** Sums by id and currency that agree. */
  readonly equal: number;
  /** Number of differences of each kind. */
  readonly counts: Readonly<Record<Difference['what'], number>>;
  /** Number of all differences. */
  readonly different: number;
  /** What each file has of each currency. */
  readonly totals: readonly DescribedTotal[];
}

/** Counts what agrees and what differs. */
export function summarize(
  settings: ReconcileSettings,
  reconciliation: Reconciliation,
  receipt: Receipt | undefined,
): Summary {
  // Each kind is a key.
  const counts = Object.fromEntries(differenceKinds.map((what) => [what, 0])) as Record<
    Difference['what'],
    number
  >;
  let different = 0;
  for (const { what } of listDifferences(reconciliation)) {
    counts[what] += 1;
    different += 1;
  }
  const { rows, skipped } = reconciliation;
  return {
    ledger: {
      file: settings.file,
      rows: rows.ledger,
      complete: receipt ? isComplete(receipt) : null,
      rangeEnded: receipt?.rangeEnded ?? null,
    },
    finance: {
      file: settings.finance.path,
      rows: rows.finance,
      skipped: { last: skipped.last.length, where: skipped.where },
    },
    match: settings.match,
    ourAmount: settings.amountColumn,
    equal: countEqual(reconciliation),
    counts,
    different,
    totals: listTotals(reconciliation).map(describeTotal),
  };
}

/** Renders the numbers of a reconciliation. */
export function renderSummary(summary: Summary): string {
  const { ledger, finance, match, ourAmount, equal, different } = summary;
  return [
    `${ledger.file}: ${grouped(ledger.rows)} rows, ${ourAmount} by ${match}`,
    `${finance.file}: ${grouped(finance.rows)} rows${skippedOf(summary)}`,
    `Equal sums by id and currency: ${grouped(equal)}`,
    `Differences: ${grouped(different)}${different === 0 ? '' : ` (${kindsOf(summary)})`}`,
  ].join('\n');
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
    .map((what) => `${grouped(counts[what])} ${labelOf(what)}`)
    .join(', ');
}

/** Returns hints for flags that are probably wrong, from what the whole files have. */
export function hintsOf(summary: Summary, { reconciliation, suggestions }: ReadFiles): readonly string[] {
  const { ledger, finance, counts, equal, match } = summary;
  const { unreadableRows, days } = reconciliation;
  const hints = [...suggestions];
  const matched = equal + counts.amount + counts.currency;
  if (finance.rows > 0 && unreadableRows === finance.rows) {
    const hint = 'No row of the finance system could be read: check the flags of its columns and amounts';
    if (hints.length === 0) hints.push(hint);
  } else if (ledger.rows > 0 && finance.rows > 0 && matched === 0) {
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
