import type { DynamicTranslation, StaticTranslation } from '../../api/translations.ts';
import type { Change } from './tables.ts';

/** An ISO 639 language, optionally with an ISO 3166 country. */
const localeForm = /^[a-z]{2,3}([-_][A-Z]{2})?$/;

/** Whether translations can be in a locale. */
export function isLocaleCode(locale: string): boolean {
  return localeForm.test(locale);
}

/** The key of a translation of a product, an offer design or the like. */
export function dynamicTranslationKey({
  type,
  externalId,
  field,
  locale,
}: Omit<DynamicTranslation, 'value'>): string {
  return JSON.stringify([type, externalId, field, locale]);
}

/** The key of a translation of a fixed string of the store. */
export function staticTranslationKey({ key, locale }: Omit<StaticTranslation, 'value'>): string {
  return JSON.stringify([key, locale]);
}

/** The change that sets a translation of a product, an offer design or the like. */
export function dynamicTranslationChange(row: DynamicTranslation): Change {
  return { table: 'dynamicTranslations', key: dynamicTranslationKey(row), row };
}

/** The change that sets a translation of a fixed string of the store. */
export function staticTranslationChange(row: StaticTranslation): Change {
  return { table: 'staticTranslations', key: staticTranslationKey(row), row };
}
