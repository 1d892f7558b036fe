import {
  CellError,
  type CellValue,
  isWorkbook,
  type Table,
  type TableFormat,
} from '../../../tables/table.ts';
import type { FinanceColumns } from './columns.ts';

/**
 * Returns the table with the value of merged cells in each row that these cover. An amount is of one row: in the others it is
 * an error.
 */
export async function withMergedCells(
  table: Table,
  format: TableFormat,
  { amount, names }: FinanceColumns,
): Promise<Table> {
  if (!isWorkbook(format.path)) return table;
  const { mergedCellsOf } = await import('../../../tables/xlsx-table.ts');
  const covering = (await mergedCellsOf(format))
    .filter(({ row, lastRow, column }) => lastRow > row && column < names.length)
    .toSorted((a, b) => a.row - b.row);
  if (covering.length === 0) return table;
  const amounts = typeof amount === 'number' ? [amount] : [amount.debit, amount.credit];
  return async function* () {
    const waiting = [...covering].toReversed();
    let values: { readonly column: number; readonly lastRow: number; readonly value: CellValue }[] = [];
    for await (const row of table()) {
      const index = row.line - 1;
      values = values.filter(({ lastRow }) => lastRow >= index);
      const cells = [...row.cells];
      for (const { column, value } of values) {
        while (cells.length < column) cells.push('');
        cells[column] = value;
      }
      yield { ...row, cells, isMerged: values.length > 0 };
      for (let range = waiting.at(-1); range && range.row <= index; range = waiting.at(-1)) {
        waiting.pop();
        const { column } = range;
        const value = amounts.includes(column) ? mergedAmount : (row.cells[column] ?? '');
        if (range.row === index) values.push({ ...range, value });
      }
    }
  };
}

const mergedAmount = new CellError('', 'it is merged with the one above, of which only one row can have it');
