import { printable } from '../../client/errors/printable.ts';
import { type Change, exactly } from '../changes/change.ts';
import { checkFilter, type Finding, type Resource } from '../changes/resource.ts';
import { counted } from '../format.ts';
import { Faults } from '../table/faults.ts';
import type { NamedTable } from '../table/named-rows.ts';
import { maxCellLength } from '../terminal-table.ts';
import { findingsOf } from './findings.ts';
import { checkLocales } from './locales.ts';
import { readStringSheet, type SheetStrings } from './string-sheet.ts';
import type { StringKind, Strings } from './strings.ts';

/** The flags that say what a sheet may have, and what of it is wanted. */
export interface StringFlags {
  readonly locales?: readonly string[] | undefined;
  readonly newLocales?: readonly string[] | undefined;
  readonly newKeys?: boolean | undefined;
  readonly skipChecks?: boolean | undefined;
  /** Whether the filters of the kind allow an item. */
  readonly isMeant?: ((item: string) => boolean) | undefined;
}

/** The strings of a kind as a sheet: an item is a string, and a cell its translation into a locale. */
export function stringResource(kind: StringKind, flags: StringFlags): Resource {
  const { newLocales = [], newKeys = false, isMeant = () => true } = flags;
  let service: Strings | undefined;
  let sheet: SheetStrings | undefined;
  let base: SheetStrings | undefined;
  /** Whether a string was translated from another source than the service has now. */
  const isOutdated = (item: string): boolean => {
    const source = service?.sourceOf(item) ?? null;
    // The sheet changed the source itself, perhaps in a run that died.
    if (sheet === undefined || (sheet.sourceOf(item) ?? null) === source) return false;
    const sentOut = base?.sourceOf(item);
    const was = sentOut === undefined ? sheet.pulledOf(item, kind.source) : exactly(sentOut);
    return was !== undefined && !was.is(source);
  };
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
      { name: 'source', of: ({ item }) => service?.sourceOf(item) ?? '' },
    ],
    problemOf: (change) => problemOf(kind, change),
    isFinal: (value) => value === null,
    finalOf: (changes) => {
      const count = changes.filter(({ before }) => before === null).length;
      return count === 0 ? undefined : `${counted(count, 'new string')} cannot be deleted later`;
    },
    columns: { ...kind.columns, allows: () => true },
    read: async (access, items) => {
      const strings = await kind.read(access, items);
      service = strings;
      checkLocales('locales', flags.locales ?? [], [...strings.locales, ...newLocales]);
      return {
        state: strings.state,
        findingsOf: (changes) => (flags.skipChecks ? [] : findingsIn(kind, changes, strings, isOutdated)),
      };
    },
    ...(kind.isOpen ? {} : { itemsOf: ({ rows }: NamedTable) => itemsIn(kind, rows) }),
    readSheet: ({ table, faults, isBase, service: from }) => {
      const allowed = { service: isBase ? undefined : service, newLocales, newKeys, from };
      const read = readStringSheet(kind, table, faults, allowed);
      if (isBase) base = read;
      else sheet = read;
      const cells = [...read.state].flatMap(([item, own]) =>
        [...own].map(([cell, value]) => ({ item, cell, value, pulled: read.pulledOf(item, cell) })),
      );
      return { items: new Set(read.state.keys()), cells };
    },
    checkFilters: ({ columns }) =>
      checkFilter('locales', flags.locales, [...columns, ...(service?.locales ?? [])]),
    isMeant: ({ item, cell }) => isMeant(item) && (flags.locales?.includes(cell) ?? true),
    requestsOf: kind.requestsOf,
    send: kind.send,
  };
}

/** The items of rows; what is wrong with a row is said when the sheet is read. */
function itemsIn(kind: StringKind, rows: NamedTable['rows']): readonly string[] {
  const ignored = new Faults();
  return rows.flatMap((row) => ignored.collect(() => kind.itemOf(row)) ?? []);
}

/** Validates a change of a file that somebody may have edited. */
function problemOf(kind: StringKind, { item, after }: Pick<Change, 'item' | 'after'>): string | undefined {
  try {
    if (kind.isItem(item)) return after === null ? undefined : kind.problemOf?.(item, after);
  } catch {
    // It is not JSON.
  }
  return 'item must be as plan has written it';
}

/** Checks what is about to change, as it will be with the changes of the source. */
function findingsIn(
  kind: StringKind,
  changes: readonly Change[],
  service: Strings,
  isOutdated: (item: string) => boolean,
): readonly Finding[] {
  const written = new Map(
    changes.filter(({ cell }) => cell === kind.source).map(({ item, after }) => [item, after]),
  );
  const created = new Set(changes.map(({ item }) => item).filter((item) => !service.state.has(item)));
  const outdated = changes.filter(({ item, cell }) => cell !== kind.source && isOutdated(item));
  const found = findingsOf(kind, {
    cells: changes,
    sourceOf: (item) => written.get(item) ?? service.sourceOf(item),
    items: created,
    others: [...created, ...service.state.keys()],
  });
  return [
    ...outdated.map(({ item, cell }) => ({
      item,
      cell,
      message: `its source has changed since it was sent out; now it is ${JSON.stringify(printable(service.sourceOf(item) ?? '', maxCellLength))}`,
    })),
    ...found,
  ];
}
