import { getTranslations, setTranslations, type TranslationSetRead } from '../../client/api/translations.ts';
import { english, isLocale } from '../../shared/locale.ts';
import { put } from '../store/tables.ts';
import { type ErrorSource, reject } from './errors.ts';
import { type Call, type Context, route, type Route } from './route.ts';

interface Translation {
  readonly locale: string;
}

/** Translations (§4.6a, §4.9): those of the initial state, and those that were set. */
export function translationRoutes({ store }: Context): Route[] {
  const read = (locale: string | null): TranslationSetRead => ({
    dynamicTranslations: valuesIn(locale, store.list('dynamicTranslations'), (translation) => [
      translation.type,
      translation.externalId,
      translation.field,
    ]),
    staticTranslations: valuesIn(locale, store.list('staticTranslations'), ({ key }) => [key]),
  });

  return [
    route(getTranslations, ({ query, source }: Call<undefined>) => {
      const locale = query.get('locale');
      if (locale !== null) checkLocale(source, locale);
      return read(locale);
    }),
    route(setTranslations, ({ body: { dynamicTranslations = [], staticTranslations = [] }, source }) => {
      for (const { locale } of [...dynamicTranslations, ...staticTranslations]) checkLocale(source, locale);
      store.write(
        ...dynamicTranslations.map((row) => put('dynamicTranslations', { ...row })),
        ...staticTranslations.map((row) => put('staticTranslations', { ...row })),
      );
      return read(null);
    }),
  ];
}

function checkLocale(source: ErrorSource, locale: string): void {
  if (!isLocale(locale)) reject(source, 400, `locale ${JSON.stringify(locale)} is not a locale code`);
}

/**
 * The translations grouped by field, in the order in which they were added. With a locale there is one for each field:
 * that of the locale or else the English one, with the requested locale.
 */
function valuesIn<T extends Translation>(
  locale: string | null,
  translations: readonly T[],
  fieldOf: (translation: T) => readonly unknown[],
): T[] {
  const byField = Map.groupBy(translations, (translation) => JSON.stringify(fieldOf(translation)));
  return [...byField.values()].flatMap((values) => {
    if (locale === null) return values;
    const inLocale = (code: string): T | undefined => values.find((value) => value.locale === code);
    const value = inLocale(locale) ?? inLocale(english);
    return value ? [{ ...value, locale }] : [];
  });
}
