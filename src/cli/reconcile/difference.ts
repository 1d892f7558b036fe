/** A sum in the smallest unit of its currency. */
export interface Sum {
  readonly currencyCode: string;
  readonly amount: number | bigint;
}

/** What differs. */
export const differenceKinds = [
  'unreadable',
  'without_id',
  'missing_in_finance',
  'missing_in_ledger',
  'currency',
  'amount',
  'day',
] as const;

/** A difference between the ledger and the finance system. */
export interface Difference {
  /**
   * - `unreadable`: an amount, a currency, a date or a row cannot be read
   * - `without_id`: rows have no id; their sum is that of the currency
   * - `missing_in_finance`, `missing_in_ledger`: the other file has no row of the id and currency
   * - `currency`: the two files have the id in different currencies
   * - `amount`: the sums of the id and currency differ
   * - `day`: the sums of the UTC day and currency differ
   */
  readonly what: (typeof differenceKinds)[number];
  readonly id: string | null;
  /** UTC. */
  readonly day: string | null;
  readonly ledger: Sum | null;
  readonly finance: Sum | null;
  /** What cannot be read, and where it is. */
  readonly problem: string | null;
}
