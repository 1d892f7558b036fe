import Table from 'cli-table3';

import { printable } from '../../errors/printable.ts';
import type { Receipt } from '../../ledger/index.ts';
import { grouped } from '../format.ts';
import { isComplete } from '../verify/receipt.ts';
import {
  type DescribedDifference,
  describeDifference,
  type Difference,
  differenceKinds,
} from './difference.ts';
import { countEqual, listDifferences } from './list-differences.ts';
import type { ReconcileSettings } from './reconcile-settings.ts';
import type { Reconciliation } from './reconciliation.ts';

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
  readonly finance: { readonly file: string; readonly rows: number };
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
  const { rows } = reconciliation;
  return {
    ledger: {
      file: settings.file,
      rows: rows.ledger,
      complete: receipt ? isComplete(receipt) : null,
      rangeEnded: receipt?.rangeEnded ?? null,
    },
    finance: { file: settings.finance.path, rows: rows.finance },
    match: settings.match,
    ourAmount: settings.amountColumn,
    equal: countEqual(reconciliation),
    counts,
    different,
  };
}

/** Renders the numbers of a reconciliation, with a hint if a flag is probably wrong. */
export function renderSummary(summary: Summary): string {
  const { ledger, finance, match, ourAmount, equal, different } = summary;
  const lines = [
    `${ledger.file}: ${grouped(ledger.rows)} rows, ${ourAmount} by ${match}`,
    `${finance.file}: ${grouped(finance.rows)} rows`,
    `Equal sums by id and currency: ${grouped(equal)}`,
    `Differences: ${grouped(different)}${different === 0 ? '' : ` (${kindsOf(summary)})`}`,
  ];
  const hint = hintOf(summary);
  return [...lines, ...(hint === undefined ? [] : [hint])].join('\n');
}

function kindsOf({ counts }: Summary): string {
  return differenceKinds
    .filter((what) => counts[what] > 0)
    .map((what) => `${grouped(counts[what])} ${what.replaceAll('_', ' ')}`)
    .join(', ');
}

function hintOf({ ledger, finance, counts, equal, match }: Summary): string | undefined {
  if (finance.rows > 0 && counts.unreadable >= finance.rows) {
    return 'No row of the finance system could be read: check --decimal, --unit and --date-column';
  }
  const matched = equal + counts.amount + counts.currency;
  if (ledger.rows > 0 && finance.rows > 0 && matched === 0) {
    return `No id is in both files: check --id-column, and --match, which is ${match}`;
  }
  return undefined;
}

/** Maximum number of lines. */
const maxLines = 20;
/** Longer ids and problems are cut; `--out` writes them in full. */
const maxLength = 60;

/** Renders the first differences as a table for a terminal; what cannot be read is a line each. */
export function renderDifferences(
  differences: Iterable<Difference>,
  total: number,
  out: string | undefined,
): string {
  const table = new Table({
    head: ['Difference', 'Id or day', 'Ledger', 'Finance', 'Finance - ledger'],
    colAligns: ['left', 'left', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  const lines: string[] = [];
  let count = 0;
  for (const difference of differences) {
    if (count === maxLines) break;
    count += 1;
    const described = describeDifference(difference);
    if (difference.what === 'unreadable') lines.push(printable(described.problem ?? '', 2 * maxLength));
    else table.push(cellsOf(described));
  }
  if (table.length > 0) lines.push(table.toString());
  if (count < total) {
    const advice = out === undefined ? '; --out FILE writes all of them' : '';
    lines.push(`… and ${grouped(total - count)} more${advice}`);
  }
  return lines.join('\n');
}

function cellsOf(difference: DescribedDifference): string[] {
  const { what, id, day } = difference;
  return [
    (what ?? '').replaceAll('_', ' '),
    printable(id ?? day ?? '', maxLength),
    amountOf(difference, 'ledger'),
    amountOf(difference, 'finance'),
    difference.difference ?? difference.difference_minor ?? '',
  ];
}

function amountOf(difference: DescribedDifference, side: 'ledger' | 'finance'): string {
  const currency = difference[`${side}_currency`];
  if (currency === null) return '';
  const amount = difference[`${side}_amount`];
  const minor = difference[`${side}_amount_minor`] ?? '';
  return amount === null ? `${minor} smallest units ${printable(currency, 10)}` : `${amount} ${currency}`;
}
