import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

import { UnreadableFileError } from '../files/unreadable-file.ts';
import { UsageError } from '../terminal/command-error.ts';
import type { Table, TableFormat, TableRow } from './table.ts';
import { readWorkbookParts, type WorkbookParts, type WorkbookSheet } from './workbook-xml.ts';
import { mergedRanges, sheetRows } from './xlsx-cells.ts';
import { contentOf, partsOf, type ZipPart } from './zip-parts.ts';

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
    return () => readRows(parts, workbook, sheet, format.skipFirst);
  } catch (error) {
    if (error instanceof UsageError || error instanceof UnreadableFileError) throw error;
    throw new UnreadableFileError(messageOf(error));
  }
}

/** Everything but the sheets is held in memory while rows are read. */
const maxHeldBytes = 256 * 1024 * 1024;

/**
 * Returns what is wrong with the parts of a workbook; `undefined` if all are whole. The library that reads rows compares no
 * checksum, ends without an error where a sheet does, and inflates without a limit.
 */
async function damageOf(parts: readonly ZipPart[]): Promise<string | undefined> {
  for (const part of parts) {
    const isSheet = part.name.startsWith('xl/worksheets/') && part.name.endsWith('.xml');
    let [size, crc, end] = [0, 0, ''];
    for await (const chunk of contentOf(part)) {
      crc = crc32(chunk, crc);
      size += chunk.length;
      end = (end + chunk.subarray(-100).toString('latin1')).slice(-100);
      if (!isSheet && size > maxHeldBytes) return `it is too large: ${part.name} has more than 256 MiB`;
    }
    if (crc !== part.crc) return `the checksum of ${part.name} is wrong`;
    if (isSheet && !/<\/(\w+:)?\w+sheet>\s*$/.test(end)) return `${part.name} ends in the middle of its XML`;
  }
  return undefined;
}

async function* readRows(
  parts: readonly ZipPart[],
  workbook: WorkbookParts,
  sheet: WorkbookSheet,
  skipFirst: number,
): AsyncGenerator<TableRow, void, undefined> {
  for await (const { index, cells, isHidden } of sheetRows(parts, workbook, sheet)) {
    if (index >= skipFirst && cells.some((cell) => cell !== '')) yield { line: index + 1, cells, isHidden };
  }
}

/** Returns the first cell, from 0, and the last row of each range that is merged after the lines to skip: its others have no value. */
export async function mergedCellsOf(format: TableFormat) {
  const parts = partsOf(await readFile(format.path));
  const sheet = chooseSheet(format, (await readWorkbookParts(parts)).sheets);
  const merged: { row: number; column: number; lastRow: number }[] = [];
  for await (const range of mergedRanges(parts, sheet))
    if (range.lastRow >= format.skipFirst) merged.push(range);
  return merged;
}

/** Returns the sheets of a workbook, with those that it hides. */
export async function sheetsOf(path: string): Promise<readonly WorkbookSheet[]> {
  return (await readWorkbookParts(partsOf(await readFile(path)))).sheets;
}

/** Returns the sheet of this name or number, or the only one that is not hidden. */
function chooseSheet({ path, sheet }: TableFormat, sheets: readonly WorkbookSheet[]): WorkbookSheet {
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
