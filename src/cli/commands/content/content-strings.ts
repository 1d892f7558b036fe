import type { ContentItem, ContentTranslationInput } from '../../../client/resources/content.ts';
import type { Change, State } from '../../changes/change.ts';
import type { SheetSubject } from '../../changes/sheet-subject.ts';
import { ifExists, type ServiceAccess } from '../../service/service-access.ts';
import { stringIn } from '../../strings/string-sheet.ts';
import { type StringFlags, stringSubject } from '../../strings/string-subject.ts';
import { sortLocales, type StringKind, type Strings } from '../../strings/strings.ts';
import { invalidCell } from '../../tables/named-rows.ts';

/** The fields of a translation. */
const fields = ['title', 'subTitle', 'bodyText', 'headerImage', 'thumbnailImage', 'labels'] as const;
type Field = (typeof fields)[number];

/** Portal content (§4.2, §4.3). An item is a content id and a field as JSON; labels are a JSON array. */
export const portalContent: StringKind = {
  name: 'content',
  keyColumns: ['content_id', 'field'],
  columns: { required: ['content_id', 'field'], firstLine: 'content_id,field,de' },
  source: 'source',
  isOpen: false,
  itemOf: (row) => {
    const [id, name] = [stringIn(row, 'content_id'), stringIn(row, 'field')];
    if (id === '') throw invalidCell(row, 'content_id', 'is required');
    const field = fields.find((one) => one === name);
    if (field === undefined) throw invalidCell(row, 'field', `must be one of ${fields.join(', ')}`);
    return itemOf(id, field);
  },
  isItem: (item) => {
    const { id, field } = contentKeyOf(item);
    return item === itemOf(id, field) && id !== '' && fields.includes(field);
  },
  cellsOf: (item) => Object.values(contentKeyOf(item)),
  nameOf: (item) => Object.values(contentKeyOf(item)).join(' '),
  isLanguage: (item) => !isImage(item),
  findingOf: (item, value) =>
    // A URL is parsed without its spaces; a browser may be given them.
    isImage(item) && !(/^https?:\/\/\S+$/i.test(value) && URL.canParse(value))
      ? 'is no URL that begins with https:// or http:// and has no spaces'
      : undefined,
  problemOf: (item, value) =>
    contentKeyOf(item).field === 'labels' && readLabels(value) === undefined
      ? 'must be a JSON array of strings, such as ["new"]'
      : undefined,
  canonical: (item, value) =>
    contentKeyOf(item).field === 'labels' ? JSON.stringify(readLabels(value)) : value,
  read: async (service, items = []) => {
    const ids = [...new Set(items.map((item) => contentKeyOf(item).id))];
    const found = await Promise.all(ids.map((id) => readContent(service, id)));
    return stringsOf(found.filter((content) => content !== undefined));
  },
  requestsOf: (changes) => [
    ...Map.groupBy(changes, ({ item, cell }) => JSON.stringify([contentKeyOf(item).id, cell])).values(),
  ],
  readsBack: 'each',
  send,
};

/** Portal content as a sheet. */
export function contentSubject(flags: StringFlags): SheetSubject {
  return {
    ...stringSubject(portalContent, flags),
    notesOf: (_service, changes, before) => Promise.resolve(newLocales(changes, before)),
  };
}

/** Says how many fields of a locale that a content does not have yet stay empty. */
function newLocales(changes: readonly Change[], state: State): readonly string[] {
  const translations = Map.groupBy(changes, ({ item, cell }) => `${contentKeyOf(item).id} in ${cell}`);
  return [...translations].flatMap(([name, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const isKnown = itemsOfIds([contentKeyOf(first.item).id]).some(
      (item) => state.get(item)?.has(first.cell) === true,
    );
    const empty = fields.length - own.length;
    return isKnown || empty === 0
      ? []
      : [`${name} is new: the store will show ${empty} of its ${fields.length} fields empty`];
  });
}

/** Returns the items of content ids: all their fields. */
export function itemsOfIds(ids: readonly string[]): readonly string[] {
  return ids.flatMap((id) => fields.map((field) => itemOf(id, field)));
}

function itemOf(id: string, field: Field): string {
  return JSON.stringify([id, field]);
}

function contentKeyOf(item: string): { readonly id: string; readonly field: Field } {
  const [id, field] = JSON.parse(item) as readonly [string, Field];
  return { id, field };
}

function isImage(item: string): boolean {
  return contentKeyOf(item).field.endsWith('Image');
}

function readLabels(value: string): readonly string[] | undefined {
  try {
    const labels: unknown = JSON.parse(value);
    return Array.isArray(labels) && labels.every((label) => typeof label === 'string') ? labels : undefined;
  } catch {
    return undefined;
  }
}

/** Returns `undefined` for content that does not exist: the sheet says in which row it is. */
async function readContent(
  { connection: { client }, signal }: ServiceAccess,
  id: string,
): Promise<ContentItem | undefined> {
  const content = await ifExists(client.content.get(id, { signal }));
  return content && { ...content, id };
}

function stringsOf(contents: readonly ContentItem[]): Strings {
  const state = new Map<string, Map<string, string>>();
  const sources = new Map<string, string>();
  for (const { translations, ...content } of contents) {
    for (const field of fields) {
      const item = itemOf(content.id, field);
      const cells = (translations ?? []).flatMap((translation): (readonly [string, string])[] => {
        const value = valueIn(translation, field);
        return value === '' || !translation.isoCode ? [] : [[translation.isoCode, value]];
      });
      state.set(item, new Map(cells));
      sources.set(item, valueIn(content, field));
    }
  }
  const locales = [...state.values()].flatMap((cells) => [...cells.keys()]);
  return { state, locales: sortLocales(locales), sourceOf: (item) => sources.get(item) || undefined };
}

/** Returns a field as a cell; empty if it is missing. */
function valueIn(values: Partial<Pick<ContentItem, Field>>, field: Field): string {
  const value = values[field];
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : value.length === 0 ? '' : JSON.stringify(value);
}

/** Sends a translation with all its fields, since one that is not sent may be removed. */
async function send(
  { connection: { client }, signal }: ServiceAccess,
  changes: readonly Change[],
  before: State,
): Promise<undefined> {
  const [first] = changes;
  if (first === undefined) return;
  const { id } = contentKeyOf(first.item);
  const wanted = new Map(changes.map(({ item, after }) => [item, after]));
  const translation = Object.fromEntries(
    fields.flatMap((field) => {
      const item = itemOf(id, field);
      const value = wanted.get(item) ?? before.get(item)?.get(first.cell);
      if (value === undefined) return [];
      return [[field, field === 'labels' ? readLabels(value) : value] as const];
    }),
  ) as ContentTranslationInput;
  await client.content.upsertTranslation(id, first.cell, translation, { signal });
}
