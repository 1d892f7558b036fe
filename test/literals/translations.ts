import type { AsDocumented } from '../../src/client/api/fields.ts';
import type { TranslationSet } from '../../src/client/index.ts';

/** §2.3 in the form that §4.9 and §4.6a return. */
export const translationSet = {
  dynamicTranslations: [
    { type: 'product', externalId: 'gold_coins', field: 'name', locale: 'de', value: 'Goldmünzen' },
    { type: 'offer_design', externalId: 'design-1', field: 'title', locale: 'pt-BR', value: 'Pacote' },
  ],
  staticTranslations: [{ key: 'store.buy', locale: 'en', value: 'Buy' }],
} satisfies AsDocumented<TranslationSet>;

/** What identifies a translation. */
export const essentialInTranslationSet = [
  'dynamicTranslations[]',
  'dynamicTranslations[].externalId',
  'dynamicTranslations[].field',
  'dynamicTranslations[].locale',
  'staticTranslations[]',
  'staticTranslations[].key',
  'staticTranslations[].locale',
];

/** A read returns both lists. */
export const essentialInTranslationSetRead = [
  ...essentialInTranslationSet,
  'dynamicTranslations',
  'staticTranslations',
];
