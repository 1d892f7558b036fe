import { getTranslations, setTranslations, type TranslationSet } from '../../contract/translations.ts';
import { type Call, route, type Route } from '../call.ts';
import { errorAnswer, type Place, Refusal } from '../error-answers.ts';
import { dynamicTranslationChange, staticTranslationChange } from '../state/first-changes.ts';
import type { World } from '../world.ts';

interface Translation {
  readonly locale: string;
  readonly value: string;
}

const english = 'en';
/** A language of ISO 639, alone or with a country of ISO 3166. */
const localeForm = /^[a-z]{2,3}([-_][A-Z]{2})?$/;

/** Translations (§4.6a, §4.9), beginning with those that the publisher made in the Dashboard. */
export function translationRoutes({ store }: World): Route[] {
  const read = (locale: string | null): TranslationSet => ({
    dynamicTranslations: valuesIn(locale, store.list('dynamicTranslations'), (translation) => [
      translation.type,
      translation.externalId,
      translation.field,
    ]),
    staticTranslations: valuesIn(locale, store.list('staticTranslations'), ({ key }) => [key]),
  });

  return [
    route(getTranslations, ({ query, place }: Call<undefined>) => {
      const locale = query.get('locale');
      if (locale !== null) checkLocale(place, locale);
      return read(locale);
    }),
    route(
      setTranslations,
      ({ body: { dynamicTranslations = [], staticTranslations = [] }, place }) => {
        for (const { locale } of [...dynamicTranslations, ...staticTranslations]) checkLocale(place, locale);
        store.write(
          ...dynamicTranslations.map((row) => dynamicTranslationChange({ ...row })),
          ...staticTranslations.map((row) => staticTranslationChange({ ...row })),
        );
        return read(null);
      },
      (place, _body, problem) => errorAnswer(place, 400, `Invalid request body: ${problem}`),
    ),
  ];
}

function checkLocale(place: Place, locale: string): void {
  if (localeForm.test(locale)) return;
  throw new Refusal(errorAnswer(place, 400, `locale ${JSON.stringify(locale)} is not a locale code`));
}

/**
 * The values field by field, in the order in which they first came. With a locale there is one for each field: the
 * locale's own or else the English one, shown under the locale asked for.
 */
function valuesIn<T extends Translation>(
  locale: string | null,
  translations: readonly T[],
  fieldOf: (translation: T) => readonly string[],
): T[] {
  const byField = Map.groupBy(translations, (translation) => JSON.stringify(fieldOf(translation)));
  return [...byField.values()].flatMap((values) => {
    if (locale === null) return values;
    const inLocale = (code: string): T | undefined => values.find((value) => value.locale === code);
    const value = inLocale(locale) ?? inLocale(english);
    return value ? [{ ...value, locale }] : [];
  });
}
