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
} from '../../api/price-points.ts';
import { inMajorUnits, localPrice } from '../market/amounts.ts';
import { countries, type Country } from '../market/countries.ts';
import { formatDrift } from '../market/currencies.ts';
import type { Change, StoredPricePoint } from '../store/tables.ts';
import { documentedError, type ErrorResponse, type ErrorSource, Rejection } from './errors.ts';
import { type Call, type Context, route, type Route } from './route.ts';

/** Price points (§4.4–4.8); initially there are none. */
export function pricePointRoutes({ clock, rates, store }: Context): Route[] {
  const calculate = (
    source: ErrorSource,
    priceInUsdCents: number,
    overrides: readonly PriceOverride[] = [],
  ): StoredPricePoint => ({
    priceInUsdCents,
    lastUpdate: clock.now().toISOString(),
    priceOverrides: checkOverrides(source, overrides),
  });

  const priceIn = (country: Country, point: StoredPricePoint): PriceByCountry => {
    const rate = rates(country.currency, Date.parse(point.lastUpdate));
    const override = overrideIn(country, point);
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
    priceByCountry: countries.map((country) => priceIn(country, point)),
  });

  const showInRealTime = (point: StoredPricePoint): PricePointRead => ({
    ...show(point),
    priceByCountry: countries.map((country) => {
      const rate = rates(country.currency, clock.now().getTime());
      const current = inMajorUnits(localPrice(point.priceInUsdCents, country, rate), country);
      // Exchange rates do not apply to an override.
      return {
        ...priceIn(country, point),
        realTimePrice: overrideIn(country, point) ?? current,
      };
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
        store.write(put(point));
        return show(point);
      },
      invalidBody,
    ),
    route(listPricePoints, () => ({
      pricePoints: store
        .list('pricePoints')
        .sort((left, right) => left.priceInUsdCents - right.priceInUsdCents)
        .map((point) => ({
          priceInUsdCents: point.priceInUsdCents,
          lastUpdate: point.lastUpdate,
        })),
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
        store.write(remove(earlier), put(point));
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
  const unknown = overrides.find(({ countryCode2 }) => !countries.some(({ code }) => code === countryCode2));
  if (unknown) {
    throw new Rejection(documentedError(source, 'country_not_found', { country_code: unknown.countryCode2 }));
  }
  if (overrides.some(({ price }) => price < 0)) throw new Rejection(invalidBody(source));
  return overrides.map(({ countryCode2, price }) => ({ countryCode2, price }));
}

/** The override of a country; if several are given, the last one. */
function overrideIn({ code }: Country, { priceOverrides }: StoredPricePoint): number | undefined {
  return priceOverrides.findLast(({ countryCode2 }) => countryCode2 === code)?.price;
}

function put(row: StoredPricePoint): Change {
  return { table: 'pricePoints', key: String(row.priceInUsdCents), row };
}

function remove({ priceInUsdCents }: StoredPricePoint): Change {
  return { table: 'pricePoints', key: String(priceInUsdCents), row: null };
}

function invalidBody(source: ErrorSource): ErrorResponse {
  return documentedError(source, 'invalid_body');
}
