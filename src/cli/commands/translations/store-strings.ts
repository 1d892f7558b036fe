import { splitTranslations } from '../../../client/resources/split-translations.ts';
import type { TranslationSetInput } from '../../../client/resources/translations.ts';
import { english } from '../../../shared/locale.ts';
import type { Change, State } from '../../changes/change.ts';
import { checkFilter, type SheetSubject } from '../../changes/sheet-subject.ts';
import type { ServiceAccess } from '../../service/service-access.ts';
import { stringIn } from '../../strings/string-sheet.ts';
import { type StringFlags, stringSubject } from '../../strings/string-subject.ts';
import { sortLocales, type StringKind, type Strings } from '../../strings/strings.ts';
import { invalidCell, type NamedRow } from '../../tables/named-rows.ts';

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
  keyColumns,
  columns: {
    required: ['key'],
    optional: keyColumns.filter((column) => column !== 'key'),
    firstLine: 'kind,key,de or key,de',
  },
  source: english,
  isOpen: true,
  itemOf: (row, service) => itemOf(readKey(row, service)),
  oneKeyOf: (item) => {
    const { kind, key, type, external_id: id, field } = keyOf(item);
    return kind === 'static' ? `static.${key}` : [escapeSlashes(type), id, escapeSlashes(field)].join('/');
  },
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
    splitTranslations(translationSetOf([{ item, cell: english, after }])).issues.length > 0
      ? 'is too large for a request of 100 KB'
      : undefined,
  // All of them: with a locale, English fills what it lacks.
  read: readStrings,
  requestsOf,
  readsBack: 'end',
  send: async ({ connection: { client }, signal }: ServiceAccess, changes) => {
    await client.translations.set(translationSetOf(changes), { signal });
    return undefined;
  },
};

/** Reads the translations of the service. An empty string counts as missing. */
async function readStrings({ connection: { client }, signal }: ServiceAccess): Promise<Strings> {
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
  const byItem = [...Map.groupBy(all, ({ item }) => item)].sort(([left], [right]) =>
    compareItems(left, right),
  );
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
function compareItems(left: string, right: string): number {
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

function readKey(row: NamedRow, service: State | undefined): Key {
  const [, key = '', type = '', id = '', field = ''] = keyColumns.map((column) => stringIn(row, column));
  const kind = stringIn(row, 'kind').trim();
  if (kind === '' && type + id + field === '' && key !== '') return readOneKey(row, key, service);
  if (kind !== 'static' && kind !== 'dynamic')
    throw invalidCell(row, 'kind', `must be static or dynamic, not ${JSON.stringify(kind)}`);
  const { needed, empty } = columnsOfKind[kind];
  const missing = needed.find((column) => stringIn(row, column) === '');
  if (missing !== undefined) throw invalidCell(row, missing, `is required for a ${kind} translation`);
  const extra = empty.find((column) => stringIn(row, column) !== '');
  if (extra !== undefined) throw invalidCell(row, extra, `must be empty for a ${kind} translation`);
  return { kind, key, type, external_id: id, field };
}

/** A slash in a type or a field would end it. */
function escapeSlashes(part: string): string {
  return part.replaceAll('%', '%25').replaceAll('/', '%2F');
}

function unescapeSlashes(part: string): string {
  return part.replaceAll('%2F', '/').replaceAll('%25', '%');
}

/** Returns the key that one string names: in the form of `--one-key`, or as a plain key that only one string has. */
function readOneKey(row: NamedRow, text: string, service: State | undefined): Key {
  const none = { key: '', type: '', external_id: '', field: '' };
  const [, type, id, field] = /^([^/]*)\/(.+)\/([^/]*)$/s.exec(text) ?? [];
  const [, name] = /^static\.(.+)$/s.exec(text) ?? [];
  const forms: readonly Key[] = [
    ...(name === undefined ? [] : [{ ...none, kind: 'static' as const, key: name }]),
    ...(type === undefined || id === undefined || field === undefined
      ? []
      : [
          {
            ...none,
            kind: 'dynamic' as const,
            type: unescapeSlashes(type),
            external_id: id,
            field: unescapeSlashes(field),
          },
        ]),
    { ...none, kind: 'static', key: text },
  ];
  const [first = { ...none, kind: 'static' as const, key: text }] = forms;
  const known = forms.find((key) => service?.has(itemOf(key)) === true);
  if (known || service === undefined) return known ?? first;
  const byId = [...service.keys()].map(keyOf).filter(({ external_id: own }) => own !== '' && own === text);
  if (byId.length > 1) {
    const keys = byId.map((key) => storeStrings.oneKeyOf?.(itemOf(key))).join(', ');
    throw invalidCell(row, 'key', `${JSON.stringify(text)} is the id of several strings: ${keys}`);
  }
  return byId[0] ?? first;
}

/** Groups changes into requests of at most 100 KB (§8), static translations first. */
function requestsOf(changes: readonly Change[]): readonly (readonly Change[])[] {
  const isStatic = ({ item }: Change): boolean => keyOf(item).kind === 'static';
  const left = [...changes.filter(isStatic), ...changes.filter((change) => !isStatic(change))];
  return splitTranslations(translationSetOf(left))
    .parts.map(({ staticTranslations = [], dynamicTranslations = [] }) =>
      left.splice(0, staticTranslations.length + dynamicTranslations.length),
    )
    .filter((request) => request.length > 0);
}

function translationSetOf(changes: readonly Pick<Change, 'item' | 'cell' | 'after'>[]): TranslationSetInput {
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
export function translationsSubject({ keys, ...flags }: StoreFlags): SheetSubject {
  const nameOf = (item: string): string => keyOf(item).key || keyOf(item).external_id;
  const isMeant = (item: string): boolean => keys?.includes(nameOf(item)) ?? true;
  // Several fields have one id.
  const isOne = (item: string): boolean => keyOf(item).kind === 'static';
  const subject = stringSubject(storeStrings, { ...flags, isMeant });
  return {
    ...subject,
    filters: { ...subject.filters, item: { flag: 'keys', given: keys, nameOf, isOne } },
    checkFilters: (known, service) => {
      subject.checkFilters(known, service);
      checkFilter('keys', keys, known.items.map(nameOf), known.where);
    },
  };
}
