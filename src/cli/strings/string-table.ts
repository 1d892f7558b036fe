import { basename, extname } from 'node:path';

import { localeOfName } from '../../shared/locale.ts';
import type { TableFlags } from '../changes/change-flags.ts';
import { readSheetTable } from '../changes/plan-sheet.ts';
import { Faults } from '../tables/faults.ts';
import { invalidCell, type NamedRow, type NamedTable } from '../tables/named-rows.ts';
import { readable } from '../tables/open-table.ts';
import { isWorkbook, textOf } from '../tables/table.ts';
import { CommandError, UsageError } from '../terminal/command-error.ts';
import { warn } from '../terminal/log-line.ts';
import { readJsonStrings } from './json-strings.ts';
import { localeOfCode, languageOf } from './locales.ts';
import type { StringKind } from './strings.ts';

/** The column of a file that has one language. */
export const valueColumn = 'value';

/** How the file of a translator is read. */
type StringTableFlags = TableFlags & {
  /** The language of its column `value`, or of its JSON. */
  readonly locale?: string | undefined;
};

/**
 * Reads the strings of a file as a table with a column for each language: a table, a workbook with a sheet for each language,
 * or JSON with the strings of one.
 *
 * @throws UsageError @throws CommandError if the file cannot be read
 */
export async function readStringTable(
  kind: StringKind,
  path: string,
  flags: StringTableFlags,
  faults: Faults,
): Promise<NamedTable> {
  checkNamed(path, basename(path, extname(path)), flags.locale);
  if (/\.json$/i.test(path)) return readJsonStrings(kind, path, flags.locale, faults);
  const { sheet: one = '' } = flags;
  checkNamed(path, one, flags.locale);
  const all = flags.sheet === undefined && isWorkbook(path) ? await sheetsIn(path) : [];
  const sheets = all.filter(({ isHidden }) => !isHidden).map(({ name }) => name);
  const named = sheets.filter((sheet) => languageOf(sheet) !== undefined);
  if (named.length === 0)
    return withLocale(await readOne(kind, path, flags, faults), flags.locale ?? languageOf(one));
  if (named.length > 1 && flags.locale !== undefined)
    throw new UsageError(
      `--locale: is of one sheet, and ${path} has ${named.join(', ')}: --sheet says which`,
    );
  const others = all.filter(({ name }) => !named.includes(name));
  for (const { name: sheet } of others.filter(({ isHidden }) => !isHidden))
    if (await hasStrings(kind, path, { ...flags, sheet }))
      throw new UsageError(
        `--sheet: is required, because the sheet ${JSON.stringify(sheet)} of ${path} has strings, and ${JSON.stringify(named[0])} may be a language`,
      );
  if (others.length > 0)
    warn(
      `${path}: does not read ${others.map(({ name, isHidden }) => JSON.stringify(name) + (isHidden ? ' (hidden)' : '')).join(', ')}`,
    );
  const tables: SheetTable[] = [];
  for (const sheet of named) {
    const table = await readOne(kind, path, { ...flags, sheet }, faults);
    tables.push({ ...withLocale(table, flags.locale ?? languageOf(sheet)), sheet });
  }
  return merged(kind, path, tables, faults);
}

function readOne(
  kind: StringKind,
  path: string,
  flags: StringTableFlags,
  faults: Faults,
): Promise<NamedTable> {
  const { columns, keyColumns } = kind;
  const isText = (name: string): boolean => !keyColumns.includes(name);
  return readSheetTable(path, { ...columns, allows: () => true, isText }, flags, faults);
}

/** Whether a sheet that is named by no language has strings too: those that are named so may be copies with short names, such as old. */
async function hasStrings(kind: StringKind, path: string, flags: StringTableFlags): Promise<boolean> {
  try {
    return (await readOne(kind, path, flags, new Faults())).rows.length > 0;
  } catch (error) {
    // Notes and the like lack the columns.
    if (error instanceof CommandError) return false;
    throw error;
  }
}

async function sheetsIn(path: string) {
  const { sheetsOf } = await import('../tables/xlsx-table.ts');
  return readable(path, () => sheetsOf(path));
}

/** New strings of a wrong language cannot be deleted. @throws UsageError if a file or its sheet is named by another language than given */
function checkNamed(path: string, name: string, locale: string | undefined): void {
  // Codes of three letters are words, too.
  const named = localeOfName(name) ?? localeOfCode(name);
  if (locale === undefined || named === undefined) return;
  const first = (one: string): string | undefined => /^[a-z]+/i.exec(one)?.[0].toLowerCase();
  if (first(named) !== first(locale))
    throw new UsageError(
      `--locale: is ${locale}, and ${path} is named ${name}: rename it if it is ${locale}`,
    );
}

/** Names the column `value` by its language. */
function withLocale(table: NamedTable, locale: string | undefined): NamedTable {
  const column = table.columns.find((name) => name.toLowerCase() === valueColumn);
  if (locale === undefined || column === undefined) return table;
  if (table.columns.includes(locale))
    throw new UsageError(`${table.path}: the columns ${column} and ${locale} are both ${locale}`);
  return {
    ...table,
    columns: table.columns.map((name) => (name === column ? locale : name)),
    rows: table.rows.map(({ where, cell, cells, behind }) => ({
      where,
      cells,
      behind: (name, ignored) => behind(name === locale ? column : name, ignored),
      cell: (name) => cell(name === locale ? column : name),
      placeOf: (name) => (name === locale ? column : name),
    })),
  };
}

type SheetTable = NamedTable & { readonly sheet: string };
type SheetRow = NamedRow & { readonly sheet: string };

/** Returns the sheets of languages as one table: the rows of a key are one row. */
function merged(
  { keyColumns }: StringKind,
  path: string,
  tables: readonly SheetTable[],
  faults: Faults,
): NamedTable {
  const all = tables.flatMap(({ rows, sheet }) =>
    rows.map((row): SheetRow => ({ ...row, where: `${row.where} of ${sheet}`, sheet })),
  );
  const keyOf = (row: NamedRow): string => JSON.stringify(keyColumns.map((name) => textOf(row.cell(name))));
  const columns = [...new Set(tables.flatMap((table) => table.columns))];
  const rows = [...Map.groupBy(all, keyOf).values()].flatMap((same) => {
    // A key that is twice in one sheet is a fault of the sheet.
    const once = same.filter((row) => same.find(({ sheet }) => sheet === row.sheet) === row);
    const twice = same.filter((row) => !once.includes(row));
    return [mergedRow(once, columns, faults), ...twice];
  });
  const ignored = [...new Set(tables.flatMap((table) => table.ignored))];
  return { path, columns, ignored, rows };
}

function mergedRow(rows: readonly SheetRow[], columns: readonly string[], faults: Faults): NamedRow {
  const [first] = rows;
  if (!first) throw new Error('no rows');
  const rowOf = (column: string): SheetRow => rows.find((row) => row.cell(column) !== '') ?? first;
  for (const column of columns) {
    const found = rowOf(column);
    const other = rows.find((row) => !['', textOf(found.cell(column))].includes(textOf(row.cell(column))));
    if (other) faults.add(invalidCell(other, column, `differs from that of ${found.where}`).fault);
  }
  return {
    where: first.where,
    cell: (column) => rowOf(column).cell(column),
    cells: (column) => rows.flatMap((row) => row.cells(column)),
    behind: (column, ignored) => rowOf(column).behind(column, ignored),
    whereOf: (column) => rowOf(column).where,
    placeOf: (column) => rowOf(column).placeOf?.(column) ?? column,
  };
}
