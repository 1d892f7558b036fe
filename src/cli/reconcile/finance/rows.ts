import type { FinanceColumns } from './columns.ts';
import type { FinanceFormat } from './finance-format.ts';
import { type Cell, type Table, type TableRow, textOf } from './table.ts';

/** A row of the finance system. */
export interface FinanceRow {
  /** Number of the line in the file where the row ends, or of the row in its sheet, from 1. */
  readonly line: number;
  readonly id: string;
  readonly amount: Cell;
  /** `undefined` without `--currency-column`. */
  readonly currencyCode: string | undefined;
  /** `undefined` without `--date-column`. */
  readonly date: Cell | undefined;
  /** What is wrong with the whole row, whose cells may be in other columns. */
  readonly problem: string | undefined;
}

/** Rows that were left out because of a flag. */
export interface SkippedRows {
  /** The rows of `--skip-last`. */
  readonly last: TableRow[];
  /** Number of rows that do not meet `--where`. */
  where: number;
}

/** Yields the rows of the table, and adds to `skipped` what is left out. */
export async function* readFinanceRows(
  table: Table,
  columns: FinanceColumns,
  { header, skipLast }: Pick<FinanceFormat, 'header' | 'skipLast'>,
  skipped: SkippedRows,
): AsyncGenerator<FinanceRow, void, undefined> {
  const { last } = skipped;
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
    if (meets(next, columns)) yield toFinanceRow(next, columns);
    else skipped.where += 1;
  }
}

function meets({ cells }: TableRow, { where }: FinanceColumns): boolean {
  return where.every(({ column, value, equal }) => (textOf(cells[column]).trim() === value) === equal);
}

function toFinanceRow({ line, cells }: TableRow, columns: FinanceColumns): FinanceRow {
  const { id, amount, currency, date } = columns;
  return {
    line,
    id: textOf(cells[id]),
    amount: cells[amount] ?? '',
    currencyCode: currency === undefined ? undefined : textOf(cells[currency]).trim(),
    date: date === undefined ? undefined : (cells[date] ?? ''),
    problem: problemOf(cells, columns),
  };
}

/** Cells without a value after the last column are no problem: some systems end each row with a delimiter. */
function problemOf(cells: readonly Cell[], { count }: FinanceColumns): string | undefined {
  const { length } = cells;
  if (count === undefined || length === count) return undefined;
  if (length > count && cells.slice(count).every((cell) => cell === '')) return undefined;
  return `the number of cells is ${length}, in the first line ${count}`;
}
