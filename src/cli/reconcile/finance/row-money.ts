import { type CurrencyDigits, upperCaseCurrency } from '../../../client/money/currency-digits.ts';
import { type AmountFormat, createAmountReader, negativeForms, type Problem } from '../../table/amounts.ts';
import { takeCurrency } from '../../table/currency-signs.ts';
import { type CellValue, textOf } from '../../table/table.ts';
import type { FinanceFormat } from '../config-file.ts';
import type { FinanceColumns } from './columns.ts';

/** The amount of a row in the smallest unit, its currency, and the cell that it is in. */
interface Money {
  readonly amount: number | Problem;
  /** Empty if the row has none. */
  readonly currencyCode: string;
  readonly cell: CellValue;
}

/** Reads the money of a row of the finance system. */
type RowMoneyReader = (cells: readonly CellValue[]) => Money;

/** Returns how amounts are written: with a column for the sign, `negative` is a value of that. */
export function amountFormatOf(format: FinanceFormat): AmountFormat {
  return { ...format, negative: negativeForms.find((form) => form === format.negative) };
}

/**
 * Returns a reader of money in one column, in one for debit and one for credit, or beside a column with its sign.
 *
 * @param assumed The currency of rows, if neither a column nor the amount has one.
 */
export function createRowMoneyReader(
  format: FinanceFormat,
  { amount: column, sign, currency }: FinanceColumns,
  assumed: string,
  currencyDigits: CurrencyDigits,
): RowMoneyReader {
  const read = createAmountReader(amountFormatOf(format), currencyDigits);
  const readCell = (cell: CellValue, code: string): Money => {
    const taken =
      format.currencyInAmount && typeof cell === 'string' ? takeCurrency(cell) : { rest: cell, code };
    if ('reason' in taken) return { amount: taken, currencyCode: '', cell };
    // Some systems write `usd`.
    const currencyCode = upperCaseCurrency(taken.code || (format.emptyCurrency ?? ''));
    return { amount: currencyCode === '' ? noCurrency : read(taken.rest, currencyCode), currencyCode, cell };
  };
  const readRow: RowMoneyReader = (cells) => {
    const code = currency === undefined ? assumed : textOf(cells[currency]).trim();
    if (typeof column === 'object') {
      const sides = [cells[column.debit] ?? '', cells[column.credit] ?? ''] as const;
      return creditLessDebit(...sides, (cell) => readCell(cell, code));
    }
    const money = readCell(cells[column] ?? '', code);
    return sign === undefined ? money : withSign(money, textOf(cells[sign]).trim(), format.negative);
  };
  return format.negate ? (cells) => negated(readRow(cells)) : readRow;
}

const noCurrency: Problem = { reason: 'currencies', message: 'the currency is empty' };

/** A side that is empty or 0 is not filled. */
function creditLessDebit(debit: CellValue, credit: CellValue, read: (cell: CellValue) => Money): Money {
  const sides = [debit, credit]
    .filter((cell) => textOf(cell).trim() !== '')
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

/** A sign that is missing is not known, except where others are a minus. */
function withSign(money: Money, sign: string, negative: string | undefined): Money {
  if (sign === negative) return negated(money);
  const mayBeEmpty = negative === '-' || negative === '\u2212';
  return sign === '' && !mayBeEmpty && typeof money.amount === 'number'
    ? { ...money, amount: { reason: 'signs', message: 'the sign of the amount is empty' } }
    : money;
}

/** Without a negative zero. */
function negated(money: Money): Money {
  return typeof money.amount === 'number' ? { ...money, amount: 0 - money.amount } : money;
}

function amountProblem(message: string): Problem {
  return { reason: 'sides', message };
}
