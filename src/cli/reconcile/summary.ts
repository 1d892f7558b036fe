import type { Receipt } from '../../ledger/index.ts';
import { isComplete } from '../verify/receipt-warnings.ts';
import { type Difference, differenceKinds } from './difference.ts';
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
