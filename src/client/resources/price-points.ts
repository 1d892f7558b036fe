import {
  createPricePoint,
  deletePricePoint,
  getPricePoint,
  listPricePoints,
  type PricePoint,
  type PricePointCreate,
  type PricePointList,
  type PricePointRead,
  type PricePointUpdate,
  updatePricePoint,
} from '../api/price-points.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { Transport } from '../http/transport.ts';
import { ensurePricePoint } from './ensure-price-point.ts';
import { patchPricePoint, type PricePointPatch } from './patch-price-point.ts';

export type {
  PriceByCountry,
  PriceByCountryRead,
  PriceOverride,
  PricePoint,
  PricePointCreate,
  PricePointList,
  PricePointRead,
  PricePointSummary,
  PricePointUpdate,
} from '../api/price-points.ts';

export type { PriceOverridePatch, PricePointPatch } from './patch-price-point.ts';

/** Price points: base prices in US cents and the localized prices calculated from them (§4.4–§4.8). */
export interface PricePoints {
  /**
   * Creates a price point and its localized prices (§4.4).
   *
   * A create is retried only if the request never reached the service, or was rejected with status 429.
   *
   * @throws {@link ConflictError} with the reason `price_point_exists`
   * @throws {@link BadRequestError} with the reason `country_not_found`, for an override in an unsupported country
   * @throws {@link InvalidRequestError} when the price is not a non-negative integer number of US cents
   * @example
   * ```ts
   * const point = await client.pricePoints.create({
   *   priceInUsdCents: 999,
   *   priceOverrides: [{ countryCode2: 'DE', price: 9.49 }],
   * });
   * console.log(point.priceByCountry?.find(({ countryCode2 }) => countryCode2 === 'DE')?.isOverridden);
   * ```
   */
  create(input: PricePointCreate, options?: CallOptions): Promise<PricePoint>;

  /**
   * Creates a price point, or returns the one that exists if it is what was asked for: the base price, and exactly
   * these overrides (none means none) (§4.4, §4.6).
   *
   * Use it instead of retrying `create`: it sends no second create after one that may have been applied. If the price
   * point exists already, or the outcome of the create is `applied` or `unknown`, it reads the price point and compares
   * it. `options` apply to each of the two calls. If there is nothing to read, it throws the error of the create; if the
   * read fails, the error of the read, with the `outcome` of the create.
   *
   * @throws {@link PricePointDiffersError} with the price point that was read, when it is not what was asked for
   * @throws {@link BadRequestError} with the reason `country_not_found`, for an override in an unsupported country
   * @throws {@link InvalidRequestError} when the price is not a non-negative integer number of US cents
   * @example
   * ```ts
   * import { PricePointDiffersError } from 'publisher-commerce';
   *
   * const wanted = { priceInUsdCents: 999, priceOverrides: [{ countryCode2: 'DE', price: 9.49 }] };
   * try {
   *   await client.pricePoints.ensure(wanted);
   * } catch (error) {
   *   if (!(error instanceof PricePointDiffersError)) throw error;
   *   console.log('It has other prices:', error.pricePoint.priceByCountry);
   * }
   * ```
   */
  ensure(input: PricePointCreate, options?: CallOptions): Promise<PricePoint>;

  /**
   * Returns all price points, without their localized prices (§4.5).
   *
   * @example
   * ```ts
   * const { pricePoints } = await client.pricePoints.list();
   * console.log(pricePoints.map(({ priceInUsdCents }) => priceInUsdCents));
   * ```
   */
  list(options?: CallOptions): Promise<PricePointList>;

  /**
   * Returns a price point with its localized prices and today's `realTimePrice` (§4.6).
   *
   * @throws {@link NotFoundError} when no price point has this price
   * @example
   * ```ts
   * const { priceByCountry } = await client.pricePoints.get(999);
   * for (const { countryCode2, price, realTimePrice } of priceByCountry) {
   *   console.log(countryCode2, price, realTimePrice);
   * }
   * ```
   */
  get(priceInUsdCents: number, options?: CallOptions): Promise<PricePointRead>;

  /**
   * Changes the base price, sets overrides, or both; localized prices are recalculated first, then overridden (§4.7).
   *
   * **It may remove the overrides that it does not name**: §4.7 does not say, and the sandbox does. `patch` keeps them.
   *
   * If the response is lost, the update is retried. If the first request already changed the base price, the retry
   * fails with a {@link NotFoundError} whose `outcome` is `unknown` or `applied`.
   *
   * @throws {@link BadRequestError} with the reason `country_not_found`, for an override in an unsupported country
   * @throws {@link NotFoundError} with the reason `price_point_not_found`
   * @throws {@link ConflictError} with the reason `price_point_exists`, when another price point has the new base price
   * @example
   * ```ts
   * const { priceByCountry } = await client.pricePoints.get(999);
   * const priceOverrides = priceByCountry.filter(({ isOverridden }) => isOverridden);
   * await client.pricePoints.update(999, {
   *   updatedPriceInUsdCents: 1099,
   *   priceOverrides: priceOverrides.map(({ countryCode2, price }) => ({ countryCode2, price })),
   * });
   * ```
   */
  update(priceInUsdCents: number, input: PricePointUpdate, options?: CallOptions): Promise<PricePoint>;

  /**
   * Changes the base price or overrides and keeps every override that is not named; a `price` of `null` removes one
   * (§4.6, §4.7). It reads the price point, sends all overrides, and reads again.
   *
   * It is not atomic: an override that somebody else sets between the two may be lost. `options` apply to each of the
   * three calls. If the last one fails, its error has the `outcome` of the update.
   *
   * @throws {@link PricePointDiffersError} with the countries whose prices are not what was asked for, or of which the
   *   service does not say whether they are overridden; then nothing was sent
   * @throws {@link NotFoundError} with the reason `price_point_not_found`
   * @throws {@link InvalidRequestError} when nothing is to be changed, or a country is named twice
   * @example
   * ```ts
   * await client.pricePoints.patch(999, {
   *   priceOverrides: [
   *     { countryCode2: 'DE', price: 9.49 },
   *     { countryCode2: 'FR', price: null },
   *   ],
   * });
   * ```
   */
  patch(priceInUsdCents: number, patch: PricePointPatch, options?: CallOptions): Promise<PricePointRead>;

  /**
   * Deletes a price point and returns the deleted price point (§4.8).
   *
   * If the response is lost, the delete is retried. If the first request succeeded, the retry fails with a
   * {@link NotFoundError} whose `outcome` is `unknown` or `applied`.
   *
   * @throws {@link NotFoundError} when no price point has this price
   * @example
   * ```ts
   * const deleted = await client.pricePoints.delete(999);
   * console.log(deleted.lastUpdate);
   * ```
   */
  delete(priceInUsdCents: number, options?: CallOptions): Promise<PricePoint>;
}

/** @internal */
export function createPricePoints(transport: Transport): PricePoints {
  return {
    create: (input, options) => transport.send(createPricePoint, { body: input }, options),
    ensure: (input, options) => ensurePricePoint(transport, input, options),
    list: (options) => transport.send(listPricePoints, {}, options),
    get: (priceInUsdCents, options) =>
      transport.send(getPricePoint, { params: { priceInUsdCents } }, options),
    update: (priceInUsdCents, input, options) =>
      transport.send(updatePricePoint, { params: { priceInUsdCents }, body: input }, options),
    patch: (priceInUsdCents, patch, options) => patchPricePoint(transport, priceInUsdCents, patch, options),
    delete: (priceInUsdCents, options) =>
      transport.send(deletePricePoint, { params: { priceInUsdCents } }, options),
  };
}
