import { type CurrencyDigits, upperCaseCurrency } from '../../../../client/money/currency-digits.ts';
import { type AmountFormat, createAmountReader, marksIn, type Problem } from '../../../tables/amounts.ts';
import { type CellValue, isEmptyCell, textOf } from '../../../tables/table.ts';
import type { FinanceSettings } from '../config-file.ts';
import type { FinanceColumns } from './columns.ts';
import { currencyOfNumber } from './currency-numbers.ts';
import { takeCurrency } from './currency-signs.ts';

/** The amount of a row in the smallest unit, its currency, and the cell that it is in. */
interface Money {
  readonly amount: number | Problem;
  /** Empty if the row has none. */
  readonly currencyCode: string;
  readonly cell: CellValue;
}

/** Reads the money of a row of the finance system. */
type RowMoneyReader = (cells: readonly CellValue[]) => Money;

/** Returns how amounts are written: with a column for the sign, `negative` and `positive` are values of that. */
export function amountFormatOf(format: FinanceSettings): AmountFormat {
  return format.signColumn === undefined ? format : { ...format, negative: undefined, positive: undefined };
}

/**
 * Returns a reader of money in one column, in one for debit and one for credit, or beside a column with its sign.
 *
 * @param assumed The currency of rows, if neither a column nor the amount has one.
 */
export function createRowMoneyReader(
  format: FinanceSettings,
  { amount: column, sign, currency }: FinanceColumns,
  assumed: string,
  currencyDigits: CurrencyDigits,
): RowMoneyReader {
  const amountFormat = amountFormatOf(format);
  const read = createAmountReader(amountFormat, currencyDigits);
  const marks = marksIn(amountFormat);
  const readCell = (cell: CellValue, code: string): Money => {
    const taken =
      format.currencyInAmount && typeof cell === 'string' ? takeCurrency(cell, marks) : { rest: cell, code };
    if ('reason' in taken) return { amount: taken, currencyCode: '', cell };
    // Some systems write `usd`.
    const currencyCode = upperCaseCurrency(taken.code || (format.currency ?? ''));
    return { amount: currencyCode === '' ? noCurrency : read(taken.rest, currencyCode), currencyCode, cell };
  };
  const applySign = createSign(format);
  const readRow: RowMoneyReader = (cells) => {
    const written = currency === undefined ? assumed : textOf(cells[currency]).trim();
    const code = currencyOfNumber(written) ?? written;
    if (typeof column === 'object') {
      const sides = [cells[column.debit] ?? '', cells[column.credit] ?? ''] as const;
      return creditLessDebit(...sides, (cell) => readCell(cell, code));
    }
    const money = readCell(cells[column] ?? '', code);
    return sign === undefined ? money : applySign(money, textOf(cells[sign]).trim());
  };
  return format.negate ? (cells) => negated(readRow(cells)) : readRow;
}

const noCurrency: Problem = { reason: 'currencies', message: 'the currency is empty' };

/** A side that is empty or 0 is not filled. */
function creditLessDebit(debit: CellValue, credit: CellValue, read: (cell: CellValue) => Money): Money {
  const sides = [debit, credit]
    .filter((cell) => !isEmptyCell(cell))
    .map((cell) => ({ ...read(cell), isDebit: cell === debit }));
  const [first, second] = sides;
  if (first === undefined)
    return { ...read(''), amount: amountProblem('neither debit nor credit has an amount') };
  const unreadable = sides.find(({ amount }) => typeof amount === 'object');
  if (unreadable) return unreadable;
  if (first.amount !== 0 && second && second.amount !== 0)
    return { ...first, amount: amountProblem('both debit and credit have an amount') };
  const filled = second && first.amount === 0 ? second : first;
  return filled.isDebit ? negated(filled) : filled;
}

/** Applies what a column says of the sign. Unless `positive` names the other words, one may be besides: two may mean either. */
function createSign({ negative = [], positive }: FinanceSettings): (money: Money, word: string) => Money {
  const isMinus = negative.some((word) => word === '-' || word === '\u2212');
  const others = new Set(positive);
  return (money, word) => {
    if (negative.includes(word)) return negated(money);
    // Where others are a minus, nothing is a plus.
    const sign = isMinus && word === '' ? '+' : word;
    if (others.size === 0) others.add(sign);
    if (others.has(sign) || typeof money.amount !== 'number') return money;
    const known = [...negative, ...others].map((one) => JSON.stringify(one)).join(' nor ');
    const which = positive === undefined ? ', which other rows have' : '';
    const message = `the sign ${JSON.stringify(word)} is neither ${known}${which}`;
    return { ...money, amount: { reason: 'signs', message } };
  };
}

/** Without a negative zero. */
function negated(money: Money): Money {
  return typeof money.amount === 'number' ? { ...money, amount: 0 - money.amount } : money;
}

function amountProblem(message: string): Problem {
  return { reason: 'sides', message };
}
