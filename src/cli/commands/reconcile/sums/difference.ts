import { printable } from '../../../../client/errors/printable.ts';
import { withPoint } from '../../../terminal/format.ts';
import type { LedgerOrFinance, SumOrigin } from './sums.ts';

/** A sum in the smallest unit of its currency. */
export interface Sum {
  readonly currencyCode: string;
  /** Decimals of the currency; `undefined` if they are not known. */
  readonly digits: number | undefined;
  readonly amount: number | bigint;
  /** The rows of the ledger that it has; `undefined` for finance, and for a day. */
  readonly origin?: SumOrigin | undefined;
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
  /** What cannot be read or has no id, and where it is. */
  readonly problem: string | null;
  /** What problems of one cause have in common, such as `amounts`. */
  readonly reason: string | null;
  /** Where its rows are, of a kind `amount`. */
  readonly ledgerRows: string | null;
  readonly financeRows: string | null;
}

/** Returns a difference with what is known of it. */
export function differenceOf(what: Difference['what'], known: Partial<Difference>): Difference {
  const sides = { ledger: null, finance: null, ledgerRows: null, financeRows: null };
  return { what, id: null, day: null, problem: null, reason: null, ...sides, ...known };
}

/** Returns a kind of difference in words: `missing in finance`. */
export function differenceLabel(what: Difference['what']): string {
  return what.replaceAll('_', ' ');
}

/** Returns finance less ledger; `null` if a side has no rows, or if they are of two currencies. */
export function subtract(finance: Sum | null, ledger: Sum | null): Sum | null {
  if (!finance || !ledger || ledger.currencyCode !== finance.currencyCode) return null;
  return { ...ledger, amount: BigInt(finance.amount) - BigInt(ledger.amount) };
}

/** Returns a difference as it is in a file; a side without rows has no amount. */
export function differenceColumns(difference: Difference) {
  const { what, id, day, ledger, finance, problem, ledgerRows, financeRows } = difference;
  return {
    what,
    id,
    day,
    ...columnsOfSums({ ledger, finance }),
    problem: problem === null ? null : printable(problem),
    ledger_types: ledger?.origin?.types ?? null,
    ledger_time: ledger?.origin?.time ?? null,
    ledger_files: ledger?.origin?.files ?? null,
    ledger_places: ledgerRows,
    finance_places: financeRows,
  };
}

/** What both files have of a currency, without rows whose amount cannot be read. */
export type Total = Readonly<Record<LedgerOrFinance, Sum & { readonly rows: number }>>;

/** Returns a total as it is in a file: numbers of rows, and amounts. */
export function totalColumns(total: Total) {
  const { ledger, finance } = total;
  const sums = columnsOfSums(total);
  return {
    currency: ledger.currencyCode,
    ledger_rows: ledger.rows,
    ledger_amount: sums.ledger_amount,
    ledger_amount_minor: sums.ledger_amount_minor,
    finance_rows: finance.rows,
    finance_amount: sums.finance_amount,
    finance_amount_minor: sums.finance_amount_minor,
    difference_rows: finance.rows - ledger.rows,
    difference: sums.difference,
    difference_minor: sums.difference_minor,
  };
}

/** Whether both files have the same amount; a payment and its refund may be one row or two. */
export function hasEqualSums(total: ReturnType<typeof totalColumns>): boolean {
  return total.difference_minor === '0';
}

/**
 * Returns sums as strings: amounts in major units, which are `null` if its decimals are not known, and in the
 * smallest unit with the suffix `_minor`. The difference is finance less ledger.
 */
function columnsOfSums({ ledger, finance }: Readonly<Record<LedgerOrFinance, Sum | null>>) {
  const less = subtract(finance, ledger);
  return {
    ledger_currency: ledger?.currencyCode ?? null,
    ledger_amount: decimalOf(ledger),
    ledger_amount_minor: minorOf(ledger),
    finance_currency: finance?.currencyCode ?? null,
    finance_amount: decimalOf(finance),
    finance_amount_minor: minorOf(finance),
    difference: decimalOf(less),
    difference_minor: minorOf(less),
  };
}

function decimalOf(sum: Sum | null): string | null {
  return sum?.digits === undefined ? null : withPoint(BigInt(sum.amount), sum.digits);
}

function minorOf(sum: Sum | null): string | null {
  return sum && String(sum.amount);
}
