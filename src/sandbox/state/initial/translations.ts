import type { DynamicTranslation, StaticTranslation } from '../../../api/translations.ts';
import { catalogOffers, catalogProducts } from './catalog.ts';
import { checkoutStrings } from './checkout-strings.ts';

const productNamesInGerman: Readonly<Record<string, string>> = {
  gems: 'Edelsteine',
  coins: 'Münzen',
  energy: 'Energie',
  'golden-chest': 'Goldene Truhe',
};

/** Translations of the catalog: all in English, some in German. */
export function initialDynamicTranslations(): DynamicTranslation[] {
  const products = catalogProducts.flatMap(({ sku, name }): DynamicTranslation[] => {
    const english = { type: 'product', externalId: sku, field: 'name', locale: 'en', value: name };
    const german = productNamesInGerman[sku];
    return german === undefined ? [english] : [english, { ...english, locale: 'de', value: german }];
  });
  const designs = catalogOffers.map(({ publisherOfferId, name }) => ({
    type: 'offer_design',
    externalId: `design-${publisherOfferId}`,
    field: 'title',
    locale: 'en',
    value: name,
  }));
  return [...products, ...designs];
}

/** Fixed strings of the store: all in English, some in German. */
export function initialStaticTranslations(): StaticTranslation[] {
  return [
    { key: 'store.title', locale: 'en', value: 'Web store' },
    { key: 'store.title', locale: 'de', value: 'Webshop' },
    { key: 'store.buy_now', locale: 'en', value: 'Buy now' },
    { key: 'store.buy_now', locale: 'de', value: 'Jetzt kaufen' },
    { key: 'store.sold_out', locale: 'en', value: 'Sold out' },
    ...Object.entries(checkoutStrings).flatMap(([key, [english, german]]) => [
      { key, locale: 'en', value: english },
      { key, locale: 'de', value: german },
    ]),
  ];
}
