import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { readXlsx, streamXlsxRows } from 'hucre/xlsx';

import { UsageError } from '../command-error.ts';
import { UnreadableFileError } from '../read/stored-row.ts';
import type { Table, TableFormat, TableRow } from './table.ts';
import { damageOf } from './workbook-damage.ts';

/** Opens a sheet of a workbook. @throws UsageError if it is not clear which one */
export async function openXlsxTable(format: TableFormat): Promise<Table> {
  const sheet = await findSheet(format);
  return () => readRows(format, sheet);
}

async function* readRows(
  { path, skipFirst }: TableFormat,
  sheet: number,
): AsyncGenerator<TableRow, void, undefined> {
  const stream = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  try {
    for await (const { index, values } of streamXlsxRows(stream, { sheet })) {
      const cells = values.map((value) => value ?? '');
      if (index >= skipFirst && cells.some((cell) => cell !== '')) yield { line: index + 1, cells };
    }
  } catch (error) {
    throw unreadable(error);
  }
}

/** A cell whose value is not what whoever looks at the sheet takes it for. */
interface OddCell {
  /** From 1. */
  readonly row: number;
  /** Of its column, from 0. */
  readonly index: number;
  readonly message: string;
}

/** Returns the formulas that no program has calculated, and the cells that others are merged into. */
export async function oddCellsOf(format: TableFormat): Promise<readonly OddCell[]> {
  const { sheets } = await readXlsx(await readFile(format.path), { sheets: [await findSheet(format)] });
  const [sheet] = sheets;
  const formulas = [...(sheet?.cells ?? [])].flatMap(([place, { formula, formulaResult }]) => {
    if (formula === undefined || (formulaResult ?? null) !== null) return [];
    const [row = 0, index = 0] = place.split(',').map(Number);
    return [
      { row: row + 1, index, message: 'is a formula without a value: open the file, and save it again' },
    ];
  });
  const merged = (sheet?.merges ?? []).flatMap(({ startRow, startCol, endRow }) =>
    endRow < format.skipFirst
      ? []
      : [{ row: startRow + 1, index: startCol, message: 'is merged with others, which have no value then' }],
  );
  return [...formulas, ...merged];
}

/** Returns the position of the sheet, by its name or number. */
async function findSheet({ path, sheet }: TableFormat): Promise<number> {
  const names: string[] = [];
  const isRead = ({ name }: { readonly name: string }): boolean => names.push(name) < 0;
  const workbook = await readFile(path);
  await readXlsx(workbook, { sheets: isRead }).catch((error: unknown) => {
    throw unreadable(error);
  });
  const has = `${path} has ${names.map((name) => JSON.stringify(name)).join(', ')}`;
  if (sheet === undefined && names.length > 1) throw new UsageError(`--sheet: is required, because ${has}`);
  const index = sheet === undefined ? 0 : names.includes(sheet) ? names.indexOf(sheet) : Number(sheet) - 1;
  const name = names[index];
  if (name === undefined) throw new UsageError(`--sheet: ${JSON.stringify(sheet)} does not exist; ${has}`);
  const damage = await damageOf(workbook).catch((error: unknown) => messageOf(error));
  if (damage !== undefined)
    throw new UnreadableFileError(`the workbook of the sheet ${JSON.stringify(name)} is damaged: ${damage}`);
  return index;
}

function unreadable(error: unknown): UnreadableFileError {
  return new UnreadableFileError(messageOf(error));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
