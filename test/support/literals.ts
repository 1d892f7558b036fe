// Answers as the specification describes them (§2), typed by hand.

export const transaction = (index = 0) => ({
  orderId: `order-${index}`,
  purchaseId: `purchase-${index}`,
  publisherTransactionId: `publisher-${index}`,
  timestamp: '2026-10-01T12:00:00.000Z',
  customerDetails: { id: 'player-1', email: 'player@example.com' },
  geolocation: { countryCode2: 'DE', region: 'Berlin', ipAddress: '203.0.113.7', zipCode: '10115' },
  device: { osType: 'iOS', osVersion: null, browserType: 'Safari', browserVersion: null },
  offerDetails: {
    offerId: 'offer-1',
    offerName: 'Starter pack',
    type: 'Bundle',
    products: [{ name: '100 gems', sku: 'gems-100', quantity: 1 }],
  },
  transactionDetails: {
    id: `transaction-${index}`,
    type: 'paid',
    amount: 999,
    amountUsd: 1085,
    totalTaxAmount: 160,
    totalTaxAmountUsd: 173,
    currencyExchangeCostUsd: 10,
    chargebackFeeUsd: 0,
    transactionFeeUsd: 54,
    publisherNetAmountUsd: 848,
    currencyCode: 'EUR',
    currencySymbol: '€',
    paymentMethod: 'card',
  },
});

export const pricePoint = {
  priceInUsdCents: 999,
  lastUpdate: '2026-10-01T12:00:00.000Z',
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
      exchangeRateDrift: '+0.50%',
    },
  ],
};

export const contentItem = {
  id: 'welcome',
  title: 'Welcome',
  subTitle: 'A greeting',
  bodyText: 'Hello, player.',
  headerImage: 'https://assets.example.com/header.png',
  thumbnailImage: 'https://assets.example.com/thumbnail.png',
  labels: ['new'],
  state: 'visible',
  contentType: 'news',
  publishDate: '2026-10-01T12:00:00.000Z',
  slug: 'welcome',
  visibility: 'public',
  tag: 'onboarding',
  createdAt: '2026-09-01T12:00:00.000Z',
  updatedAt: '2026-09-02T12:00:00.000Z',
  translations: [],
  pages: [{ id: 'page-1', pageName: 'Home' }],
};

export const translationSet = {
  dynamicTranslations: [
    { type: 'product', externalId: 'gems-100', field: 'name', locale: 'de', value: '100 Edelsteine' },
  ],
  staticTranslations: [{ key: 'buy', locale: 'de', value: 'Kaufen' }],
};

export const promoCodeList = {
  promoCodes: [
    {
      name: 'LAUNCH10',
      maxRedemptions: 1000,
      active: true,
      createdAt: '2026-10-01T12:00:00.000Z',
      updatedAt: '2026-10-01T12:00:00.000Z',
    },
  ],
};

export const trigger = { message: 'Event triggered for publisher 42' };

export const offer = (offerId = 'offer-1') => ({
  offerId,
  publisherOfferId: `publisher-${offerId}`,
  name: 'Starter pack',
  displayName: 'Starter pack!',
  description: 'Gems to begin with',
  type: 'Bundle',
  createdBy: 'designer',
  offerUi: {
    offerUiId: 'ui-1',
    externalId: 'external-1',
    active: true,
    offerUiType: 'special',
    name: 'UI',
    description: 'Its look',
    backgroundImage: 'https://assets.example.com/background.png',
    specialOffer: {
      templateType: 'wide',
      presentOfferEndTimer: false,
      title: 'Now',
      fontSize: 12,
      fontWeight: 'bold',
      fontColor: { colorOne: '#ffffff', colorTwo: '#000000', direction: 'down' },
      backgroundColor: { colorOne: '#ffffff', colorTwo: '#000000', direction: 'down' },
    },
  },
  dynamicOfferUi: {
    badges: [{ publisherBadgeId: 'badge-1', position: 'top' }],
    salePercentage: 20,
    salePercentageDisplayType: 'percentage',
  },
  active: true,
  segments: ['whales'],
  productsSequence: [
    {
      index: 0,
      playerAvailability: 1,
      priceInUsdCents: 999,
      products: [
        {
          quantity: 1,
          product: {
            publisherProductId: 'gems-100',
            name: '100 gems',
            textFontColorHex: '#ffffff',
            type: 'currency',
            prefix: '',
            suffix: '',
            priority: '1',
            images: [{ type: 'icon', url: 'https://assets.example.com/gems.png' }],
            createdAt: '2026-09-01T12:00:00.000Z',
            updatedAt: '2026-09-01T12:00:00.000Z',
            productId: 'product-1',
          },
        },
      ],
    },
  ],
  startOver: false,
  priority: 1,
  showAfter: 'login',
  triggers: [{ type: 'event', eventName: 'level-up', every: 3, rules: [{ any: 'thing' }] }],
  createdAt: '2026-09-01T12:00:00.000Z',
  updatedAt: '2026-09-01T12:00:00.000Z',
});

export const offerReport = {
  result: { totalCount: 1, offers: [offer()] },
  status: 200,
  message: 'OK',
};

export const checkoutSession = {
  checkoutSessionToken: 'session-token-1',
  purchaseId: 'purchase-1',
  url: 'https://pay.example.com/old/1',
  parsedUrl: 'https://pay.example.com/new/1',
};
