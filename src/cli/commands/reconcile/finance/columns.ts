import { didYouMean } from '../../../../client/api/input-object.ts';
import { UnreadableFileError } from '../../../files/unreadable-file.ts';
import type { Problem } from '../../../tables/amounts.ts';
import { headerHint } from '../../../tables/header-hint.ts';
import {
  CellError,
  type CellValue,
  columnName,
  isEmptyCell,
  isWorkbook,
  type Table,
  type TableRow,
  textOf,
} from '../../../tables/table.ts';
import { UsageError } from '../../../terminal/command-error.ts';
import { listed } from '../../../terminal/format.ts';
import type { FinanceFormat } from '../config-file.ts';

/** Where the finance system's file has its columns, as positions from 0. */
export type FinanceColumns = Awaited<ReturnType<typeof findColumns>>;

/**
 * Finds the columns in the first row, by their names or numbers.
 *
 * @throws UsageError if one is missing or does not exist
 * @throws UnreadableFileError if there is no row
 */
export async function findColumns(table: Table, format: FinanceFormat) {
  try {
    return await positionsOf(table, format);
  } catch (error) {
    if (!(error instanceof UsageError) || !format.header) throw error;
    const { idColumn, amountColumn, debitColumn, creditColumn, signColumn, currencyColumn, dateColumn } =
      format;
    const wanted = [
      idColumn,
      amountColumn,
      debitColumn,
      creditColumn,
      signColumn,
      currencyColumn,
      dateColumn,
    ];
    const hint = await headerHint(
      table,
      wanted.filter((name) => name !== undefined),
    );
    throw hint === '' ? error : new UsageError(error.message.replace(generalHint, '') + hint);
  }
}

const generalHint = '; does its table begin further down? --skip-first';

async function positionsOf(table: Table, format: FinanceFormat) {
  const names = (await firstRow(table)).cells.map(columnName);
  const find = (flag: string, column: string): number => positionOf(flag, column, names, format);
  const { idColumn, amountColumn, debitColumn, creditColumn, signColumn, currencyColumn, dateColumn } =
    format;
  const optional = (flag: string, column: string | undefined): number | undefined =>
    column === undefined ? undefined : find(flag, column);
  return {
    names,
    header: format.header,
    // Number of columns; `undefined` in a workbook, whose rows end at their last value.
    count: isWorkbook(format.path) ? undefined : names.length,
    id: find('id-column', required('id-column', idColumn, names, format)),
    // The amount, or what is subtracted and what is added.
    amount:
      debitColumn === undefined
        ? find('amount-column', required('amount-column', amountColumn, names, format))
        : { debit: find('debit-column', debitColumn), credit: find('credit-column', creditColumn ?? '') },
    sign: optional('sign-column', signColumn),
    currency: optional('currency-column', currencyColumn),
    date: optional('date-column', dateColumn),
    // The columns whose empty cells have the value above.
    fillDown: format.fillDown.map((column) => find('fill-down', column)),
    // The conditions of `--where`: all of them must be met.
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
  const titles = names.includes('') ? generalHint : '';
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
  const suggestion = column.trim() === '' ? undefined : didYouMean(column, names);
  const hint =
    suggestion === undefined ? `it has ${listOf(names)}` : `did you mean ${JSON.stringify(suggestion)}?`;
  throw new UsageError(`--${flag}: ${path} has no column ${JSON.stringify(column)}; ${hint}`);
}

/** Names to show, and characters of each. */
const [maxNames, maxName] = [20, 60];

function listOf(names: readonly string[]): string {
  return listed(
    names.map((one, index) =>
      one === '' ? `${index + 1} (without a name)` : JSON.stringify(one.slice(0, maxName)),
    ),
    maxNames,
  );
}

const condition = /^\s*(?:"([^"]*)"|([^"=!\s]+(?:\s+[^"=!\s]+)*))\s*(!?=)(?:\s*"([^"]*)"|([^"=!]*))$/;

/** Reads a condition: `account = 8400`, `"order id" != ""`. @throws UsageError if it is none */
export function readCondition(text: string) {
  const [, quotedColumn, column = quotedColumn, operator, quotedValue, value = quotedValue] =
    condition.exec(text) ?? [];
  if (column === undefined || value === undefined) {
    throw new UsageError(
      `--where: ${JSON.stringify(text)} must be a column, = or != and a value: 'account = 8400', 'order != ""'`,
    );
  }
  return { column, value: value.trim(), equal: operator === '=' };
}

/** Where the rows go that are left out. */
interface LeftOut {
  /** Gets the rows of `--skip-last`. */
  readonly last: TableRow[];
  /** Called with a row that does not meet `--where`. */
  readonly onRow: (row: TableRow) => void;
}

/** Yields the rows of the table that are compared. */
export async function* readFinanceRows(
  table: Table,
  columns: FinanceColumns,
  { header, skipLast }: Pick<FinanceFormat, 'header' | 'skipLast'>,
  { last, onRow }: LeftOut,
): AsyncGenerator<TableRow, void, undefined> {
  let isFirst = header;
  for await (const row of table()) {
    if (isFirst) {
      isFirst = false;
      continue;
    }
    let next: TableRow | undefined = row;
    if (skipLast > 0) {
      last.push(row);
      next = last.length > skipLast ? last.shift() : undefined;
    }
    if (!next) continue;
    if (meets(next, columns)) yield next;
    else onRow(next);
  }
}

function meets({ cells }: TableRow, { where }: FinanceColumns): boolean {
  return where.every(({ column, value, equal }) => {
    const cell = cells[column];
    return (value === '' ? isEmptyCell(cell) : textOf(cell).trim() === value) === equal;
  });
}

/**
 * Returns what is wrong with a whole row: its cells may be in other columns, or have no value. Cells without a value after
 * the last column are no problem: some systems end each row with a delimiter.
 */
export function rowProblem(cells: readonly CellValue[], columns: FinanceColumns): Problem | undefined {
  for (const name of ['id', 'currency', 'sign'] as const) {
    const cell = cells[columns[name] ?? -1];
    if (cell instanceof CellError) return { reason: 'cells', message: `the ${name}: ${cell.message}` };
  }
  if (repeatsHeader(cells, columns))
    return { reason: 'headers', message: 'repeats the names of the columns' };
  const { length } = cells;
  const { count } = columns;
  if (count === undefined || length === count) return undefined;
  if (length > count && cells.slice(count).every((cell) => cell === '')) return undefined;
  return { reason: 'rows', message: `the number of cells is ${length}, in the first line ${count}` };
}

/** Whether a row has the names of the columns again. */
function repeatsHeader(cells: readonly CellValue[], { names, id, header }: FinanceColumns): boolean {
  const isSame = (column: number): boolean => columnName(cells[column] ?? '') === names[column];
  return header && isSame(id) && [...names.keys()].every(isSame);
}
