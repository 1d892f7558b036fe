import { printable } from '../../errors/printable.ts';
import { toDecimal } from '../format.ts';

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
   * - `day`: the sums of the day and currency differ
   */
  readonly what: (typeof differenceKinds)[number];
  readonly id: string | null;
  /** In the time zone of the finance system. */
  readonly day: string | null;
  readonly ledger: Sum | null;
  readonly finance: Sum | null;
  /** What cannot be read, and where it is. */
  readonly problem: string | null;
  /** What problems of one cause have in common, such as `amounts`. */
  readonly reason: string | null;
}

/** The columns of a difference in a file, in order. */
export const differenceColumns = [
  'what',
  'id',
  'day',
  'ledger_currency',
  'ledger_amount',
  'ledger_amount_minor',
  'finance_currency',
  'finance_amount',
  'finance_amount_minor',
  'difference',
  'difference_minor',
  'problem',
] as const;

/** A difference as strings: amounts in major units, and in the smallest unit with the suffix `_minor`. */
export type DescribedDifference = Readonly<Record<(typeof differenceColumns)[number], string | null>>;

/** Describes a difference. The difference of the amounts is finance less ledger; a side without rows has no amount. */
export function describeDifference({
  what,
  id,
  day,
  ledger,
  finance,
  problem,
}: Difference): DescribedDifference {
  return {
    what,
    id,
    day,
    ...describeSum('ledger', ledger),
    ...describeSum('finance', finance),
    ...describeLess(finance, ledger),
    problem: problem === null ? null : printable(problem),
  };
}

/** Returns finance less ledger; `null` if a side has no rows, or if they are of two currencies. */
export function subtract(finance: Sum | null, ledger: Sum | null): Sum | null {
  if (!finance || !ledger || ledger.currencyCode !== finance.currencyCode) return null;
  return { ...ledger, amount: BigInt(finance.amount) - BigInt(ledger.amount) };
}

/** Describes finance less ledger. */
export function describeLess(
  finance: Sum | null,
  ledger: Sum | null,
): Record<'difference' | 'difference_minor', string | null> {
  const less = subtract(finance, ledger);
  return { difference: less && decimalOf(less), difference_minor: less && String(less.amount) };
}

/** Returns a kind of difference in words: `missing in finance`. */
export function labelOf(what: Difference['what']): string {
  return what.replaceAll('_', ' ');
}

type Described<Side extends string> = Record<
  `${Side}_currency` | `${Side}_amount` | `${Side}_amount_minor`,
  string | null
>;

/** Describes a sum of one side. */
export function describeSum<Side extends string>(side: Side, sum: Sum | null): Described<Side> {
  return {
    [`${side}_currency`]: sum && sum.currencyCode,
    [`${side}_amount`]: sum && decimalOf(sum),
    [`${side}_amount_minor`]: sum && String(sum.amount),
    // The keys are those of the type, which the compiler cannot see.
  } as Described<Side>;
}

/** `null` if the currency code is not in ISO 4217. */
function decimalOf({ amount, currencyCode }: Sum): string | null {
  return toDecimal(BigInt(amount), currencyCode) ?? null;
}
