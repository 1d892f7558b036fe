const countries = (
  'AR AT AU BE BG BR CA CH CL CN CO CR CY CZ DE DK EE EG ES FI FR GB GR HK HR HU ID IE IL IN ' +
  'IS IT JP KR KW LT LU LV MX MY NL NO NZ PE PH PL PT QA RO SA'
).split(' ');

/** A price point with the prices of 50 countries (§2.2), as a single read returns it. */
export const pricePoint = {
  priceInUsdCents: 999,
  lastUpdate: '2026-10-01T00:00:00.000Z',
  priceByCountry: countries.map((countryCode2, index) => ({
    price: 9.49 + index,
    currencyCode: 'EUR',
    isOverridden: index % 10 === 0,
    taxModel: index % 3 === 0 ? 'Excluded' : 'Included',
    taxRate: 5 + (index % 20),
    country: new Intl.DisplayNames('en', { type: 'region' }).of(countryCode2) ?? countryCode2,
    countryCode2,
    usdExchangeRateOnCalc: 1 + index / 100,
    exchangeRateDrift: `+0.${index}%`,
    realTimePrice: 9.5 + index,
  })),
};
