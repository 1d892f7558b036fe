import {
  type DynamicTranslation,
  getTranslations,
  setTranslations,
  type StaticTranslation,
  type TranslationSet,
} from '../../contract/translations.ts';
import { type Call, route, type Route } from '../call.ts';
import { errorAnswer, type Place, Refusal } from '../error-answers.ts';
import { dashboardDynamicTranslations, dashboardStaticTranslations } from '../dashboard/translations.ts';

interface Translation {
  readonly locale: string;
  readonly value: string;
}

const english = 'en';
/** A language of ISO 639, alone or with a country of ISO 3166. */
const localeForm = /^[a-z]{2,3}([-_][A-Z]{2})?$/;

/** Translations (§4.6a, §4.9), beginning with those that the publisher made in the Dashboard. */
export function translationRoutes(): Route[] {
  const dynamic = new TranslationStore<DynamicTranslation>(({ type, externalId, field }) => [
    type,
    externalId,
    field,
  ]);
  const fixed = new TranslationStore<StaticTranslation>(({ key }) => [key]);
  dashboardDynamicTranslations().forEach((translation) => dynamic.set(translation));
  dashboardStaticTranslations().forEach((translation) => fixed.set(translation));

  const read = (locale: string | null): TranslationSet => ({
    dynamicTranslations: locale === null ? dynamic.all() : dynamic.inLocale(locale),
    staticTranslations: locale === null ? fixed.all() : fixed.inLocale(locale),
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
        dynamicTranslations.forEach((translation) => dynamic.set({ ...translation }));
        staticTranslations.forEach((translation) => fixed.set({ ...translation }));
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

/** Values by field and locale, in the order in which they first came. */
class TranslationStore<T extends Translation> {
  readonly #fieldOf: (translation: T) => readonly string[];
  readonly #byField = new Map<string, Map<string, T>>();

  constructor(fieldOf: (translation: T) => readonly string[]) {
    this.#fieldOf = fieldOf;
  }

  set(translation: T): void {
    const field = JSON.stringify(this.#fieldOf(translation));
    const byLocale = this.#byField.get(field) ?? new Map<string, T>();
    this.#byField.set(field, byLocale.set(translation.locale, translation));
  }

  all(): T[] {
    return [...this.#byField.values()].flatMap((byLocale) => [...byLocale.values()]);
  }

  /** One value for each field: the locale's own or else the English one, shown under the locale asked for. */
  inLocale(locale: string): T[] {
    return [...this.#byField.values()].flatMap((byLocale) => {
      const translation = byLocale.get(locale) ?? byLocale.get(english);
      return translation ? [{ ...translation, locale }] : [];
    });
  }
}
