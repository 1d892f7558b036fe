import { placeholdersOf, withoutPlaceholders } from './placeholders.ts';

/** A cell of a column, in the order of the sheet. */
export interface ColumnCell {
  readonly value: string;
  readonly source: string | undefined;
  /** What the service has, or the sheet as it was sent out. */
  readonly before: string | undefined;
}

/** One cell alone may be like its neighbour. */
const minBlock = 2;

/** A block of cells that belong to the rows above or below. */
export interface Shift {
  /** The first cell, and how many there are. */
  readonly index: number;
  readonly count: number;
  readonly from: 'above' | 'below';
}

/** Returns the blocks of a column that are one row off: each cell fits the row beside its own, and not its own. */
export function shiftedBlocks(cells: readonly ColumnCell[]): readonly Shift[] {
  const wanted = cells.map(({ source }) => (source === undefined ? '' : keptOf(source)));
  const kept = cells.map(({ value }) => keptOf(value));
  const isText = (index: number, row: number): boolean =>
    cells[index]?.value !== '' && cells[index]?.value === cells[row]?.before;
  const keeps = (index: number, row: number): boolean => kept[index] !== '' && kept[index] === wanted[row];
  return (['above', 'below'] as const).flatMap((from) => {
    const step = from === 'above' ? -1 : 1;
    const blocks: Shift[] = [];
    let start = 0;
    let count = 0;
    const end = (): void => {
      if (count >= minBlock) blocks.push({ index: start, count, from });
      count = 0;
    };
    for (const index of cells.keys()) {
      const [isOwnText, keepsOwn] = [isText(index, index), keeps(index, index)];
      const isOff =
        (!isOwnText && isText(index, index + step)) ||
        (kept[index] !== wanted[index] && keeps(index, index + step));
      if (isOff && count === 0) start = index;
      if (isOff) count += 1;
      else if (isOwnText || keepsOwn) end();
    }
    end();
    return blocks;
  });
}

/** Returns what a translation keeps of its source: placeholders, numbers and the mark at its end; empty if it has none. */
function keptOf(text: string): string {
  const { named, printf } = placeholdersOf(text, false);
  const numbers = withoutPlaceholders(text).match(/\d+/g) ?? [];
  const [end = ''] =
    /[?!:…]$/.exec(
      text
        .normalize('NFKC')
        .trim()
        .replace(/\.{3}$/, '…'),
    ) ?? [];
  return [...named, ...printf, ...numbers, end].sort().join(' ').trim();
}
