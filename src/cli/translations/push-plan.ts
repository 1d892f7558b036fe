import { printable } from '../../client/errors/printable.ts';
import type { TranslationSetInput } from '../../client/resources/translations.ts';
import { UsageError } from '../command-error.ts';
import { grouped } from '../format.ts';
import { maxShown, renderMore, renderTerminalTable } from '../terminal-table.ts';
import { sortLocales } from './locales.ts';
import { formatKey, idOf, type TranslationKey, type TranslationTable } from './translation-table.ts';

/** A translation that is new or changed; `null` is a missing one. */
export interface Change {
  readonly key: TranslationKey;
  readonly locale: string;
  readonly from: string | null;
  readonly to: string;
}

/** Bytes of JSON that a request of 100 KB leaves for a translation. */
const maxBytes = 98_000;

/**
 * Returns what a file adds to the service or changes there, in the order in which it is sent. An empty cell changes
 * nothing.
 *
 * @throws UsageError if a translation is too large for a request
 */
export function planChanges(file: TranslationTable, service: TranslationTable): readonly Change[] {
  const stored = valuesIn(service);
  const changes = file.rows.flatMap(({ key, where = '', values }) =>
    [...values].flatMap(([locale, to]): Change[] => {
      if (Buffer.byteLength(JSON.stringify({ key, to })) > maxBytes)
        throw new UsageError(`${where}, column ${locale}: is too large for a request of 100 KB`);
      const from = stored(key, locale);
      return from === to ? [] : [{ key, locale, from, to }];
    }),
  );
  return changes.sort((a, b) => Number(b.key.kind === 'static') - Number(a.key.kind === 'static'));
}

/** Returns a function that finds a translation; it returns `null` if there is none. */
export function valuesIn({ rows }: TranslationTable): (key: TranslationKey, locale: string) => string | null {
  const byId = new Map(rows.map(({ key, values }) => [idOf(key), values]));
  return (key, locale) => byId.get(idOf(key))?.get(locale) ?? null;
}

/** Returns the input that makes changes. */
export function inputOf(changes: readonly Change[]): TranslationSetInput {
  const { static: fixed = [], dynamic = [] } = Object.groupBy(changes, ({ key }) => key.kind);
  return {
    staticTranslations: fixed.map(({ key: { key }, locale, to }) => ({ key, locale, value: to })),
    dynamicTranslations: dynamic.map(({ key: { type, external_id: externalId, field }, locale, to }) => ({
      ...{ type, externalId, field, locale },
      value: to,
    })),
  };
}

/** Counts the translations of each locale that are new, and that are changed. */
export function countChanges(
  changes: readonly Change[],
): Readonly<Record<string, { readonly new: number; readonly changed: number }>> {
  const byLocale = sortLocales(changes.map(({ locale }) => locale)).map((locale) => {
    const all = changes.filter((change) => change.locale === locale);
    const added = all.filter(({ from }) => from === null).length;
    return [locale, { new: added, changed: all.length - added }] as const;
  });
  return Object.fromEntries(byLocale);
}

/** Renders the number of changes of each locale, and the first changes. */
export function renderPlan(changes: readonly Change[]): readonly string[] {
  const rows = Object.entries(countChanges(changes)).map(([locale, counts]) => [
    locale,
    grouped(counts.new),
    grouped(counts.changed),
  ]);
  return [renderTerminalTable(['Locale', 'New', 'Changed'], 1, rows), ...renderChanges(changes)];
}

/** Translations may be long, and are untrusted. */
const maxText = 60;

/** Renders the first changes, old → new, and how many others there are. */
export function renderChanges(
  changes: readonly (Omit<Change, 'to'> & { readonly to: string | null })[],
): readonly string[] {
  const show = (text: string | null): string => (text === null ? 'none' : `"${printable(text, maxText)}"`);
  return [
    ...changes.slice(0, maxShown).map(({ key, locale, from, to }) => {
      return `  ${printable(`${locale} ${formatKey(key)}`, maxText)}: ${show(from)} → ${show(to)}`;
    }),
    ...renderMore(changes.length - maxShown, '; --json prints all of them'),
  ];
}
