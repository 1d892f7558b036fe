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
import type { Change, StoredPricePoint } from '../state/tables.ts';
import type { World } from '../world.ts';

/** Price points (§4.4–4.8). There are none at first: the publisher makes them here. */
export function pricePointRoutes({ now, rates, store }: World): Route[] {
  const calculate = (
    place: Place,
    priceInUsdCents: number,
    overrides: readonly PriceOverride[] = [],
  ): StoredPricePoint => ({
    priceInUsdCents,
    lastUpdate: now().toISOString(),
    priceOverrides: checkOverrides(place, overrides),
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
      exchangeRateDrift: driftText(rate, rates(country.currency, now().getTime())),
    };
  };

  const show = (point: StoredPricePoint): PricePoint => ({
    priceInUsdCents: point.priceInUsdCents,
    lastUpdate: point.lastUpdate,
    priceByCountry: countries.map((country) => priceIn(country, point)),
  });

  const showInRealTime = (point: StoredPricePoint): PricePoint => ({
    ...show(point),
    priceByCountry: countries.map((country) => {
      const rate = rates(country.currency, now().getTime());
      const current = inMajorUnits(localPrice(point.priceInUsdCents, country, rate), country);
      // No exchange rate is applied to an override: it is the price at every moment.
      return {
        ...priceIn(country, point),
        realTimePrice: overrideIn(country, point) ?? current,
      };
    }),
  });

  const find = ({ params, place }: Call<unknown>): StoredPricePoint => {
    const text = params['priceInUsdCents'] ?? '';
    const point = /^\d+$/.test(text) ? store.get('pricePoints', String(Number(text))) : undefined;
    if (point) return point;
    throw new Refusal(documentedError(place, 'price_point_not_found', { price_in_usd_cents: text }));
  };

  return [
    route(
      createPricePoint,
      ({ body, place }) => {
        if (store.get('pricePoints', String(body.priceInUsdCents))) {
          throw new Refusal(documentedError(place, 'price_point_exists'));
        }
        const point = calculate(place, body.priceInUsdCents, body.priceOverrides);
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
          throw new Refusal(invalidBody(call.place));
        }
        const earlier = find(call);
        const target = updatedPriceInUsdCents ?? earlier.priceInUsdCents;
        if (target !== earlier.priceInUsdCents && store.get('pricePoints', String(target))) {
          throw new Refusal(documentedError(call.place, 'price_point_exists'));
        }
        const point = calculate(call.place, target, priceOverrides);
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

function checkOverrides(place: Place, overrides: readonly PriceOverride[]): PriceOverride[] {
  const unknown = overrides.find(({ countryCode2 }) => !countries.some(({ code }) => code === countryCode2));
  if (unknown) {
    throw new Refusal(documentedError(place, 'country_not_found', { country_code: unknown.countryCode2 }));
  }
  if (overrides.some(({ price }) => price < 0)) throw new Refusal(invalidBody(place));
  return overrides.map(({ countryCode2, price }) => ({ countryCode2, price }));
}

/** The last one that was given for the country. */
function overrideIn({ code }: Country, { priceOverrides }: StoredPricePoint): number | undefined {
  return priceOverrides.findLast(({ countryCode2 }) => countryCode2 === code)?.price;
}

function put(row: StoredPricePoint): Change {
  return { table: 'pricePoints', key: String(row.priceInUsdCents), row };
}

function remove({ priceInUsdCents }: StoredPricePoint): Change {
  return { table: 'pricePoints', key: String(priceInUsdCents), row: null };
}

function invalidBody(place: Place): ReturnType<typeof documentedError> {
  return documentedError(place, 'invalid_body');
}
