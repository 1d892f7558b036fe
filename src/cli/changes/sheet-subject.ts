import type { Connection } from '../service/connection.ts';
import type { ServiceAccess } from '../service/service-access.ts';
import type { Faults } from '../tables/faults.ts';
import type { NamedTable } from '../tables/named-rows.ts';
import type { WrittenCell } from '../tables/write-table.ts';
import { UsageError } from '../terminal/command-error.ts';
import { type Change, type ChangeContext, itemCell, type State, type Wanted } from './change.ts';
import type { TableFlags } from './change-flags.ts';
import type { Finding } from './finding.ts';
import type { ReadSheet } from './read-sheet.ts';

/** What the service has of a subject, and what depends on that. */
export interface Reading {
  readonly state: State;
  /** The cells that the service has of any item: countries, locales. */
  readonly cellNames: readonly string[];
  /** Returns the cells that a sheet wants; what is wrong with it is added to its faults. */
  readonly readSheet: (sheet: SheetReading) => ReadSheet;
  /** What an item is translated from, for a review. */
  readonly sourceOf?: (item: string) => string | undefined;
  /** What people need beside a change. */
  readonly contextOf?: (change: Change) => ChangeContext | undefined;
  /** What the service would change besides, on its own. */
  readonly effectsOf?: (changes: readonly Change[]) => readonly Change[];
  /** Returns why no sheet could ask for a change of this service, for one of a plan that somebody may have edited. */
  readonly problemOf: (change: Change) => string | undefined;
  /** What a person should look at before it is sent, of changes that a sheet asks for, or a plan. */
  readonly findingsOf?: (
    changes: readonly Change[],
    sheet: ReadSheet | undefined,
    planned: readonly Finding[],
  ) => readonly Finding[];
}

/** How a sheet is read. */
export interface SheetReading {
  /** The service whose bases count, in the column `# pulled`; `undefined` if that column is not read. */
  readonly connection: Connection | undefined;
  readonly table: NamedTable;
  readonly faults: Faults;
  /** The sheet as it was sent out; `undefined` if it is not known. */
  readonly base: ReadSheet | undefined;
  /** Whether this is the sheet as it was sent out. */
  readonly isBase: boolean;
  /** Returns what runs of the sheet have changed in a cell, and the service besides. */
  readonly earlierOf: (place: Pick<Change, 'item' | 'cell'>) => readonly Change[];
}

/** A column of a sheet for people. */
interface ReviewColumn {
  readonly name: string;
  readonly of: (change: Change, reading: Reading) => WrittenCell;
}

/** What can be changed by a sheet. All that plan, review, apply, record and undo need of it, and no more. */
export interface SheetSubject {
  /** Its command: `prices`. */
  readonly name: string;
  /** Whether items are created and deleted, and not only their cells. */
  readonly createsItems: boolean;
  /** Whether each request is compared before and after it, or all of them once at the end. */
  readonly readsBack: 'each' | 'end';
  /** The labels of a cell, and of what can be done to it, in tables: `Country`, `Set`. */
  readonly labels: Readonly<Record<'cell' | 'set' | 'changed' | 'removed', string>>;
  /** What one item is called: `price point`. */
  readonly noun: string;
  /** The cell of a change where counts are grouped by it: a country, a locale. */
  readonly groupOf: (change: Pick<Change, 'item' | 'cell'>) => string;
  /** Names a cell for people: `999 ($9.99) BR`. */
  readonly nameOf: (change: Pick<Change, 'item' | 'cell'>) => string;
  /** Shows a value for people; `null` is none. */
  readonly show: (value: string | null, change: Change) => string;
  /** Returns a value as a decimal, in a review. @defaultValue values are strings */
  readonly format?: (value: string, change: Change) => string;
  /** The columns of a review that name the cell. */
  readonly reviewColumns: readonly ReviewColumn[];
  /** Returns why a change cannot be sent, for those of a file that somebody may have edited. */
  readonly problemOf: (change: Pick<Change, 'item' | 'cell' | 'after'>) => string | undefined;
  /** Whether the API has no way back to a value. */
  readonly isFinal: (value: string | null) => boolean;
  /** Says what cannot be taken back later: `12 new strings cannot be deleted later`. */
  readonly finalOf: (changes: readonly Change[]) => string | undefined;
  /** Reads the service: all of it, or at least these items. */
  readonly read: (service: ServiceAccess, items?: readonly string[]) => Promise<Reading>;
  /** Reads the table of a sheet; what is wrong with its rows is added to the faults. */
  readonly readTable: (path: string, flags: TableFlags, faults: Faults) => Promise<NamedTable>;
  /** The items of a sheet, where the service cannot list what it has. */
  readonly itemsOf?: (table: NamedTable) => readonly string[];
  /** The items that are deleted, because they are not in the sheet. @throws UsageError if they are too many */
  readonly deletesOf?: (sheet: ReadSheet, before: State) => readonly string[];
  /** Returns what people should know of changes besides, such as what else uses an item that is deleted. */
  readonly notesOf?: (
    service: ServiceAccess,
    changes: readonly Change[],
    before: State,
  ) => Promise<readonly string[]>;
  /** Validates the filters of the flags. @throws UsageError naming a value that is nowhere */
  readonly checkFilters: (known: Filterable, service: State) => void;
  /** The flags that narrow what is meant. */
  readonly filters: Filters;
  /** Whether the filters of the flags allow a wish. */
  readonly isMeant: (wish: Wanted) => boolean;
  /** Groups changes into requests, in the order in which they are sent. */
  readonly requestsOf: (changes: readonly Change[]) => readonly (readonly Change[])[];
  /** Says why a service may take these changes for a conflict. */
  readonly conflictAdvice?: (changes: readonly Change[]) => string | undefined;
  /** Sends a request; `before` is what the service has of its items. Returns what the response says that they have now, if it does. */
  readonly send: (
    service: ServiceAccess,
    changes: readonly Change[],
    before: State,
  ) => Promise<State | undefined>;
}

/** A flag that takes a list of what is meant. */
interface Filter {
  readonly flag: string;
  readonly given: readonly string[] | undefined;
}

/** The flags by which items, if there is one, and cells are meant. */
interface Filters {
  /** `isOne` tells whether the name is that of no other item. */
  readonly item?: Filter & {
    readonly nameOf: (item: string) => string;
    readonly isOne: (item: string) => boolean;
  };
  readonly cell: Filter;
}

/** Returns the filters of the command line. */
export function givenFlags({ filters: { item, cell } }: SheetSubject): readonly string[] {
  return [item, cell].flatMap((filter) => (filter?.given ? flagOf(filter, filter.given) : []));
}

function flagOf({ flag }: Filter, values: readonly string[]): readonly string[] {
  return [`--${flag}`, values.join(',')];
}

/** Returns the filters that mean cells: one for all items with the same ones; and whether they mean no others. */
export function flagsOfCells(
  { filters: { item, cell } }: SheetSubject,
  cells: readonly Pick<Change, 'item' | 'cell'>[],
): { readonly flags: readonly (readonly string[])[]; readonly areExact: boolean } {
  const namesOf = (own: typeof cells): readonly string[] => [...new Set(own.map((one) => one.cell))].sort();
  if (cells.length === 0) return { flags: [], areExact: true };
  // A comma separates names.
  if (item === undefined || cells.some((one) => item.nameOf(one.item).includes(',')))
    return { flags: [flagOf(cell, namesOf(cells))], areExact: false };
  const byItem = [...Map.groupBy(cells, (one) => item.nameOf(one.item))];
  const groups = Map.groupBy(byItem, ([, own]) => namesOf(own).join());
  const flags = [...groups.values()].map((group) => {
    const names = namesOf(group[0]?.[1] ?? []);
    const ofItems = flagOf(
      item,
      group.map(([name]) => name),
    );
    // An item itself comes and goes with all its cells.
    return names.includes(itemCell) ? ofItems : [...ofItems, ...flagOf(cell, names)];
  });
  return { flags, areExact: cells.every((one) => item.isOne(one.item)) };
}

/** What filters can name. */
interface Filterable {
  readonly items: readonly string[];
  /** Those of any item, besides which a sheet may have other columns. */
  readonly cells: readonly string[];
  /** Where these are, for messages. */
  readonly where: string;
}

/** Validates a filter. @throws UsageError naming a value that is nowhere: it would hide what is meant */
export function checkFilter(
  flag: string,
  values: readonly string[] | undefined,
  known: readonly string[],
  where: string,
): void {
  const unknown = values?.find((value) => !known.includes(value));
  if (unknown !== undefined) throw new UsageError(`--${flag}: ${unknown} is not in ${where}`);
}

/** Returns what has to be read for changes: all, or only their items where the service cannot list what it has. */
export function itemsToRead(
  { itemsOf }: SheetSubject,
  changes: readonly Pick<Change, 'item'>[],
): readonly string[] | undefined {
  return itemsOf && itemsIn(changes);
}

/** Returns the items of changes, each once. */
export function itemsIn(changes: readonly Pick<Change, 'item'>[]): readonly string[] {
  return [...new Set(changes.map(({ item }) => item))];
}
