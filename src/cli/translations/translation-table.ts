import type { PublisherClient } from '../../client/client.ts';
import type { TranslationSetRead } from '../../client/resources/translations.ts';
import { sortLocales } from './locales.ts';

/** The columns of a file before those of the locales. */
export const keyColumns = ['kind', 'key', 'type', 'external_id', 'field'] as const;

/** What is translated: a fixed string of the store has a `key`, a field of your own content the other three. */
export type TranslationKey = Readonly<Record<Exclude<(typeof keyColumns)[number], 'kind'>, string>> & {
  readonly kind: 'static' | 'dynamic';
};

/** A key with its translations. */
interface TranslationRow {
  readonly key: TranslationKey;
  /** The row of a file, for messages. */
  readonly where?: string;
  /** By locale; a missing translation is not in it. */
  readonly values: ReadonlyMap<string, string>;
}

/** All translations of a service or a file. */
export interface TranslationTable {
  /** English first, then in alphabetical order. */
  readonly locales: readonly string[];
  readonly rows: readonly TranslationRow[];
}

/** Reads all translations of the service: without a locale, because English fills what a locale lacks. */
export async function readService(client: PublisherClient, signal: AbortSignal): Promise<TranslationTable> {
  return tableOf(await client.translations.get({}, { signal }));
}

/** Returns translations by key: static ones first, then in alphabetical order. An empty string counts as missing. */
function tableOf({ staticTranslations, dynamicTranslations }: TranslationSetRead): TranslationTable {
  const rows = new Map<string, { key: TranslationKey; values: Map<string, string> }>();
  const locales = new Set<string>();
  const all = [
    ...staticTranslations.map(({ key, ...rest }) => ({
      ...rest,
      key: { kind: 'static' as const, key, type: '', external_id: '', field: '' },
    })),
    ...dynamicTranslations.map(({ type, externalId, field, ...rest }) => ({
      ...rest,
      key: { kind: 'dynamic' as const, key: '', type: type ?? '', external_id: externalId, field },
    })),
  ];
  for (const { key, locale, value } of all) {
    const id = idOf(key);
    const row = rows.get(id) ?? { key, values: new Map<string, string>() };
    rows.set(id, row);
    locales.add(locale);
    if (value) row.values.set(locale, value);
  }
  return { locales: sortLocales(locales), rows: [...rows.values()].sort((a, b) => compare(a.key, b.key)) };
}

function compare(a: TranslationKey, b: TranslationKey): number {
  if (a.kind !== b.kind) return a.kind === 'static' ? -1 : 1;
  const column = keyColumns.find((name) => a[name] !== b[name]);
  return column === undefined ? 0 : a[column] < b[column] ? -1 : 1;
}

/** Returns what makes a key unique. */
export function idOf(key: TranslationKey): string {
  return JSON.stringify(keyColumns.map((column) => key[column]));
}

/** Names a key for people: `store.title`, `product gems-100 name`. */
export function formatKey({ kind, key, type, external_id: id, field }: TranslationKey): string {
  return kind === 'static' ? key : `${type} ${id} ${field}`;
}
