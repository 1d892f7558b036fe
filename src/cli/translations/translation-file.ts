import { didYouMean } from '../../client/api/input-object.ts';
import { csvLine } from '../../ledger/csv.ts';
import { localeOfName, meantLocale } from '../../shared/locale.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { invalidCell, type NamedRow, readNamedRows } from '../table/named-rows.ts';
import type { TableFormat } from '../table/table.ts';
import { sortLocales } from './locales.ts';
import {
  formatKey,
  idOf,
  keyColumns,
  type TranslationKey,
  type TranslationTable,
} from './translation-table.ts';

/** Yields the lines of a CSV file, whose columns are the keys and these locales. @throws CommandError at text that is no Unicode */
export function* linesOf({ rows }: TranslationTable, locales: readonly string[]): Generator<string> {
  yield csvLine([...keyColumns, ...locales]);
  for (const { key, values } of rows) {
    const cells = [
      ...keyColumns.map((column) => key[column]),
      ...locales.map((locale) => values.get(locale) ?? ''),
    ];
    if (!cells.every((cell) => cell.isWellFormed()))
      throw new CommandError(
        'not_unicode',
        `${formatKey(key)}: has half of a character, which no file can hold`,
      );
    yield csvLine(cells);
  }
}

/**
 * Reads a file. A column such as `de_DE` may be a locale of the service.
 *
 * @throws UsageError naming the row and the column that are wrong
 */
export async function readTranslations(format: TableFormat): Promise<TranslationTable> {
  // All columns: a message about an unknown one has to know what locales are.
  const { columns, rows } = await readNamedRows(format, {
    required: [],
    allows: () => true,
    header: ['kind', 'key'],
  });
  const known: readonly string[] = keyColumns;
  const locales = columns.filter((name) => !known.includes(name));
  for (const name of locales) checkColumn(format.path, name);
  const missing = ['kind', 'key'].find((name) => !columns.includes(name));
  if (missing !== undefined) throw new UsageError(`${format.path}: the column ${missing} is missing`);
  const seen = new Map<string, string>();
  const read = rows.map((row) => {
    const key = readKey(row);
    const earlier = seen.get(idOf(key));
    if (earlier !== undefined)
      throw new UsageError(`${row.where}: ${JSON.stringify(formatKey(key))} is in ${earlier} already`);
    seen.set(idOf(key), row.where);
    const values = locales.map((locale) => [locale, textIn(row, locale)] as const);
    return { key, where: row.where, values: new Map(values.filter(([, value]) => value !== '')) };
  });
  return { locales: sortLocales(locales), rows: read };
}

/** A misspelled column must not become a locale, nor be left out. */
function checkColumn(path: string, name: string): void {
  const column = didYouMean(name, keyColumns);
  if (meantLocale(name) !== undefined && column?.toLowerCase() !== name.toLowerCase()) return;
  const known = `known: ${keyColumns.join(', ')}, and locales such as de or pt-BR`;
  const meant = localeOfName(name) ?? column;
  const hint = meant === undefined ? known : `did you mean ${meant}?`;
  throw new UsageError(`${path}: unknown column ${JSON.stringify(name)}; ${hint}`);
}

/** The columns that a key of a kind needs, and those that must be empty. */
const columnsOfKind = {
  static: { needed: ['key'], empty: ['type', 'external_id', 'field'] },
  dynamic: { needed: ['type', 'external_id', 'field'], empty: ['key'] },
} as const;

function readKey(row: NamedRow): TranslationKey {
  const [, key = '', type = '', id = '', field = ''] = keyColumns.map((column) => textIn(row, column));
  const kind = textIn(row, 'kind').trim();
  if (kind !== 'static' && kind !== 'dynamic')
    throw invalidCell(row, 'kind', `must be static or dynamic, not ${JSON.stringify(kind)}`);
  const { needed, empty } = columnsOfKind[kind];
  const missing = needed.find((column) => textIn(row, column) === '');
  if (missing !== undefined) throw invalidCell(row, missing, `is required for a ${kind} translation`);
  const extra = empty.find((column) => textIn(row, column) !== '');
  if (extra !== undefined) throw invalidCell(row, extra, `must be empty for a ${kind} translation`);
  return { kind, key, type, external_id: id, field };
}

/** A workbook has numbers and dates too: how they were typed, and so what is meant, is not known. */
function textIn(row: NamedRow, column: string): string {
  const value = row.cell(column);
  if (typeof value === 'string') return value;
  const what = value instanceof Date ? 'a date' : `the ${typeof value} ${String(value)}`;
  throw invalidCell(row, column, `is ${what}; set its format to Text, and type it again`);
}
