import { english } from '../../shared/locale.ts';
import type { Change, State } from '../changes/change.ts';
import type { ServiceAccess } from '../service/service-access.ts';
import type { ColumnNames, NamedRow } from '../tables/named-rows.ts';

/** Strings with their translations, of the service or of a sheet. */
export interface Strings {
  /** By item, then by locale; a missing translation is not in it. */
  readonly state: State;
  /** English first, then in alphabetical order. */
  readonly locales: readonly string[];
  /** What a string is translated from, if there is one. */
  readonly sourceOf: (item: string) => string | undefined;
}

/** What can be translated by a sheet with a row for each string and a column for each locale. */
export interface StringKind {
  /** Its command. */
  readonly name: string;
  /** The columns that name a string, in the order of a sheet. */
  readonly keyColumns: readonly string[];
  /** The columns that a sheet needs or may have, and what its first line may be. */
  readonly columns: Pick<ColumnNames, 'required' | 'optional' | 'firstLine'>;
  /** The column of what is translated: a locale, or a column that is only read. */
  readonly source: string;
  /** What a new string or locale is, if sending it creates one that cannot be deleted. */
  readonly isOpen: boolean;
  /** Returns the item of a row; of a key alone, the one that the service has. @throws FaultError */
  readonly itemOf: (row: NamedRow, service?: State) => string;
  /** Returns the key of an item in one string, which is never that of another. */
  readonly oneKeyOf?: (item: string) => string;
  /** Whether an item of a file is one; it throws if it is not JSON. */
  readonly isItem: (item: string) => boolean;
  /** The cells of the key columns. */
  readonly cellsOf: (item: string) => readonly string[];
  /** Names a string for people. */
  readonly nameOf: (item: string) => string;
  /** Whether a string is language: no address of an image. @defaultValue all are */
  readonly isLanguage?: (item: string) => boolean;
  /** Why a string cannot be the value of an item, of those that have a form. */
  readonly problemOf?: (item: string, value: string) => string | undefined;
  /** What is suspicious about the value of an item, of those that are no language. */
  readonly findingOf?: (item: string, value: string) => string | undefined;
  /** Returns the form that equal values share, such as a list without spaces. @defaultValue each value is its own */
  readonly canonical?: (item: string, value: string) => string;
  /** Reads the strings that the service has: all, or at least these. */
  readonly read: (service: ServiceAccess, items?: readonly string[]) => Promise<Strings>;
  /** Groups changes into requests. */
  readonly requestsOf: (changes: readonly Change[]) => readonly (readonly Change[])[];
  /** Whether each request is compared before and after it, or all of them once at the end. */
  readonly readsBack: 'each' | 'end';
  readonly send: (
    service: ServiceAccess,
    changes: readonly Change[],
    before: State,
  ) => Promise<State | undefined>;
}

/** Returns locales without repetitions: English first, then in alphabetical order. */
export function sortLocales(locales: Iterable<string>): readonly string[] {
  const all = new Set(locales);
  return [...(all.delete(english) ? [english] : []), ...[...all].sort()];
}
