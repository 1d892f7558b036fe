import type { ContentItem } from '../../contract/content.ts';
import type { OperationName } from '../../contract/operation-name.ts';
import type { PricePoint, PricePointList } from '../../contract/price-points.ts';
import type { PromoCodeList } from '../../contract/promo-codes.ts';
import type { TransactionReport } from '../../contract/transactions.ts';
import type { TranslationSet } from '../../contract/translations.ts';
import { offerReport } from './offers.ts';

const createdAt = '2026-10-01T09:00:00.000Z';
const updatedAt = '2026-10-02T09:00:00.000Z';
const message = 'Event triggered for publisher <publisher_id>';

const contentItem: ContentItem = {
  id: 'content-1',
  title: 'Winter event',
  subTitle: 'Snow is falling',
  bodyText: 'Come in.',
  headerImage: 'https://assets.example.com/header.png',
  thumbnailImage: 'https://assets.example.com/thumbnail.png',
  labels: ['winter'],
  state: 'scheduled',
  contentType: 'news',
  publishDate: '2026-12-01T09:00:00.000Z',
  slug: 'winter-event',
  visibility: 'public',
  tag: 'q4',
  createdAt,
  updatedAt,
  translations: [
    {
      isoCode: 'de',
      title: 'Winterevent',
      subTitle: 'Es schneit',
      bodyText: 'Komm herein.',
      headerImage: 'https://assets.example.com/header-de.png',
      thumbnailImage: 'https://assets.example.com/thumbnail-de.png',
      labels: ['Winter'],
    },
  ],
  pages: [{ id: 'page-1', pageName: 'Home' }],
};

const pricePoint: PricePoint = {
  priceInUsdCents: 999,
  lastUpdate: updatedAt,
  priceByCountry: [
    {
      price: 9.49,
      currencyCode: 'EUR',
      isOverridden: true,
      taxModel: 'Included',
      taxRate: 19,
      country: 'Germany',
      countryCode2: 'DE',
      usdExchangeRateOnCalc: 0.92,
      exchangeRateDrift: '+0.52%',
    },
  ],
};

const translations: TranslationSet = {
  dynamicTranslations: [
    { type: 'product', externalId: 'gems', field: 'name', locale: 'de', value: 'Edelsteine' },
  ],
  staticTranslations: [{ key: 'buy', locale: 'de', value: 'Kaufen' }],
};

/** The body of a successful response for each operation; of these, the specification shows only the message. */
export const responseExamples: Readonly<Record<string, unknown>> = {
  'transactions.getPage': {
    totalCount: 431,
    nextCursor: 'eyJvIjoxfQ',
    nextPageQuery:
      '?startDate=2026-10-01T00%3A00%3A00Z&endDate=2026-11-01T00%3A00%3A00Z&limit=1&cursor=eyJvIjoxfQ',
    results: [
      {
        orderId: 'order-1',
        purchaseId: 'purchase-1',
        publisherTransactionId: 'publisher-1',
        timestamp: '2026-10-01T08:15:30.000Z',
        customerDetails: { id: 'player-1', email: 'player-1@example.com' },
        geolocation: { countryCode2: 'US', region: 'Oregon', ipAddress: '192.0.2.7', zipCode: '97201' },
        device: { osType: 'Windows', osVersion: '11', browserType: null, browserVersion: null },
        offerDetails: {
          offerId: 'offer-1',
          offerName: 'Bag of gems',
          type: 'Bundle',
          products: [{ name: 'Gems', sku: 'gems', quantity: 1200 }],
        },
        transactionDetails: {
          id: 'transaction-1',
          type: 'paid',
          amount: 999,
          amountUsd: 999,
          totalTaxAmount: 0,
          totalTaxAmountUsd: 0,
          currencyExchangeCostUsd: 0,
          chargebackFeeUsd: 0,
          transactionFeeUsd: 50,
          publisherNetAmountUsd: 949,
          currencyCode: 'USD',
          currencySymbol: '$',
          paymentMethod: 'card',
        },
      },
    ],
  } satisfies TransactionReport,
  'content.get': contentItem,
  'content.upsertTranslation': contentItem,
  'pricePoints.create': pricePoint,
  'pricePoints.list': {
    pricePoints: [{ priceInUsdCents: 999, lastUpdate: updatedAt }],
  } satisfies PricePointList,
  'pricePoints.get': {
    ...pricePoint,
    priceByCountry: pricePoint.priceByCountry?.map((price) => ({ ...price, realTimePrice: 9.49 })),
  } satisfies PricePoint,
  'pricePoints.update': { ...pricePoint, priceInUsdCents: 1099 } satisfies PricePoint,
  'pricePoints.delete': pricePoint,
  'translations.get': translations,
  'translations.set': translations,
  'promoCodes.create': {
    promoCodes: [{ name: 'LAUNCH10', maxRedemptions: 1000, active: true, createdAt, updatedAt }],
  } satisfies PromoCodeList,
  'personalization.refreshActivePlayers': { message },
  'personalization.refreshSpecificActivePlayers': { message },
  'offers.getPage': offerReport,
  'checkout.createSession': {
    checkoutSessionToken: 'session-1',
    purchaseId: 'purchase-1',
    url: 'https://checkout.example.com/?session=session-1',
    parsedUrl: 'https://checkout.example.com/session/session-1',
  },
} satisfies Record<OperationName, unknown>;
