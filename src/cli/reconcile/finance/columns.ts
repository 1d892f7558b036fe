import { didYouMean } from '../../../api/input-object.ts';
import { UsageError } from '../../command-error.ts';
import { UnreadableFileError } from '../../read/stored-row.ts';
import type { FinanceFormat } from './finance-format.ts';
import { isWorkbook, type Table, type TableRow, textOf } from './table.ts';

/** Where the finance system's file has its columns, as positions from 0. */
export interface FinanceColumns {
  /** Number of columns; `undefined` in a workbook, whose rows end at their last value. */
  readonly count: number | undefined;
  readonly id: number;
  readonly amount: number;
  readonly currency: number | undefined;
  readonly date: number | undefined;
  /** The conditions of `--where`: all of them must be met. */
  readonly where: readonly ColumnCondition[];
}

/** What the value of a column must be, or must not be. */
interface ColumnCondition {
  readonly column: number;
  readonly value: string;
  readonly equal: boolean;
}

/**
 * Finds the columns in the first row, by their names or numbers.
 *
 * @throws UsageError if one is missing or does not exist
 * @throws UnreadableFileError if there is no row
 */
export async function findColumns(table: Table, format: FinanceFormat): Promise<FinanceColumns> {
  const names = (await firstRow(table)).cells.map((cell) => textOf(cell).trim());
  const find = (flag: string, column: string): number => positionOf(flag, column, names, format);
  const { idColumn, amountColumn, currencyColumn, dateColumn } = format;
  return {
    count: isWorkbook(format.path) ? undefined : names.length,
    id: find('id-column', required('id-column', idColumn, names, format)),
    amount: find('amount-column', required('amount-column', amountColumn, names, format)),
    currency: currencyColumn === undefined ? undefined : find('currency-column', currencyColumn),
    date: dateColumn === undefined ? undefined : find('date-column', dateColumn),
    where: format.where.map((condition) => {
      const { column, ...rest } = readCondition(condition);
      return { ...rest, column: find('where', column) };
    }),
  };
}

async function firstRow(table: Table): Promise<TableRow> {
  for await (const row of table()) return row;
  throw new UnreadableFileError('the line with the names of the columns is missing');
}

function required(
  flag: string,
  column: string | undefined,
  names: readonly string[],
  { path }: FinanceFormat,
): string {
  if (column !== undefined) return column;
  const titles = names.includes('') ? '; does its table begin further down? --skip-first' : '';
  throw new UsageError(`--${flag}: is required; ${path} has ${listOf(names)}${titles}`);
}

function positionOf(
  flag: string,
  column: string,
  names: readonly string[],
  { path, header }: FinanceFormat,
): number {
  const position = header ? names.indexOf(column) : -1;
  if (position >= 0) {
    const other = names.indexOf(column, position + 1);
    if (other < 0) return position;
    throw new UsageError(
      `--${flag}: ${path} has several columns ${JSON.stringify(column)}; use the number of one: ${position + 1} or ${other + 1}`,
    );
  }
  const number = /^[1-9]\d{0,4}$/.test(column) ? Number(column) : NaN;
  if (number <= names.length) return number - 1;
  if (!header) throw new UsageError(`--${flag}: must be a number from 1 to ${names.length} with --no-header`);
  const suggestion = didYouMean(column, names);
  const hint =
    suggestion === undefined ? `it has ${listOf(names)}` : `did you mean ${JSON.stringify(suggestion)}?`;
  throw new UsageError(`--${flag}: ${path} has no column ${JSON.stringify(column)}; ${hint}`);
}

function listOf(names: readonly string[]): string {
  return names.map((one) => JSON.stringify(one)).join(', ');
}

const condition = /^\s*(?:"([^"]*)"|([^"=!]*[^"=!\s]))\s*(!?=)\s*(?:"([^"]*)"|([^"=!]*))$/;

/** Reads a condition: `account = 8400`, `"order id" != ""`. @throws UsageError if it is none */
export function readCondition(text: string): {
  readonly column: string;
  readonly value: string;
  readonly equal: boolean;
} {
  const [, quotedColumn, column = quotedColumn, operator, quotedValue, value = quotedValue] =
    condition.exec(text) ?? [];
  if (column === undefined || value === undefined) {
    throw new UsageError(
      `--where: ${JSON.stringify(text)} must be a column, = or != and a value: 'account = 8400', 'order != ""'`,
    );
  }
  return { column, value: value.trim(), equal: operator === '=' };
}
