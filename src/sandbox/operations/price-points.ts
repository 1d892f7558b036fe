import {
  createPricePoint,
  deletePricePoint,
  getPricePoint,
  listPricePoints,
  type PriceByCountry,
  type PriceOverride,
  type PricePoint,
  type PricePointRead,
  updatePricePoint,
} from '../../client/api/price-points.ts';
import { inMajorUnits, localPrice } from '../market/amounts.ts';
import { type CountedCountry, countedWith, countries, findCountry } from '../market/countries.ts';
import { formatDrift } from '../market/currencies.ts';
import { type StoreChange, keysOfRows, put, type StoredPricePoint } from '../store/tables.ts';
import { documentedError, type ErrorResponse, type ErrorSource, Rejection } from './errors.ts';
import { type Call, type Context, route, type Route } from './route.ts';

/** Price points (§4.4–4.8); initially there are none. */
export function pricePointRoutes({ settings, clock, rates, store }: Context): Route[] {
  const counted = countries.map((country) => countedWith(settings.currencyDigits, country));
  const calculate = (
    source: ErrorSource,
    priceInUsdCents: number,
    overrides: readonly PriceOverride[] = [],
  ): StoredPricePoint => {
    // Not documented; public descriptions say that a price is at least 0.80 US dollars, of which 0.01 is certain.
    if (settings.publicRules && priceInUsdCents < 1) throw new Rejection(invalidBody(source));
    return {
      priceInUsdCents,
      lastUpdate: clock.now().toISOString(),
      priceOverrides: checkOverrides(source, overrides),
    };
  };

  const priceIn = (
    country: CountedCountry,
    point: StoredPricePoint,
    time = Date.parse(point.lastUpdate),
  ): PriceByCountry => {
    const rate = rates(country.currency, time);
    // Exchange rates do not apply to an override; if several are given, the last one counts.
    const override = point.priceOverrides.findLast(
      ({ countryCode2 }) => countryCode2 === country.code,
    )?.price;
    return {
      price: override ?? inMajorUnits(localPrice(point.priceInUsdCents, country, rate), country),
      currencyCode: country.currency.code,
      isOverridden: override !== undefined,
      taxModel: country.taxModel,
      taxRate: country.taxBasisPoints / 100,
      country: country.name,
      countryCode2: country.code,
      usdExchangeRateOnCalc: rate / 1_000_000,
      exchangeRateDrift: formatDrift(rate, rates(country.currency, clock.now().getTime())),
    };
  };

  const show = (point: StoredPricePoint): PricePoint => ({
    priceInUsdCents: point.priceInUsdCents,
    lastUpdate: point.lastUpdate,
    priceByCountry: counted.map((country) => priceIn(country, point)),
  });

  const showInRealTime = (point: StoredPricePoint): PricePointRead => ({
    ...show(point),
    priceByCountry: counted.map((country) => {
      const { price: realTimePrice } = priceIn(country, point, clock.now().getTime());
      return { ...priceIn(country, point), realTimePrice };
    }),
  });

  const find = ({ params, source }: Call<unknown>): StoredPricePoint => {
    const price = params['priceInUsdCents'] ?? '';
    const point = /^\d+$/.test(price) ? store.get('pricePoints', String(Number(price))) : undefined;
    if (point) return point;
    throw new Rejection(documentedError(source, 'price_point_not_found', { price_in_usd_cents: price }));
  };

  return [
    route(
      createPricePoint,
      ({ body, source }) => {
        if (store.get('pricePoints', String(body.priceInUsdCents))) {
          throw new Rejection(documentedError(source, 'price_point_exists'));
        }
        const point = calculate(source, body.priceInUsdCents, body.priceOverrides);
        store.write(put('pricePoints', point));
        return show(point);
      },
      invalidBody,
    ),
    route(listPricePoints, () => ({
      pricePoints: store
        .list('pricePoints')
        .sort((left, right) => left.priceInUsdCents - right.priceInUsdCents)
        .map(({ priceInUsdCents, lastUpdate }) => ({ priceInUsdCents, lastUpdate })),
    })),
    route(getPricePoint, (call) => showInRealTime(find(call))),
    route(
      updatePricePoint,
      (call) => {
        const { updatedPriceInUsdCents, priceOverrides } = call.body;
        if (updatedPriceInUsdCents === undefined && priceOverrides === undefined) {
          throw new Rejection(invalidBody(call.source));
        }
        const earlier = find(call);
        const target = updatedPriceInUsdCents ?? earlier.priceInUsdCents;
        if (target !== earlier.priceInUsdCents && store.get('pricePoints', String(target))) {
          throw new Rejection(documentedError(call.source, 'price_point_exists'));
        }
        const point = calculate(call.source, target, priceOverrides);
        store.write(remove(earlier), put('pricePoints', point));
        return show(point);
      },
      invalidBody,
    ),
    route(deletePricePoint, (call) => {
      const point = find(call);
      store.write(remove(point));
      return show(point);
    }),
  ];
}

function checkOverrides(source: ErrorSource, overrides: readonly PriceOverride[]): PriceOverride[] {
  const unknown = overrides.find(({ countryCode2 }) => !findCountry(countryCode2));
  if (unknown) {
    throw new Rejection(documentedError(source, 'country_not_found', { country_code: unknown.countryCode2 }));
  }
  if (overrides.some(({ price }) => price < 0)) throw new Rejection(invalidBody(source));
  return overrides.map(({ countryCode2, price }) => ({ countryCode2, price }));
}

function remove(point: StoredPricePoint): StoreChange {
  return { table: 'pricePoints', key: keysOfRows.pricePoints(point), row: null };
}

function invalidBody(source: ErrorSource): ErrorResponse {
  return documentedError(source, 'invalid_body');
}
