import type { ContentItem } from '../../../../src/client/api/content.ts';
import type { AsDocumented } from '../../../../src/client/api/fields.ts';
import type { DocumentedError } from '../../../../src/client/errors/documented-errors.ts';
import type { OfferReport } from '../../../../src/client/api/offers.ts';
import { type AnyOperation, templateOf } from '../../../../src/client/api/operation.ts';
import type { OperationName } from '../../../../src/client/api/operation-name.ts';
import type { PricePoint, PricePointList, PricePointRead } from '../../../../src/client/api/price-points.ts';
import type { PromoCodeList } from '../../../../src/client/api/promo-codes.ts';
import type { TransactionReport } from '../../../../src/client/api/transactions.ts';
import type { TranslationSetRead } from '../../../../src/client/api/translations.ts';

const createdAt = '2026-10-01T09:00:00.000Z';
const updatedAt = '2026-10-02T09:00:00.000Z';
const message = 'Event triggered for publisher <publisher_id>';

const contentItem: AsDocumented<ContentItem> = {
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

const pricePoint = {
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
} satisfies PricePoint;

const translations: AsDocumented<TranslationSetRead> = {
  dynamicTranslations: [
    { type: 'product', externalId: 'gems', field: 'name', locale: 'de', value: 'Edelsteine' },
  ],
  staticTranslations: [{ key: 'buy', locale: 'de', value: 'Kaufen' }],
};

const offerReport: AsDocumented<OfferReport> = {
  result: {
    totalCount: 1,
    offers: [
      {
        offerId: 'offer-1',
        publisherOfferId: 'bag-of-gems',
        name: 'Bag of gems',
        displayName: 'Bag of gems',
        description: '1200 gems',
        type: 'SpecialOffer',
        createdBy: 'dashboard',
        offerUi: {
          offerUiId: 'ui-1',
          externalId: 'design-1',
          active: true,
          offerUiType: 'standard',
          name: 'winter',
          description: 'Winter look',
          backgroundImage: 'https://assets.example.com/background.png',
          specialOffer: {
            templateType: 'standard',
            presentOfferEndTimer: true,
            title: 'Only today',
            fontSize: 24,
            fontWeight: 'bold',
            fontColor: { colorOne: '#ffffff', colorTwo: '#eeeeee', direction: 'vertical' },
            backgroundColor: { colorOne: '#000000', colorTwo: '#111111', direction: 'vertical' },
          },
        },
        dynamicOfferUi: {
          badges: [{ publisherBadgeId: 'best-value', position: 'top-right' }],
          salePercentage: 20,
          salePercentageDisplayType: 'percentage',
        },
        active: true,
        segments: ['new-players'],
        productsSequence: [
          {
            index: 0,
            playerAvailability: 1,
            priceInUsdCents: 999,
            products: [
              {
                quantity: 1200,
                product: {
                  publisherProductId: 'gems',
                  name: 'Gems',
                  textFontColorHex: '#ffcc00',
                  type: 'currency',
                  prefix: '',
                  suffix: '',
                  priority: '1',
                  images: [{ type: 'thumbnail', url: 'https://assets.example.com/gems.png' }],
                  createdAt,
                  updatedAt,
                  productId: 'product-1',
                },
              },
            ],
          },
        ],
        startOver: false,
        priority: 1,
        showAfter: '30s',
        triggers: [{ type: 'event', eventName: 'level_completed', every: 5, rules: [] }],
        createdAt,
        updatedAt,
      },
    ],
  },
  status: 200,
  message: 'OK',
};

/** The body of a successful response for each operation; of these, the specification shows only the message. */
export const responseExamples: Readonly<Record<string, unknown>> = {
  'transactions.list': {
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
  } satisfies AsDocumented<PricePointList>,
  'pricePoints.get': {
    ...pricePoint,
    priceByCountry: pricePoint.priceByCountry.map((price) => ({ ...price, realTimePrice: 9.49 })),
  } satisfies PricePointRead,
  'pricePoints.update': { ...pricePoint, priceInUsdCents: 1099 } satisfies PricePoint,
  'pricePoints.delete': pricePoint,
  'translations.get': translations,
  'translations.set': translations,
  'promoCodes.create': {
    promoCodes: [{ name: 'LAUNCH10', maxRedemptions: 1000, active: true, createdAt, updatedAt }],
  } satisfies AsDocumented<PromoCodeList>,
  'personalization.refreshActivePlayers': { message },
  'personalization.refreshSpecificActivePlayers': { message },
  'offers.list': offerReport,
  'checkout.createSession': {
    checkoutSessionToken: 'session-1',
    purchaseId: 'purchase-1',
    url: 'https://checkout.example.com/?session=session-1',
    parsedUrl: 'https://checkout.example.com/session/session-1',
  },
} satisfies Record<OperationName, unknown>;

/** The names that the specification gives to statuses (§7.1). */
const names: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  500: 'Internal Server Error',
};

/** The body of a documented error: its message exactly, with values for the placeholders of the message. */
export function errorExample(error: DocumentedError, { path }: AnyOperation): unknown {
  const message = error.message.replace('<country_code>', 'XX').replace('<price_in_usd_cents>', '999');
  switch (error.family) {
    case 'transactionReport':
      return {
        statusCode: error.status,
        error: names[error.status],
        message: [{ validationErrorNumber: 1, error: message }],
        requestUrl: path,
      };
    case 'portalContent':
      return { message, requestUrl: templateOf(path), body: error.body };
    case 'personalization':
      return { message, requestUrl: path, body: 'playerIds must contain at least 1 element' };
    case 'pricePoint':
      return { message };
  }
}
