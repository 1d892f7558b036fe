import { type CellValue, isEmptyCell, type Table } from '../../../tables/table.ts';
import type { FinanceColumns } from './columns.ts';

/**
 * Returns the table with the cells of `--fill-down`: an empty one has the value of the nearest row above that has one, as in an
 * order whose first line alone has its id. Nothing stands above the first row.
 *
 * @param onFilled Called for each row in which a cell was filled
 */
export function withFilledCells(
  table: Table,
  { fillDown, header }: Pick<FinanceColumns, 'fillDown' | 'header'>,
  onFilled: () => void,
): Table {
  if (fillDown.length === 0) return table;
  return async function* () {
    const above = new Map<number, CellValue>();
    let isHeader = header;
    for await (const row of table()) {
      if (isHeader) {
        isHeader = false;
        yield row;
        continue;
      }
      const cells = [...row.cells];
      let isFilled = false;
      for (const column of fillDown) {
        const cell = cells[column] ?? '';
        const value = above.get(column);
        if (!isEmptyCell(cell)) above.set(column, cell);
        else if (value !== undefined) {
          while (cells.length < column) cells.push('');
          cells[column] = value;
          isFilled = true;
        }
      }
      if (isFilled) onFilled();
      yield { ...row, cells };
    }
  };
}
