import {
  createPricePoint,
  deletePricePoint,
  getPricePoint,
  listPricePoints,
  type PriceByCountry,
  type PriceOverride,
  type PricePoint,
  updatePricePoint,
} from '../../contract/price-points.ts';
import { type Call, route, type Route } from '../call.ts';
import { documentedError, type Place, Refusal } from '../error-answers.ts';
import { inMajorUnits, localPrice } from '../market/amounts.ts';
import { countries, type Country } from '../market/countries.ts';
import { driftText } from '../market/exchange-rates.ts';
import type { World } from '../world.ts';

interface StoredPricePoint {
  readonly priceInUsdCents: number;
  /** When its localized prices were calculated, in milliseconds since 1970. */
  readonly calculatedAt: number;
  /** Prices in major units by country code. */
  readonly overrides: ReadonlyMap<string, number>;
}

/** Price points (§4.4–4.8). There are none at first: the publisher makes them here. */
export function pricePointRoutes({ settings, rates }: World): Route[] {
  const stored = new Map<number, StoredPricePoint>();

  const calculate = (
    place: Place,
    priceInUsdCents: number,
    overrides: readonly PriceOverride[] = [],
  ): StoredPricePoint => ({
    priceInUsdCents,
    calculatedAt: settings.now().getTime(),
    overrides: checkOverrides(place, overrides),
  });

  const priceIn = (country: Country, point: StoredPricePoint): PriceByCountry => {
    const rate = rates(country.currency, point.calculatedAt);
    const override = point.overrides.get(country.code);
    return {
      price: override ?? inMajorUnits(localPrice(point.priceInUsdCents, country, rate), country),
      currencyCode: country.currency.code,
      isOverridden: override !== undefined,
      taxModel: country.taxModel,
      taxRate: country.taxBasisPoints / 100,
      country: country.name,
      countryCode2: country.code,
      usdExchangeRateOnCalc: rate / 1_000_000,
      exchangeRateDrift: driftText(rate, rates(country.currency, settings.now().getTime())),
    };
  };

  const show = (point: StoredPricePoint): PricePoint => ({
    priceInUsdCents: point.priceInUsdCents,
    lastUpdate: new Date(point.calculatedAt).toISOString(),
    priceByCountry: countries.map((country) => priceIn(country, point)),
  });

  const showInRealTime = (point: StoredPricePoint): PricePoint => ({
    ...show(point),
    priceByCountry: countries.map((country) => {
      const rate = rates(country.currency, settings.now().getTime());
      const current = inMajorUnits(localPrice(point.priceInUsdCents, country, rate), country);
      // No exchange rate is applied to an override: it is the price at every moment.
      return {
        ...priceIn(country, point),
        realTimePrice: point.overrides.get(country.code) ?? current,
      };
    }),
  });

  const find = ({ params, place }: Call<unknown>): StoredPricePoint => {
    const text = params['priceInUsdCents'] ?? '';
    const point = /^\d+$/.test(text) ? stored.get(Number(text)) : undefined;
    if (point) return point;
    throw new Refusal(documentedError(place, 'price_point_not_found', { price_in_usd_cents: text }));
  };

  return [
    route(
      createPricePoint,
      ({ body, place }) => {
        if (stored.has(body.priceInUsdCents)) throw new Refusal(documentedError(place, 'price_point_exists'));
        const point = calculate(place, body.priceInUsdCents, body.priceOverrides);
        stored.set(point.priceInUsdCents, point);
        return show(point);
      },
      invalidBody,
    ),
    route(listPricePoints, () => ({
      pricePoints: [...stored.values()]
        .sort((left, right) => left.priceInUsdCents - right.priceInUsdCents)
        .map((point) => ({
          priceInUsdCents: point.priceInUsdCents,
          lastUpdate: new Date(point.calculatedAt).toISOString(),
        })),
    })),
    route(getPricePoint, (call) => showInRealTime(find(call))),
    route(
      updatePricePoint,
      (call) => {
        const { updatedPriceInUsdCents, priceOverrides } = call.body;
        if (updatedPriceInUsdCents === undefined && priceOverrides === undefined) {
          throw new Refusal(invalidBody(call.place));
        }
        const { priceInUsdCents } = find(call);
        const target = updatedPriceInUsdCents ?? priceInUsdCents;
        if (target !== priceInUsdCents && stored.has(target)) {
          throw new Refusal(documentedError(call.place, 'price_point_exists'));
        }
        const point = calculate(call.place, target, priceOverrides);
        stored.delete(priceInUsdCents);
        stored.set(target, point);
        return show(point);
      },
      invalidBody,
    ),
    route(deletePricePoint, (call) => {
      const point = find(call);
      stored.delete(point.priceInUsdCents);
      return show(point);
    }),
  ];
}

function checkOverrides(place: Place, overrides: readonly PriceOverride[]): Map<string, number> {
  const unknown = overrides.find(({ countryCode2 }) => !countries.some(({ code }) => code === countryCode2));
  if (unknown) {
    throw new Refusal(documentedError(place, 'country_not_found', { country_code: unknown.countryCode2 }));
  }
  if (overrides.some(({ price }) => price < 0)) throw new Refusal(invalidBody(place));
  return new Map(overrides.map(({ countryCode2, price }) => [countryCode2, price]));
}

function invalidBody(place: Place): ReturnType<typeof documentedError> {
  return documentedError(place, 'invalid_body');
}
