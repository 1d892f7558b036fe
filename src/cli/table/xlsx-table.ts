import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { readXlsx, streamXlsxRows } from 'hucre/xlsx';

import { UsageError } from '../command-error.ts';
import { UnreadableFileError } from '../read/stored-row.ts';
import { findOddCells, type OddCells } from './odd-cells.ts';
import type { Table, TableFormat, TableRow } from './table.ts';
import { damageOf } from './workbook-damage.ts';
import { readWorkbookParts, type Sheet } from './workbook-xml.ts';
import { partsOf } from './zip-parts.ts';

/** Opens a sheet of a workbook. @throws UsageError if it is not clear which one */
export async function openXlsxTable(format: TableFormat): Promise<Table> {
  try {
    const parts = partsOf(await readFile(format.path));
    const workbook = await readWorkbookParts(parts);
    const sheet = chooseSheet(format, workbook.sheets);
    const damage = await damageOf(parts).catch((error: unknown) => messageOf(error));
    if (damage !== undefined) {
      const name = JSON.stringify(sheet.name);
      throw new UnreadableFileError(`the workbook of the sheet ${name} is damaged: ${damage}`);
    }
    const oddCells = await findOddCells(parts, workbook, sheet);
    return () => readRows(format, sheet, oddCells);
  } catch (error) {
    throw error instanceof UsageError ? error : unreadable(error);
  }
}

async function* readRows(
  { path, skipFirst }: TableFormat,
  sheet: Sheet,
  oddCells: OddCells,
): AsyncGenerator<TableRow, void, undefined> {
  const stream = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  try {
    for await (const { index, values } of streamXlsxRows(stream, { sheet: sheet.index })) {
      const odd = oddCells.get(index);
      const cells = values.map((value, column) => {
        const cell = odd?.get(column) ?? value ?? '';
        // The library keeps a carriage return that XML does not have.
        return typeof cell === 'string' ? cell.replaceAll('\r\r\n', '\r\n') : cell;
      });
      if (index >= skipFirst && cells.some((cell) => cell !== '')) yield { line: index + 1, cells };
    }
  } catch (error) {
    throw unreadable(error);
  }
}

/** Returns the first cell, from 0, of each range that is merged after the lines to skip: its others have no value then. */
export async function mergedCellsOf(
  format: TableFormat,
): Promise<readonly { readonly row: number; readonly column: number }[]> {
  const workbook = await readFile(format.path);
  const { index } = chooseSheet(format, (await readWorkbookParts(partsOf(workbook))).sheets);
  const { sheets } = await readXlsx(workbook, { sheets: [index] });
  const merges = (sheets[0]?.merges ?? []).filter(({ endRow }) => endRow >= format.skipFirst);
  return merges.map(({ startRow, startCol }) => ({ row: startRow, column: startCol }));
}

/** Returns the sheet of this name or number, or the only one that is not hidden. */
function chooseSheet({ path, sheet }: TableFormat, sheets: readonly Sheet[]): Sheet {
  const has = `${path} has ${sheets.map(({ name, isHidden }) => JSON.stringify(name) + (isHidden ? ' (hidden)' : '')).join(', ')}`;
  if (sheets.length === 0) throw new UnreadableFileError('the workbook has no sheet');
  if (sheet !== undefined) {
    const found = sheets.find(({ name }) => name === sheet) ?? sheets[Number(sheet) - 1];
    if (found) return found;
    throw new UsageError(`--sheet: ${JSON.stringify(sheet)} does not exist; ${has}`);
  }
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const [first, ...others] = visible.length > 0 ? visible : sheets;
  if (first && others.length === 0) return first;
  throw new UsageError(`--sheet: is required, because ${has}`);
}

function unreadable(error: unknown): UnreadableFileError {
  return error instanceof UnreadableFileError ? error : new UnreadableFileError(messageOf(error));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
