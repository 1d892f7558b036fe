import { printable } from '../../errors/printable.ts';
import { csvCell } from '../../ledger/csv.ts';
import { toDecimal } from '../format.ts';
import { writeResult } from '../output-file.ts';

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

/** The columns of a difference in a file, in order. */
const differenceColumns = [
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

/** Lines to write at once. */
const batchSize = 1000;

/**
 * Writes differences as CSV. The file gets its name when it is whole.
 *
 * @throws CommandError if it cannot be written
 */
export function writeDifferences(path: string, differences: Iterable<Difference>): Promise<void> {
  return writeResult(path, linesOf(differences));
}

function* linesOf(differences: Iterable<Difference>): Generator<string, void, undefined> {
  let lines = `${differenceColumns.join(',')}\r\n`;
  let count = 0;
  for (const difference of differences) {
    lines += lineOf(describeDifference(difference));
    count += 1;
    if (count % batchSize > 0) continue;
    yield lines;
    lines = '';
  }
  yield lines;
}

function lineOf(difference: DescribedDifference): string {
  const cells = differenceColumns.map((name) => {
    const cell = difference[name];
    // Amounts are digits: a guard against formulas would make them text.
    return /amount|difference/.test(name) ? (cell ?? '') : csvCell(cell);
  });
  return `${cells.join(',')}\r\n`;
}
