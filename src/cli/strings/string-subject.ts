import { printable } from '../../client/errors/printable.ts';
import { type Base, type Change, exactly, itemCell, placeOf, valueIn } from '../changes/change.ts';
import type { Finding } from '../changes/finding.ts';
import { checkFilter, type Reading, type SheetSubject } from '../changes/sheet-subject.ts';
import type { ReadSheet } from '../changes/read-sheet.ts';
import { Faults } from '../tables/faults.ts';
import type { NamedTable } from '../tables/named-rows.ts';
import { counted } from '../terminal/format.ts';
import { UsageError } from '../terminal/command-error.ts';
import { maxCellLength } from '../terminal/terminal-table.ts';
import { findingsOf } from './findings.ts';
import { visibleForm, withLineEndsOf } from './invisible.ts';
import { checkLocales, localeProblem } from './locales.ts';
import { readStringTable } from './string-table.ts';
import { localeOfColumn, readStringSheet, stringBase } from './string-sheet.ts';
import type { StringKind, Strings } from './strings.ts';

/** The flags that say what a sheet may have, and what of it is wanted. */
export interface StringFlags {
  readonly locales?: readonly string[] | undefined;
  readonly newLocales?: readonly string[] | undefined;
  /** The language of a column `value`, or of JSON. */
  readonly locale?: string | undefined;
  readonly newKeys?: boolean | undefined;
  readonly skipChecks?: boolean | undefined;
  /** Whether the filters of the kind allow an item. */
  readonly isMeant?: ((item: string) => boolean) | undefined;
}

/** The strings of a kind as a sheet: an item is a string, and a cell its translation into a locale. */
export function stringSubject(kind: StringKind, flags: StringFlags): SheetSubject {
  const { newLocales = [], isMeant = () => true } = flags;
  return {
    name: kind.name,
    noun: 'string',
    createsItems: false,
    readsBack: kind.readsBack,
    labels: { cell: 'Locale', set: 'New', changed: 'Changed', removed: 'Removed' },
    groupOf: ({ cell }) => cell,
    nameOf: ({ item, cell }) => `${kind.nameOf(item)} ${cell}`.trim(),
    show: (value) => (value === null ? 'none' : `"${printable(value, maxCellLength)}"`),
    reviewColumns: [
      ...kind.keyColumns.map((name, index) => ({
        name,
        of: ({ item }: Pick<Change, 'item'>) => kind.cellsOf(item)[index] ?? '',
      })),
      { name: 'locale', of: ({ cell }) => cell },
      { name: 'source', of: ({ item }, { sourceOf }) => sourceOf?.(item) ?? '' },
    ],
    problemOf: (change) => changeProblem(kind, change),
    isFinal: (value) => value === null,
    finalOf: (changes) => {
      const count = changes.filter(({ before }) => before === null).length;
      return count === 0 ? undefined : `${counted(count, 'new string')} cannot be deleted later`;
    },
    readTable: (path, tableFlags, faults) =>
      readStringTable(kind, path, { ...tableFlags, locale: flags.locale }, faults),
    read: async (access, items) => {
      const strings = await kind.read(access, items);
      checkLocales('locales', flags.locales ?? [], [...strings.locales, ...newLocales]);
      return readingOf(kind, flags, strings);
    },
    ...(kind.isOpen ? {} : { itemsOf: ({ rows }: NamedTable) => itemsOfRows(kind, rows) }),
    checkFilters: ({ cells, where }) => checkFilter('locales', flags.locales, cells, where),
    filters: { cell: { flag: 'locales', given: flags.locales } },
    isMeant: ({ item, cell }) => isMeant(item) && (flags.locales?.includes(cell) ?? true),
    requestsOf: kind.requestsOf,
    send: kind.send,
  };
}

function readingOf(kind: StringKind, flags: StringFlags, service: Strings): Reading {
  const { newLocales = [], newKeys = false, skipChecks = false } = flags;
  const { state, locales, sourceOf } = service;
  return {
    state,
    cellNames: locales,
    sourceOf,
    readSheet: ({ table, faults, base, isBase, connection: from }) => {
      const allowed = {
        ...{ service: isBase ? undefined : service, locales: flags.locales, newLocales, newKeys, from },
        sourceOf: (item: string) => base?.sourceOf?.(item) ?? sourceOf(item),
        sentOut: base?.pulled,
      };
      const sheet = readStringSheet(kind, table, faults, allowed);
      if (!isBase && flags.locale !== undefined)
        checkOneLanguage(kind, localeOfColumn(flags.locale, locales), table.path, sheet.locales);
      // Of a cell that was not pulled.
      const unmarkedBase = (value: string): Base | undefined =>
        isBase ? stringBase(value) : sheet.pulled.isPulled ? exactly(null) : undefined;
      const isCompared = base !== undefined || sheet.pulled.isPulled;
      const valueOf = (item: string, cell: string, given: string): string => {
        const has = state.get(item)?.get(cell);
        // A base may have gone the way of its sheet, through git or a workbook.
        if (isBase) return has !== undefined && visibleForm(has) === visibleForm(given) ? has : given;
        // A new one has the line ends of its source. Where it is compared with what was pulled, a changed one has its own.
        const like = has !== undefined && isCompared ? undefined : (has ?? sourceOf(item));
        return like === undefined ? given : withLineEndsOf(like, given);
      };
      const cells = [...sheet.state].flatMap(([item, own]) =>
        [...own].map(([cell, given]) => {
          const value = valueOf(item, cell, given);
          return { item, cell, value, pulled: sheet.pulledOf(item, cell) ?? unmarkedBase(value) };
        }),
      );
      const isOutdated = (item: string): boolean => {
        const source = sourceOf(item) ?? null;
        // The sheet changed the source itself, perhaps in a run that died.
        if ((sheet.sourceOf(item) ?? null) === source) return false;
        const sentOut = base?.sourceOf?.(item);
        const was =
          sheet.pulledOf(item, kind.source) ?? (sentOut === undefined ? undefined : stringBase(sentOut));
        return was !== undefined && !was.is(source) && was.isAlike?.(source) !== true;
      };
      return {
        items: new Set(sheet.state.keys()),
        cells,
        pulled: sheet.pulled,
        inFormOf: (own, value) =>
          visibleForm(own) === visibleForm(value) ? own : withLineEndsOf(own, value),
        sourceOf: sheet.sourceOf,
        isOutdated,
      };
    },
    problemOf: ({ item, cell, after }) => {
      if (after === null || after === '') return 'after must be a string: nothing can be deleted';
      const problem = localeProblem(cell, locales);
      if (problem !== undefined) return `cell ${JSON.stringify(cell)} ${problem}`;
      return kind.isOpen || state.has(item) ? undefined : `the service has no ${kind.nameOf(item)}`;
    },
    findingsOf: (changes, sheet, planned) =>
      skipChecks ? [] : withPlanned(findingsIn(kind, changes, service, sheet), planned),
  };
}

/** @throws UsageError if a file is said to have one language, and has others, which would be sent too */
function checkOneLanguage(
  { source }: Pick<StringKind, 'source'>,
  locale: string,
  path: string,
  locales: readonly string[],
): void {
  const others = locales.filter((name) => name !== locale && name !== source);
  if (others.length > 0)
    throw new UsageError(
      `--locale: ${path} also has ${others.join(', ')}; --locales ${locale} sends only that`,
    );
}

/** The items of rows; what is wrong with a row is said when the sheet is read. */
function itemsOfRows(kind: StringKind, rows: NamedTable['rows']): readonly string[] {
  const ignored = new Faults();
  return rows.flatMap((row) => ignored.collect(() => kind.itemOf(row)) ?? []);
}

/** Validates a change of a file that somebody may have edited. */
function changeProblem(
  kind: StringKind,
  { item, after }: Pick<Change, 'item' | 'after'>,
): string | undefined {
  if (!isItem(kind, item)) return 'item must be as plan has written it';
  return after === null ? undefined : kind.problemOf?.(item, after);
}

function isItem(kind: StringKind, item: string): boolean {
  try {
    return kind.isItem(item);
  } catch {
    // The item is not JSON.
    return false;
  }
}

/** Adds what was found when the plan was made, such as that the source has changed since the sheet was sent out. */
function withPlanned(found: readonly Finding[], planned: readonly Finding[]): readonly Finding[] {
  const isFound = (one: Finding): boolean =>
    found.some((other) => placeOf(other) === placeOf(one) && other.message === one.message);
  return [...planned.filter((one) => !isFound(one)), ...found];
}

/** Checks what is about to change, as it will be with the changes of the source. */
function findingsIn(
  kind: StringKind,
  changes: readonly Change[],
  service: Strings,
  sheet: ReadSheet | undefined,
): readonly Finding[] {
  const written = new Map(
    changes.filter(({ cell }) => cell === kind.source).map(({ item, after }) => [item, after]),
  );
  const created = new Set(changes.map(({ item }) => item).filter((item) => !service.state.has(item)));
  const outdated = changes.filter(
    ({ item, cell }) => cell !== kind.source && sheet?.isOutdated?.(item) === true,
  );
  const sourceNow = (item: string): string | undefined => written.get(item) ?? service.sourceOf(item);
  const found = findingsOf(kind, {
    cells: changes,
    sheet: sheet?.cells.map(({ item, cell, value }) => ({
      ...{ item, cell, after: value },
      before: valueIn(service.state, { item, cell }),
    })),
    sourceOf: sourceNow,
    items: created,
    others: [...created, ...service.state.keys()],
  });
  return [
    ...outdated.map(({ item, cell }) => ({
      item,
      cell,
      message: `its source has changed since it was sent out; now it is ${JSON.stringify(printable(service.sourceOf(item) ?? '', maxCellLength))}`,
    })),
    ...[...created]
      .filter((item) => sourceNow(item) === undefined)
      .map((item) => ({
        item,
        cell: itemCell,
        message: `is new, and has no ${kind.source}: is its key right?`,
      })),
    ...found,
  ];
}
