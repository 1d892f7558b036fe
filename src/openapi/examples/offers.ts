import type { OfferReport } from '../../contract/offers.ts';

const createdAt = '2026-10-01T09:00:00.000Z';
const updatedAt = '2026-10-02T09:00:00.000Z';

/** One page of offers. */
export const offerReport: OfferReport = {
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
