import type { Transaction } from 'publisher-commerce';

/** What is summed, as BigInt: in US cents where the name says so, else in the smallest unit of the currency. */
export const figures = [
  'rows',
  'gross',
  'refunds',
  'disputes',
  'other',
  'grossUsd',
  'refundsUsd',
  'disputesUsd',
  'otherUsd',
  'taxUsd',
  'feesUsd',
  'netUsd',
] as const;

export type Figure = (typeof figures)[number];
export type Sums = Record<Figure, bigint>;

/** Sums by `day currency`, for example `2026-10-31 EUR`; days are those of UTC, as timestamps are. */
export type LedgerTotals = Map<string, Sums>;

export function emptySums(): Sums {
  return Object.fromEntries(figures.map((figure) => [figure, 0n])) as Sums;
}

/** Adds a transaction. Refunds and lost disputes have negative amounts, and are added as they are. */
export function addTransaction(
  totals: LedgerTotals,
  { timestamp, transactionDetails: row }: Transaction,
): void {
  const key = `${timestamp.slice(0, 10)} ${row.currencyCode}`;
  const sums = totals.get(key) ?? emptySums();
  totals.set(key, sums);
  const column = columnOf(row.type);
  sums.rows += 1n;
  sums[column] += BigInt(row.amount);
  sums[`${column}Usd`] += BigInt(row.amountUsd);
  sums.taxUsd += BigInt(row.totalTaxAmountUsd);
  sums.feesUsd += BigInt(row.transactionFeeUsd);
  sums.feesUsd += BigInt(row.currencyExchangeCostUsd);
  sums.feesUsd += BigInt(row.chargebackFeeUsd);
  sums.netUsd += BigInt(row.publisherNetAmountUsd);
}

/** Undocumented types have their own column, so that no row is missing from the sums. */
function columnOf(type: string): 'gross' | 'refunds' | 'disputes' | 'other' {
  switch (type) {
    case 'paid':
      return 'gross';
    case 'refund':
      return 'refunds';
    case 'dispute_funds_withdrawn':
    case 'dispute_funds_reinstated':
      return 'disputes';
    default:
      return 'other';
  }
}

/** Sums of all currencies for each day; only those in US cents are meaningful. */
export function byDay(totals: LedgerTotals): LedgerTotals {
  const days: LedgerTotals = new Map();
  for (const [key, sums] of totals) {
    const day = key.slice(0, 10);
    const sum = days.get(day) ?? emptySums();
    days.set(day, sum);
    for (const figure of figures) sum[figure] += sums[figure];
  }
  return new Map([...days].sort());
}

/** Returns the differences between two sets of totals, a line each. */
export function differences(ours: LedgerTotals, theirs: LedgerTotals, theirName: string): string[] {
  return [...new Set([...ours.keys(), ...theirs.keys()])].sort().flatMap((key) => {
    const [mine, other] = [ours.get(key), theirs.get(key)];
    if (!mine) return [`${key}: only in ${theirName}`];
    if (!other) return [`${key}: not in ${theirName}`];
    return figures
      .filter((figure) => mine[figure] !== other[figure])
      .map((figure) => {
        const difference = other[figure] - mine[figure];
        return `${key} ${figure}: ${mine[figure]} in the ledger, ${other[figure]} in ${theirName}, difference ${difference}`;
      });
  });
}
