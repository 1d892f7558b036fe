import { findMinorUnitDigits } from '../../../../client/money/currency-digits.ts';
import { grouped, withPoint } from '../../../terminal/format.ts';
import { type Difference, differenceOf, type Sum, type Total } from './difference.ts';
import type { Reconciliation } from './reconciliation.ts';
import { isShared, type LedgerOrFinance, type PairedSum, type SharedSum } from './sums.ts';

/** Yields all differences: what cannot be read, then by id, then by day. */
export function* differencesOf(reconciliation: Reconciliation): Generator<Difference, void, undefined> {
  yield* reconciliation.unreadable;
  for (const [id, sums] of reconciliation.sums.entries()) {
    if (id === null) yield* differencesWithoutId(reconciliation);
    else if (!reconciliation.unreadableIds.has(id)) yield* compareId(reconciliation, id, sums);
  }
  yield* compareDays(reconciliation);
}

/** Returns the sums of the rows without an id, which name the first of these. */
export function differencesWithoutId(reconciliation: Reconciliation): readonly Difference[] {
  return reconciliation.sums.get(null).map((sum) => {
    const { first, rows } = reconciliation.withoutId.get(sum.currencyCode) ?? { first: [], rows: 0 };
    const more = rows > first.length ? ` and ${grouped(rows - first.length)} more` : '';
    const problem = `${first.join(', ')}${more}: no id`;
    return differenceOf('without_id', { ...sidesOf(reconciliation, sum), problem, reason: 'no id' });
  });
}

/** Nobody looks at more rows one by one: files with as many differences are of other months, or read wrongly. */
const maxIds = 10_000;

/** Returns the first ids whose sums of a currency differ, or are in one file only, as they are compared. */
export function* differingIds(reconciliation: Reconciliation): Generator<string, void, undefined> {
  let count = 0;
  for (const [id, sums] of reconciliation.knownSums()) {
    if (sums.every((sum) => isShared(sum) && areEqual(reconciliation, sum))) continue;
    yield id;
    count += 1;
    if (count === maxIds) return;
  }
}

/** A currency that only the ledger has is one with a currency that only finance has, as long as there are both. */
function* compareId(
  reconciliation: Reconciliation,
  key: string,
  sums: readonly PairedSum[],
): Generator<Difference, void, undefined> {
  const id = reconciliation.ids.writtenOf(key);
  const { places } = reconciliation;
  const rows = { ledgerRows: places.of('ledger', key), financeRows: places.of('finance', key) };
  const ours: Sum[] = [];
  const theirs: Sum[] = [];
  for (const sum of sums) {
    const { ledger, finance } = sidesOf(reconciliation, sum);
    if (isShared(sum)) {
      if (!areEqual(reconciliation, sum)) yield differenceOf('amount', { id, ledger, finance, ...rows });
    } else if (ledger) ours.push(ledger);
    else if (finance) theirs.push(finance);
  }
  for (const [index, ledger] of ours.entries()) {
    const finance = theirs[index];
    yield finance
      ? differenceOf('currency', { id, ledger, finance, ...rows })
      : differenceOf('missing_in_finance', { id, ledger, ...rows });
  }
  for (const finance of theirs.slice(ours.length))
    yield differenceOf('missing_in_ledger', { id, finance, ...rows });
}

/** A day that only one file has is compared with 0, and so are its currencies. */
function* compareDays(reconciliation: Reconciliation): Generator<Difference, void, undefined> {
  const days = [...(reconciliation.days?.pair().entries() ?? [])];
  for (const [day, sums] of days.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    for (const { currencyCode, ledger = 0, finance = 0 } of sums) {
      if (ledger !== finance)
        yield differenceOf('day', { day, ...sidesOf(reconciliation, { currencyCode, ledger, finance }) });
    }
  }
}

/** Counts the sums by id and currency that are equal in both files. */
export function countEqual(reconciliation: Reconciliation): number {
  let equal = 0;
  for (const [, sums] of reconciliation.knownSums())
    equal += sums.filter((sum) => isShared(sum) && areEqual(reconciliation, sum)).length;
  return equal;
}

/** What the tolerance has let pass of a currency. */
interface Tolerated {
  readonly currency: string;
  readonly sums: number;
  /** Finance less ledger, added up without signs, in the smallest unit. */
  readonly amount_minor: string;
  /** The same in major units. */
  readonly amount: string;
}

/** Returns the sums that are equal only because of the tolerance, by currency. */
export function toleratedOf(reconciliation: Reconciliation): readonly Tolerated[] {
  const found = new Map<string, { sums: number; amount: bigint }>();
  for (const [, sums] of reconciliation.knownSums()) {
    for (const sum of sums) {
      if (!isShared(sum) || sum.ledger === sum.finance || !areEqual(reconciliation, sum)) continue;
      const { sums: count, amount } = found.get(sum.currencyCode) ?? { sums: 0, amount: 0n };
      const difference = BigInt(sum.finance) - BigInt(sum.ledger);
      found.set(sum.currencyCode, {
        sums: count + 1,
        amount: amount + (difference < 0n ? -difference : difference),
      });
    }
  }
  return [...found].map(([currency, { sums, amount }]) => ({
    currency,
    sums,
    amount_minor: String(amount),
    amount: withPoint(amount, findMinorUnitDigits(currency, reconciliation.currencyDigits) ?? 0),
  }));
}

/** Whether a sum is the same in both files, but for the tolerance. One that is less than a smallest unit is none. */
function areEqual(
  { currencyDigits, tolerance }: Reconciliation,
  { currencyCode, ledger, finance }: SharedSum,
): boolean {
  if (ledger === finance) return true;
  const digits = findMinorUnitDigits(currencyCode, currencyDigits);
  if (digits === undefined) return false;
  const [units = '', decimals = ''] = tolerance.split('.');
  const most = BigInt(units + decimals.padEnd(digits, '0').slice(0, digits));
  const difference = BigInt(ledger) - BigInt(finance);
  return difference <= most && difference >= -most;
}

/** Returns what each file has of a sum; `null` if it has no row. */
function sidesOf(
  { currencyDigits }: Reconciliation,
  { currencyCode, ledger, finance, origin }: PairedSum,
): Readonly<Record<LedgerOrFinance, Sum | null>> {
  const digits = findMinorUnitDigits(currencyCode, currencyDigits);
  return {
    ledger: ledger === undefined ? null : { currencyCode, digits, amount: ledger, origin },
    finance: finance === undefined ? null : { currencyCode, digits, amount: finance },
  };
}

/** Returns the totals by currency code. */
export function totalsOf({ totals, currencyDigits }: Reconciliation): readonly Total[] {
  const sorted = [...totals].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([currencyCode, { ledger, finance }]) => {
    const currency = { currencyCode, digits: findMinorUnitDigits(currencyCode, currencyDigits) };
    return { ledger: { ...currency, ...ledger }, finance: { ...currency, ...finance } };
  });
}
