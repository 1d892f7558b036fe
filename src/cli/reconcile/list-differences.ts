import type { Difference, Sum } from './difference.ts';
import type { PairedSum, Side } from './paired-sums.ts';
import type { Reconciliation } from './reconciliation.ts';

/** Yields all differences: what cannot be read, then by id, then by day. */
export function* listDifferences(reconciliation: Reconciliation): Generator<Difference, void, undefined> {
  const { ids, days, unreadable, unreadableIds } = reconciliation;
  yield* unreadable;
  for (const [id, sums] of ids.entries()) {
    if (id === null) yield* sums.map((sum) => withoutId(sum));
    // The sums of such an id are not known: a further difference would only mislead.
    else if (!unreadableIds.has(id)) yield* compareId(id, sums);
  }
  if (days) yield* compareDays([...days.pair().entries()]);
}

/** Counts the sums by id and currency that are equal in both files. */
export function countEqual({ ids, unreadableIds }: Reconciliation): number {
  let equal = 0;
  for (const [id, sums] of ids.entries()) {
    if (id === null || unreadableIds.has(id)) continue;
    for (const { ledger, finance } of sums) if (ledger === finance) equal += 1;
  }
  return equal;
}

function withoutId(sum: PairedSum): Difference {
  return difference('without_id', { ledger: sideOf(sum, 'ledger'), finance: sideOf(sum, 'finance') });
}

function* compareId(id: string, sums: readonly PairedSum[]): Generator<Difference, void, undefined> {
  const only = { ledger: [] as Sum[], finance: [] as Sum[] };
  for (const sum of sums) {
    const [ledger, finance] = [sideOf(sum, 'ledger'), sideOf(sum, 'finance')];
    if (ledger && finance) {
      if (ledger.amount !== finance.amount) yield difference('amount', { id, ledger, finance });
    } else if (ledger) only.ledger.push(ledger);
    else if (finance) only.finance.push(finance);
  }
  for (const [index, ledger] of only.ledger.entries()) {
    const finance = only.finance[index];
    yield finance
      ? difference('currency', { id, ledger, finance })
      : difference('missing_in_finance', { id, ledger });
  }
  for (const finance of only.finance.slice(only.ledger.length)) {
    yield difference('missing_in_ledger', { id, finance });
  }
}

/** A day that only one file has is compared with 0, and so are its currencies. */
function* compareDays(
  days: readonly (readonly [string, readonly PairedSum[]])[],
): Generator<Difference, void, undefined> {
  for (const [day, sums] of days.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    for (const { currencyCode, ledger = 0, finance = 0 } of sums) {
      if (ledger === finance) continue;
      yield difference('day', {
        day,
        ledger: { currencyCode, amount: ledger },
        finance: { currencyCode, amount: finance },
      });
    }
  }
}

function sideOf(sum: PairedSum, side: Side): Sum | null {
  const amount = sum[side];
  return amount === undefined ? null : { currencyCode: sum.currencyCode, amount };
}

function difference(what: Difference['what'], known: Partial<Difference>): Difference {
  return { id: null, day: null, ledger: null, finance: null, problem: null, reason: null, ...known, what };
}
