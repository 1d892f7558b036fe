import * as content from './content.ts';
import * as offers from './offers.ts';
import * as pricePoints from './price-points.ts';
import * as small from './small-responses.ts';
import * as transactions from './transactions.ts';
import * as translations from './translations.ts';

/** An operation of §4, typed out by hand: what it returns, and the fields that a client cannot do without. */
export interface DocumentedResponse {
  /** This package's name. */
  readonly operation: string;
  /** Its row of §4, and what a repeat does. */
  readonly request: readonly [section: string, method: string, path: string, effect: string];
  readonly literal: unknown;
  /** Fields, containers among them, without which the response is rejected. */
  readonly essential: readonly string[];
  /** Fields that the specification does not promise in every response. */
  readonly optional?: readonly string[];
  /** Fields that may be null. */
  readonly nullable?: readonly string[];
  /** Fields of any type at all. */
  readonly arbitrary?: readonly string[];
}

const cursors = ['nextCursor', 'nextPageQuery'];

/** One for each operation, in the order of §4. */
export const documentedResponses: readonly DocumentedResponse[] = [
  {
    operation: 'transactions.list',
    request: ['4.1', 'GET', '/reporting/financial-data/transactions', 'read'],
    literal: transactions.transactionReport,
    essential: transactions.essentialInReport,
    // What the last page has in place of its cursor is not shown.
    optional: [...cursors, 'results[].geolocation.playerIp'],
    nullable: [
      ...cursors,
      'results[].device.osType',
      'results[].device.osVersion',
      'results[].device.browserType',
      'results[].device.browserVersion',
    ],
  },
  {
    operation: 'content.get',
    request: ['4.2', 'GET', '/v1/portal-content/:contentId', 'read'],
    literal: content.contentItem,
    essential: content.essentialInContentItem,
  },
  {
    operation: 'content.upsertTranslation',
    request: ['4.3', 'PUT', '/v1/portal-content/:contentId/translations/:isoCode', 'idempotent'],
    literal: content.contentItem,
    essential: content.essentialInContentItem,
  },
  {
    operation: 'pricePoints.create',
    request: ['4.4', 'POST', '/v1/price-points', 'create'],
    literal: pricePoints.pricePoint,
    essential: pricePoints.essentialInPricePoint,
  },
  {
    operation: 'pricePoints.list',
    request: ['4.5', 'GET', '/v1/price-points', 'read'],
    literal: pricePoints.pricePointList,
    essential: pricePoints.essentialInPricePointList,
  },
  {
    operation: 'pricePoints.get',
    request: ['4.6', 'GET', '/v1/price-points/:priceInUsdCents', 'read'],
    literal: pricePoints.pricePointRead,
    essential: pricePoints.essentialInPricePointRead,
    // A service may have no rate for a currency today.
    nullable: ['priceByCountry[].realTimePrice'],
  },
  {
    operation: 'translations.set',
    request: ['4.6a', 'POST', '/v1/translations', 'idempotent'],
    literal: translations.translationSet,
    essential: translations.essentialInTranslationSet,
  },
  {
    operation: 'pricePoints.update',
    request: ['4.7', 'PUT', '/v1/price-points/:priceInUsdCents', 'idempotent'],
    literal: pricePoints.pricePoint,
    essential: pricePoints.essentialInPricePoint,
  },
  {
    operation: 'pricePoints.delete',
    request: ['4.8', 'DELETE', '/v1/price-points/:priceInUsdCents', 'idempotent'],
    literal: pricePoints.pricePoint,
    essential: pricePoints.essentialInPricePoint,
  },
  {
    operation: 'translations.get',
    request: ['4.9', 'GET', '/v1/translations', 'read'],
    literal: translations.translationSet,
    essential: translations.essentialInTranslationSetRead,
  },
  {
    operation: 'promoCodes.create',
    request: ['4.10', 'POST', '/coupons/coupon/:couponName/promo-codes', 'create'],
    literal: small.promoCodeList,
    essential: small.essentialInPromoCodeList,
  },
  {
    operation: 'personalization.refreshActivePlayers',
    request: ['4.11', 'POST', '/store/v1/personalization/refresh-active-players', 'idempotent'],
    literal: small.personalizationTrigger,
    essential: [],
  },
  {
    operation: 'personalization.refreshSpecificActivePlayers',
    request: ['4.12', 'POST', '/store/v1/personalization/refresh-specific-active-players', 'idempotent'],
    literal: small.personalizationTrigger,
    essential: [],
  },
  {
    operation: 'offers.list',
    request: ['4.13', 'POST', '/offering/offer/get-offers', 'read'],
    literal: offers.offerReport,
    essential: offers.essentialInOfferReport,
    arbitrary: ['result.offers[].triggers[].rules[]'],
  },
  {
    operation: 'checkout.createSession',
    request: ['4.15', 'POST', '/checkout/v1/session', 'repeatable'],
    literal: small.checkoutSession,
    essential: small.essentialInCheckoutSession,
  },
];
