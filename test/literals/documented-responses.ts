import * as content from './content.ts';
import * as offers from './offers.ts';
import * as pricePoints from './price-points.ts';
import * as small from './small-responses.ts';
import * as transactions from './transactions.ts';
import * as translations from './translations.ts';

/** What an operation of §4 returns, typed out by hand, and the fields that a client cannot do without. */
export interface DocumentedResponse {
  readonly operation: string;
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
    operation: 'transactions.getPage',
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
    literal: content.contentItem,
    essential: content.essentialInContentItem,
  },
  {
    operation: 'content.upsertTranslation',
    literal: content.contentItem,
    essential: content.essentialInContentItem,
  },
  {
    operation: 'pricePoints.create',
    literal: pricePoints.pricePoint,
    essential: pricePoints.essentialInPricePoint,
  },
  {
    operation: 'pricePoints.list',
    literal: pricePoints.pricePointList,
    essential: pricePoints.essentialInPricePointList,
  },
  {
    operation: 'pricePoints.get',
    literal: pricePoints.pricePointRead,
    essential: pricePoints.essentialInPricePointRead,
    optional: ['priceByCountry[].realTimePrice'],
  },
  {
    operation: 'translations.set',
    literal: translations.translationSet,
    essential: translations.essentialInTranslationSet,
  },
  {
    operation: 'pricePoints.update',
    literal: pricePoints.pricePoint,
    essential: pricePoints.essentialInPricePoint,
  },
  {
    operation: 'pricePoints.delete',
    literal: pricePoints.pricePoint,
    essential: pricePoints.essentialInPricePoint,
  },
  {
    operation: 'translations.get',
    literal: translations.translationSet,
    essential: translations.essentialInTranslationSet,
  },
  {
    operation: 'promoCodes.create',
    literal: small.promoCodeList,
    essential: small.essentialInPromoCodeList,
  },
  {
    operation: 'personalization.refreshActivePlayers',
    literal: small.personalizationTrigger,
    essential: [],
  },
  {
    operation: 'personalization.refreshSpecificActivePlayers',
    literal: small.personalizationTrigger,
    essential: [],
  },
  {
    operation: 'offers.getPage',
    literal: offers.offerReport,
    essential: offers.essentialInOfferReport,
    arbitrary: ['result.offers[].triggers[].rules[]'],
  },
  {
    operation: 'checkout.createSession',
    literal: small.checkoutSession,
    essential: small.essentialInCheckoutSession,
  },
];
