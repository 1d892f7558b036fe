import { splitTranslations } from '../../client/resources/split-translations.ts';
import type { TranslationSetInput } from '../../client/resources/translations.ts';
import { english } from '../../shared/locale.ts';
import type { Change } from '../changes/change.ts';
import { checkFilter, type Resource, type Service } from '../changes/resource.ts';
import { invalidCell, type NamedRow } from '../table/named-rows.ts';
import { type StringFlags, stringResource } from './string-resource.ts';
import { stringIn } from './string-sheet.ts';
import { sortLocales, type StringKind, type Strings } from './strings.ts';

/** The columns of a key. */
const keyColumns = ['kind', 'key', 'type', 'external_id', 'field'] as const;

/** What is translated: a fixed string of the store has a `key`, a field of your own content the other three. */
type Key = Readonly<Record<Exclude<(typeof keyColumns)[number], 'kind'>, string>> & {
  readonly kind: 'static' | 'dynamic';
};

/** Characters that fit in a request whatever they are, and almost all strings have less. */
const alwaysFit = 10_000;

/** The translations of the store (§4.9, §4.6a). An item is a key as JSON. */
export const storeStrings: StringKind = {
  name: 'translations',
  keys: { required: ['kind', 'key'], optional: ['type', 'external_id', 'field'] },
  source: english,
  isOpen: true,
  itemOf: (row) => itemOf(readKey(row)),
  isItem: (item) => {
    const key = keyOf(item);
    return item === itemOf(key) && columnsOfKind[key.kind].needed.every((column) => key[column] !== '');
  },
  cellsOf: (item) => cellsOf(keyOf(item)),
  nameOf: (item) => {
    const { kind, key, type, external_id: id, field } = keyOf(item);
    return kind === 'static' ? key : `${type} ${id} ${field}`;
  },
  problemOf: (item, after) =>
    item.length + after.length > alwaysFit &&
    splitTranslations(inputOf([{ item, cell: english, after }])).issues.length > 0
      ? 'is too large for a request of 100 KB'
      : undefined,
  // All of them: with a locale, English fills what it lacks.
  read: readStrings,
  requestsOf,
  readsBack: 'end',
  send: ({ connection: { client }, signal }, changes) =>
    client.translations.set(inputOf(changes), { signal }),
};

/** Reads the translations of the service. An empty string counts as missing. */
async function readStrings({ connection: { client }, signal }: Service): Promise<Strings> {
  const { staticTranslations, dynamicTranslations } = await client.translations.get({}, { signal });
  const none = { key: '', type: '', external_id: '', field: '' };
  const all = [
    ...staticTranslations.map(({ key, ...rest }) => ({
      ...rest,
      key: { ...none, kind: 'static' as const, key },
    })),
    ...dynamicTranslations.map(({ type, externalId, field, ...rest }) => ({
      ...rest,
      key: { ...none, kind: 'dynamic' as const, type: type ?? '', external_id: externalId, field },
    })),
  ].map(({ key, locale, value }) => ({ item: itemOf(key), locale, value }));
  const byItem = [...Map.groupBy(all, ({ item }) => item)].sort(([left], [right]) => compare(left, right));
  const state = new Map(
    byItem.map(([item, own]) => [
      item,
      new Map(own.flatMap(({ locale, value }) => (value ? [[locale, value] as const] : []))),
    ]),
  );
  return {
    state,
    locales: sortLocales(all.map(({ locale }) => locale)),
    sourceOf: (item) => state.get(item)?.get(english),
  };
}

/** Static ones first, then in alphabetical order. */
function compare(left: string, right: string): number {
  const [one, other] = [keyOf(left), keyOf(right)];
  if (one.kind !== other.kind) return one.kind === 'static' ? -1 : 1;
  const column = keyColumns.find((name) => one[name] !== other[name]);
  return column === undefined ? 0 : one[column] < other[column] ? -1 : 1;
}

function cellsOf(key: Key): readonly string[] {
  return keyColumns.map((column) => key[column]);
}

function itemOf(key: Key): string {
  return JSON.stringify(cellsOf(key));
}

function keyOf(item: string): Key {
  const [kind, key = '', type = '', id = '', field = ''] = JSON.parse(item) as readonly string[];
  return { kind: kind === 'static' ? kind : 'dynamic', key, type, external_id: id, field };
}

/** The columns that a key of a kind needs, and those that must be empty. */
const columnsOfKind = {
  static: { needed: ['key'], empty: ['type', 'external_id', 'field'] },
  dynamic: { needed: ['type', 'external_id', 'field'], empty: ['key'] },
} as const;

function readKey(row: NamedRow): Key {
  const [, key = '', type = '', id = '', field = ''] = keyColumns.map((column) => stringIn(row, column));
  const kind = stringIn(row, 'kind').trim();
  if (kind !== 'static' && kind !== 'dynamic')
    throw invalidCell(row, 'kind', `must be static or dynamic, not ${JSON.stringify(kind)}`);
  const { needed, empty } = columnsOfKind[kind];
  const missing = needed.find((column) => stringIn(row, column) === '');
  if (missing !== undefined) throw invalidCell(row, missing, `is required for a ${kind} translation`);
  const extra = empty.find((column) => stringIn(row, column) !== '');
  if (extra !== undefined) throw invalidCell(row, extra, `must be empty for a ${kind} translation`);
  return { kind, key, type, external_id: id, field };
}

/** Groups changes into requests of at most 100 KB (§8), static translations first. */
function requestsOf(changes: readonly Change[]): readonly (readonly Change[])[] {
  const isStatic = ({ item }: Change): boolean => keyOf(item).kind === 'static';
  const left = [...changes.filter(isStatic), ...changes.filter((change) => !isStatic(change))];
  return splitTranslations(inputOf(left))
    .parts.map(({ staticTranslations = [], dynamicTranslations = [] }) =>
      left.splice(0, staticTranslations.length + dynamicTranslations.length),
    )
    .filter((request) => request.length > 0);
}

function inputOf(changes: readonly Pick<Change, 'item' | 'cell' | 'after'>[]): TranslationSetInput {
  const all = changes.map(({ item, cell, after }) => ({ ...keyOf(item), locale: cell, value: after ?? '' }));
  const { static: fixed = [], dynamic = [] } = Object.groupBy(all, ({ kind }) => kind);
  return {
    staticTranslations: fixed.map(({ key, locale, value }) => ({ key, locale, value })),
    dynamicTranslations: dynamic.map(({ type, external_id: externalId, field, locale, value }) => ({
      ...{ type, externalId, field },
      locale,
      value,
    })),
  };
}

/** The flags of a sheet of the store. */
export interface StoreFlags extends StringFlags {
  readonly keys?: readonly string[] | undefined;
}

/** The translations of the store as a sheet. */
export function translationsResource({ keys, ...flags }: StoreFlags): Resource {
  const nameOf = (item: string): string => keyOf(item).key || keyOf(item).external_id;
  const isMeant = (item: string): boolean => keys?.includes(nameOf(item)) ?? true;
  const resource = stringResource(storeStrings, { ...flags, isMeant });
  return {
    ...resource,
    checkFilters: (sheet) => {
      resource.checkFilters(sheet);
      checkFilter('keys', keys, sheet.items.map(nameOf));
    },
  };
}
