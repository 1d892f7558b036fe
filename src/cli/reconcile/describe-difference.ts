import { printable } from '../../errors/printable.ts';
import { toDecimal } from '../report/format-money.ts';
import type { Difference, Sum } from './difference.ts';

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
  const less = ledger && finance && ledger.currencyCode === finance.currencyCode && minus(finance, ledger);
  return {
    what,
    id,
    day,
    ...describeSum('ledger', ledger),
    ...describeSum('finance', finance),
    difference: less ? decimalOf(less) : null,
    difference_minor: less ? String(less.amount) : null,
    problem: problem === null ? null : printable(problem),
  };
}

type Described<Side extends string> = Record<
  `${Side}_currency` | `${Side}_amount` | `${Side}_amount_minor`,
  string | null
>;

function describeSum<Side extends string>(side: Side, sum: Sum | null): Described<Side> {
  return {
    [`${side}_currency`]: sum && sum.currencyCode,
    [`${side}_amount`]: sum && decimalOf(sum),
    [`${side}_amount_minor`]: sum && String(sum.amount),
    // The keys are those of the type, which the compiler cannot see.
  } as Described<Side>;
}

function minus(finance: Sum, ledger: Sum): Sum {
  return { ...ledger, amount: BigInt(finance.amount) - BigInt(ledger.amount) };
}

/** `null` if the currency code is not in ISO 4217. */
function decimalOf({ amount, currencyCode }: Sum): string | null {
  return toDecimal(BigInt(amount), currencyCode) ?? null;
}
