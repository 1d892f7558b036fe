/** §2.2, field by field, as §4.4, §4.7 and §4.8 return it: one price overridden, one calculated. */
export const pricePoint = {
  priceInUsdCents: 999,
  lastUpdate: '2026-10-01T09:00:00.000Z',
  priceByCountry: [
    {
      price: 9.99,
      currencyCode: 'EUR',
      isOverridden: true,
      taxModel: 'Included',
      taxRate: 19,
      country: 'Germany',
      countryCode2: 'DE',
      usdExchangeRateOnCalc: 0.9187,
      exchangeRateDrift: '+0.52%',
    },
    {
      price: 1500,
      currencyCode: 'JPY',
      isOverridden: false,
      taxModel: 'Excluded',
      taxRate: 10,
      country: 'Japan',
      countryCode2: 'JP',
      usdExchangeRateOnCalc: 149.91,
      exchangeRateDrift: '-1.20%',
    },
  ],
};

/** §4.6: a single price point has real-time prices. */
export const pricePointRead = {
  priceInUsdCents: 999,
  lastUpdate: '2026-10-01T09:00:00.000Z',
  priceByCountry: [
    {
      price: 2.99,
      currencyCode: 'KWD',
      isOverridden: false,
      taxModel: 'Excluded',
      taxRate: 0,
      country: 'Kuwait',
      countryCode2: 'KW',
      usdExchangeRateOnCalc: 0.3065,
      exchangeRateDrift: '+0.00%',
      realTimePrice: 3.062,
    },
  ],
};

/** §4.5. */
export const pricePointList = {
  pricePoints: [
    { priceInUsdCents: 499, lastUpdate: '2026-10-01T09:00:00.000Z' },
    { priceInUsdCents: 999, lastUpdate: '2026-10-02T09:00:00.000Z' },
  ],
};

/** The identifiers, amounts and currencies of §2.2. */
export const essentialInPricePoint = [
  'priceInUsdCents',
  'priceByCountry[]',
  'priceByCountry[].price',
  'priceByCountry[].currencyCode',
  'priceByCountry[].countryCode2',
];

export const essentialInPricePointRead = [
  ...essentialInPricePoint,
  'priceByCountry',
  'priceByCountry[].realTimePrice',
];

export const essentialInPricePointList = ['pricePoints', 'pricePoints[]', 'pricePoints[].priceInUsdCents'];
