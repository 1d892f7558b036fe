import type { CheckoutSessionCreate } from '../../../../src/client/api/checkout.ts';
import type { ContentTranslationInput } from '../../../../src/client/api/content.ts';
import type { OperationName } from '../../../../src/client/api/operation-name.ts';
import type { PricePointCreate, PricePointUpdate } from '../../../../src/client/api/price-points.ts';
import type { TranslationSetInput } from '../../../../src/client/api/translations.ts';

/** The body of a request for each operation that has one; the specification shows none. */
export const requestExamples: Readonly<Record<string, unknown>> = {
  'content.upsertTranslation': {
    title: 'Winterevent',
    subTitle: 'Es schneit',
    bodyText: 'Komm herein.',
    headerImage: 'https://assets.example.com/header-de.png',
    thumbnailImage: 'https://assets.example.com/thumbnail-de.png',
    labels: ['Winter'],
  } satisfies ContentTranslationInput,
  'pricePoints.create': {
    priceInUsdCents: 999,
    priceOverrides: [{ countryCode2: 'DE', price: 9.49 }],
  } satisfies PricePointCreate,
  'pricePoints.update': {
    updatedPriceInUsdCents: 1099,
    priceOverrides: [{ countryCode2: 'DE', price: 9.49 }],
  } satisfies PricePointUpdate,
  'translations.set': {
    staticTranslations: [{ key: 'buy', locale: 'de', value: 'Kaufen' }],
    dynamicTranslations: [
      { type: 'product', externalId: 'gems', field: 'name', locale: 'de', value: 'Edelsteine' },
    ],
  } satisfies TranslationSetInput,
  'promoCodes.create': { promoCodes: [{ name: 'LAUNCH10', maxRedemptions: 1000, active: true }] },
  'personalization.refreshSpecificActivePlayers': { playerIds: ['player-1'] },
  'checkout.createSession': {
    priceDetails: { price: 999, currency: 'USD' },
    offer: { name: 'Bag of gems', sku: 'bag-of-gems' },
    customer: { id: 'player-1', email: 'player-1@example.com' },
    items: [{ name: 'Gems', sku: 'gems', quantity: 1200 }],
    countryCode2: 'US',
    redirectUrl: 'mygame://shop',
  } satisfies CheckoutSessionCreate,
} satisfies Partial<Record<OperationName, unknown>>;

/** The value of each required parameter; the specification shows none. */
export const parameterExamples: Readonly<Record<string, unknown>> = {
  startDate: '2026-10-01T00:00:00Z',
  endDate: '2026-11-01T00:00:00Z',
  contentId: 'content-1',
  isoCode: 'de',
  couponName: 'launch',
  priceInUsdCents: 999,
};
