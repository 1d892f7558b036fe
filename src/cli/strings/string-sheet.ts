import { didYouMean } from '../../client/api/input-object.ts';
import { english, localeOfName } from '../../shared/locale.ts';
import { type Base, exactly, type State } from '../changes/change.ts';
import {
  type Pulled,
  pulledColumn,
  type PulledFrom,
  readPulled,
  shortHash,
  writePulled,
} from '../changes/pulled-column.ts';
import type { OutputFile } from '../files/output-file.ts';
import type { Faults } from '../tables/faults.ts';
import { invalidCell, type NamedRow, type NamedTable } from '../tables/named-rows.ts';
import { errorOf, isLoading, isSpreadsheetError } from '../tables/spreadsheet-errors.ts';
import { writeTable } from '../tables/write-table.ts';
import { CommandError } from '../terminal/command-error.ts';
import { shellQuoted } from '../terminal/format.ts';
import { plainKey } from './checks/similar-keys.ts';
import { visibleForm } from './invisible.ts';
import { localeProblem, noLocale, suggestedLocale } from './locales.ts';
import { valueColumn } from './string-table.ts';
import { sortLocales, type StringKind, type Strings } from './strings.ts';

/** What a sheet may have besides what the service has. */
interface Allowed {
  /** `undefined` where the service is not read: then all strings and locales are allowed. */
  readonly service: Strings | undefined;
  /** The strings that a plain key may name. @defaultValue those of the service */
  readonly known?: State | undefined;
  /** What a string is translated from, if its row does not have that. */
  readonly sourceOf?: ((item: string) => string | undefined) | undefined;
  /** The locales that are meant; the others are not sent. @defaultValue all */
  readonly locales?: readonly string[] | undefined;
  readonly newLocales: readonly string[];
  readonly newKeys: boolean;
  /** The service whose bases count; without it, none does. */
  readonly from?: PulledFrom['service'] | undefined;
  /** What the sheet says that was sent out. */
  readonly sentOut?: Pulled | undefined;
}

/** The strings of a sheet, each with its place. */
export interface SheetStrings extends Strings {
  readonly whereOf: (item: string, locale?: string) => string;
  readonly pulled: Pulled;
  /** What a cell, or the source, was when its row was pulled; `undefined` if the sheet does not say that. */
  readonly pulledOf: (item: string, column: string) => Base | undefined;
}

/** Reads the strings of a sheet; what is wrong is added to its faults. */
export function readStringSheet(
  kind: StringKind,
  table: NamedTable,
  faults: Faults,
  allowed: Allowed,
): SheetStrings {
  const { columns, rows, path } = table;
  const { keyColumns } = kind;
  const others = columns.filter(
    (name) => !keyColumns.includes(name) && (name !== kind.source || name === english),
  );
  const strange: string[] = [];
  /** The columns of locales. */
  const columnOf = new Map<string, string>();
  const locales = others.flatMap((name) => {
    const isEmpty = rows.every((row) => row.cell(name) === '');
    const locale = localeOfColumn(name, allowed.service?.locales ?? []);
    const other = columnOf.get(locale);
    columnOf.set(locale, other ?? name);
    const problem =
      other === undefined
        ? columnProblem(kind, locale, allowed, isEmpty)
        : `is ${locale}, as ${other} is: leave one of them out`;
    if (problem === noLocale) strange.push(name);
    else if (problem !== undefined) faults.add({ where: path, column: name, message: problem });
    return problem === undefined && !isEmpty ? [locale] : [];
  });
  const sourceColumn = columnOf.get(kind.source) ?? kind.source;
  if (strange.length > 0) {
    const ignore = shellQuoted(...strange.flatMap((name) => ['--ignore-column', name]));
    const message = `${noLocale}: rename a column of translations; of any other, let the name begin with #, or add ${ignore}`;
    faults.add({ where: path, column: strange.join(', '), message });
  }
  if (columns.every((name) => keyColumns.includes(name)))
    faults.add({
      where: path,
      message: 'has no column of a language: name it by that, or value with --locale',
    });
  const places = new Map<string, NamedRow>();
  const keys = new Map<NamedRow, string>();
  const state = new Map<string, ReadonlyMap<string, string>>();
  const sources = new Map<string, string>();
  const problemOfItem = itemCheck(kind, allowed);
  for (const row of rows) {
    faults.collect(() => {
      const item = kind.itemOf(row, allowed.known ?? allowed.service?.state);
      const earlier = places.get(item);
      if (earlier !== undefined)
        throw invalidCell(
          row,
          keyColumn(kind),
          `${JSON.stringify(kind.nameOf(item))} is in ${earlier.where} already`,
        );
      places.set(item, row);
      const own = stringIn(row, sourceColumn);
      const source = own || allowed.sourceOf?.(item);
      const cells = readCells(kind, row, item, { locales, columnOf, source, faults });
      const problem = cells.size > 0 ? problemOfItem(item) : undefined;
      if (problem !== undefined) throw invalidCell(row, keyColumn(kind), problem);
      state.set(item, cells);
      sources.set(item, own);
      keys.set(row, shortHash(item));
    });
  }
  const pulled = readPulled(
    table,
    (row) => keys.get(row),
    allowed.from,
    allowed.sentOut,
    (locale) => columnOf.get(locale) ?? locale,
  );
  return {
    state,
    locales: sortLocales(locales),
    sourceOf: (item) => sources.get(item) || undefined,
    whereOf: (item, locale = '') => {
      const row = places.get(item);
      return row?.whereOf?.(columnOf.get(locale) ?? locale) ?? row?.where ?? '';
    },
    pulled,
    pulledOf: (item, column) => {
      const hashes = pulled.cellsOf(shortHash(item))?.get(column);
      return hashes === undefined ? undefined : hashedBase(hashes);
    },
  };
}

/** Returns the hash of a string, and that of how people see it, if that is another string. */
function hashesOf(value: string): string {
  const seen = visibleForm(value);
  return seen === value ? shortHash(value) : `${shortHash(value)}.${shortHash(seen)}`;
}

function hashedBase(hashes: string): Base {
  if (hashes === '') return exactly(null);
  const [hash, seen = hash] = hashes.split('.');
  return {
    value: undefined,
    is: (value) => value !== null && shortHash(value) === hash,
    isAlike: (value) => value !== null && shortHash(visibleForm(value)) === seen,
  };
}

/** Returns the base that is a string, of a sheet that was sent out. */
export function stringBase(value: string): Base {
  return {
    ...exactly(value),
    isAlike: (other) => other !== null && visibleForm(other) === visibleForm(value),
  };
}

/** The column that is named where a string is wrong. */
function keyColumn({ columns }: StringKind): string {
  return columns.required.at(-1) ?? '';
}

/** How the cells of a row are read. */
interface CellReading {
  readonly locales: readonly string[];
  /** The columns of the file by their locales. */
  readonly columnOf: ReadonlyMap<string, string>;
  readonly source: string | undefined;
  readonly faults: Faults;
}

function readCells(
  kind: StringKind,
  row: NamedRow,
  item: string,
  { locales, columnOf, source, faults }: CellReading,
): ReadonlyMap<string, string> {
  const cells = new Map<string, string>();
  for (const locale of locales) {
    faults.collect(() => {
      const column = columnOf.get(locale) ?? locale;
      const value = stringIn(row, column);
      if (value === '') return;
      const isError = locale !== kind.source && isErrorFor(value, source);
      const problem = isError ? errorOf(value) : kind.problemOf?.(item, value);
      if (problem !== undefined) throw invalidCell(row, column, problem);
      cells.set(locale, kind.canonical?.(item, value) ?? value);
    });
  }
  return cells;
}

/** Whether a translation is an error of the spreadsheet, and its source is not. */
function isErrorFor(value: string, source: string | undefined): boolean {
  if (!isSpreadsheetError(value) || value === source) return false;
  // `Uploading…` may well be `Wird geladen…`.
  return !isLoading(value) || (source !== undefined && !/^\W*loading|(?:\.{3}|…)\s*$/i.test(source));
}

/** People name a column by its language: `German` and `Deutsch` are de. */
export function localeOfColumn(name: string, known: readonly string[]): string {
  if (known.includes(name) || localeOfName(name) === undefined) return name;
  return suggestedLocale(name, known) ?? name;
}

/** A misspelled column must not become a locale, nor be left out. */
function columnProblem(
  kind: StringKind,
  name: string,
  { service, locales, newLocales }: Allowed,
  isEmpty: boolean,
): string | undefined {
  const known = service?.locales ?? [];
  if (known.includes(name) || newLocales.includes(name)) return undefined;
  const { keyColumns: keys } = kind;
  const column = didYouMean(name, keys);
  const problem = localeProblem(name, known);
  if (column !== undefined && (problem !== undefined || column.toLowerCase() === name.toLowerCase()))
    return `is unknown; did you mean ${column}?`;
  if (name.toLowerCase() === valueColumn) return 'is of one language: --locale de says which';
  if (problem !== undefined) return problem;
  const isSent = !isEmpty && locales?.includes(name) !== false;
  if (!isSent || service === undefined || !kind.isOpen) return undefined;
  const language = name.split(/[-_]/)[0];
  const near = known.find((locale) => locale.split(/[-_]/)[0] === language);
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  const has = hint === '' ? `, which has ${known.join(', ') || 'none'}.` : hint;
  return `is no locale of the service${has} A new one cannot be deleted later: --new-locales ${name}`;
}

/** Returns a function that says why a sheet must not have an item. */
function itemCheck(kind: StringKind, { service, newKeys }: Allowed): (item: string) => string | undefined {
  if (service === undefined || newKeys) return () => undefined;
  const similar = new Map([...service.state.keys()].map((item) => [plainKey(kind.nameOf(item)), item]));
  return (item) => {
    if (service.state.has(item)) return undefined;
    const name = kind.nameOf(item);
    if (!kind.isOpen) return `the service has no ${name}`;
    const other = similar.get(plainKey(name));
    const hint = other === undefined ? '.' : `; did you mean ${JSON.stringify(kind.nameOf(other))}?`;
    return `the service has no string ${JSON.stringify(name)}${hint} A new one cannot be deleted later: --new-keys`;
  };
}

/** Returns a cell as a string. A workbook has numbers and dates too: how they were typed, and so what is meant, is not known. */
export function stringIn(row: NamedRow, column: string): string {
  const value = row.cell(column);
  if (typeof value === 'string') return value;
  const what = value instanceof Date ? 'a date' : `the ${typeof value} ${String(value)}`;
  throw invalidCell(row, column, `is ${what}; set its format to Text, and type it again`);
}

/** Writes strings as a sheet with a column for each locale. @throws CommandError at a string that is no Unicode */
export async function writeStringSheet(
  file: OutputFile,
  kind: StringKind,
  strings: Strings,
  locales: readonly string[],
  items: readonly string[],
  { service, isOneKey }: { readonly service: PulledFrom['service']; readonly isOneKey: boolean },
): Promise<void> {
  const hasSource = kind.source !== english;
  const named = [...(hasSource ? [kind.source] : []), ...locales];
  const { oneKeyOf } = isOneKey ? kind : {};
  const columns = [...(oneKeyOf ? ['key'] : kind.keyColumns), ...named, pulledColumn];
  const pulled = { time: new Date(), service };
  const rows = items.map((item) => {
    const source = hasSource ? [strings.sourceOf(item) ?? ''] : [];
    const values = [...source, ...locales.map((locale) => strings.state.get(item)?.get(locale) ?? '')];
    const hashes = values.map((value, index) => [named[index] ?? '', value && hashesOf(value)] as const);
    const keys = oneKeyOf ? [oneKeyOf(item)] : kind.cellsOf(item);
    const cells = [...keys, ...values, writePulled(pulled, shortHash(item), hashes)];
    if (cells.every((cell) => cell.isWellFormed())) return cells;
    const problem = `${kind.nameOf(item)}: has half of a character, which no file can hold`;
    throw new CommandError('not_unicode', problem);
  });
  await writeTable(file, 'Translations', columns, rows);
}
