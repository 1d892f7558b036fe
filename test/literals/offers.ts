import type { AsDocumented } from '../../src/client/api/fields.ts';
import type { Offer } from '../../src/client/index.ts';

/** §2.6, field by field. */
export const offer = {
  offerId: 'offer-1',
  publisherOfferId: 'starter_bundle',
  name: 'starter',
  displayName: 'Starter Bundle',
  description: 'Coins to begin with',
  type: 'Bundle',
  createdBy: 'jo@example.com',
  offerUi: {
    offerUiId: 'ui-1',
    externalId: 'ui-external-1',
    active: true,
    offerUiType: 'special',
    name: 'winter',
    description: 'Winter look',
    backgroundImage: 'https://assets.example.com/background.png',
    specialOffer: {
      templateType: 'wide',
      presentOfferEndTimer: true,
      title: 'Only today',
      fontSize: 14,
      fontWeight: 'bold',
      fontColor: { colorOne: '#ffffff', colorTwo: '#eeeeee', direction: 'to right' },
      backgroundColor: { colorOne: '#000000', colorTwo: '#111111', direction: 'to left' },
    },
  },
  dynamicOfferUi: {
    badges: [{ publisherBadgeId: 'best_value', position: 'top' }],
    salePercentage: 25,
    salePercentageDisplayType: 'percentage',
  },
  active: true,
  segments: ['payers', 'whales'],
  productsSequence: [
    {
      index: 0,
      playerAvailability: 1,
      priceInUsdCents: 999,
      products: [
        {
          quantity: 500,
          product: {
            publisherProductId: 'gold_coins',
            name: 'Gold Coins',
            textFontColorHex: '#ffcc00',
            type: 'currency',
            prefix: 'x',
            suffix: 'pcs',
            priority: '1',
            images: [{ type: 'icon', url: 'https://assets.example.com/coins.png' }],
            createdAt: '2026-10-01T09:00:00.000Z',
            updatedAt: '2026-10-02T09:00:00.000Z',
            productId: 'product-1',
          },
        },
      ],
    },
  ],
  startOver: false,
  priority: 3,
  showAfter: '2026-10-01',
  triggers: [{ type: 'event', eventName: 'level_up', every: 5, rules: [{ level: 10 }, 'any', 7, null] }],
  createdAt: '2026-10-01T09:00:00.000Z',
  updatedAt: '2026-10-02T09:00:00.000Z',
} satisfies AsDocumented<Offer>;

/** §4.13. */
export const offerReport = { result: { totalCount: 1, offers: [offer] }, status: 200, message: 'OK' };

/** The identifiers and the amount of §2.6. */
export const essentialInOfferReport = [
  'result',
  'result.offers',
  'result.offers[]',
  'result.offers[].offerId',
  'result.offers[].productsSequence[]',
  'result.offers[].productsSequence[].priceInUsdCents',
];
