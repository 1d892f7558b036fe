import {
  createPricePoint,
  deletePricePoint,
  getPricePoint,
  listPricePoints,
  type PricePoint,
  type PricePointCreate,
  type PricePointList,
  type PricePointUpdate,
  updatePricePoint,
} from '../contract/price-points.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { Transport } from '../transport/transport.ts';

export type {
  PriceByCountry,
  PriceOverride,
  PricePoint,
  PricePointCreate,
  PricePointList,
  PricePointSummary,
  PricePointUpdate,
} from '../contract/price-points.ts';

/** Price points: base prices in US cents, and the localized prices made from them (§4.4–§4.8). */
export class PricePoints {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a price point and its localized prices (§4.4).
   *
   * A create is sent again only when it provably never left or was refused with 429.
   *
   * @throws {@link ConflictError} with the reason `price_point_exists`
   * @throws {@link NotFoundError} with the reason `country_not_found`, for an override of an unsupported country
   * @throws {@link InvalidRequestError} when the price is not a whole, non-negative number of US cents
   * @example
   * ```ts
   * import { PublisherClient } from 'publisher-commerce';
   *
   * const client = new PublisherClient();
   * const point = await client.pricePoints.create({
   *   priceInUsdCents: 999,
   *   priceOverrides: [{ countryCode2: 'DE', price: 9.49 }],
   * });
   * console.log(point.priceByCountry?.find(({ countryCode2 }) => countryCode2 === 'DE')?.isOverridden);
   * ```
   */
  create(input: PricePointCreate, options?: CallOptions): Promise<PricePoint> {
    return this.#transport.send(createPricePoint, { body: input }, options);
  }

  /**
   * Lists all price points, without their localized prices (§4.5).
   *
   * @example
   * ```ts
   * import { PublisherClient } from 'publisher-commerce';
   *
   * const client = new PublisherClient();
   * const { pricePoints } = await client.pricePoints.list();
   * console.log(pricePoints.map(({ priceInUsdCents }) => priceInUsdCents));
   * ```
   */
  list(options?: CallOptions): Promise<PricePointList> {
    return this.#transport.send(listPricePoints, {}, options);
  }

  /**
   * Reads a price point with its localized prices and today's `realTimePrice` (§4.6).
   *
   * @throws {@link NotFoundError} when there is none at this price
   * @example
   * ```ts
   * import { PublisherClient } from 'publisher-commerce';
   *
   * const client = new PublisherClient();
   * const { priceByCountry } = await client.pricePoints.get(999);
   * for (const { countryCode2, price, currencyCode } of priceByCountry ?? []) {
   *   console.log(countryCode2, price, currencyCode);
   * }
   * ```
   */
  get(priceInUsdCents: number, options?: CallOptions): Promise<PricePoint> {
    return this.#transport.send(getPricePoint, { params: { priceInUsdCents } }, options);
  }

  /**
   * Moves the base price, sets overrides, or both: recalculated first, then overridden (§4.7).
   *
   * After a lost answer the update is sent again; if the first one had moved the base price, the second finds
   * nothing: the error is then a {@link NotFoundError} whose `outcome` is `unknown` or `applied`.
   *
   * @throws {@link NotFoundError} with the reason `price_point_not_found` or `country_not_found`
   * @throws {@link ConflictError} with the reason `price_point_exists`, when the new base price is taken
   * @example
   * ```ts
   * import { PublisherClient } from 'publisher-commerce';
   *
   * const client = new PublisherClient();
   * await client.pricePoints.update(999, { updatedPriceInUsdCents: 1099 });
   * ```
   */
  update(priceInUsdCents: number, input: PricePointUpdate, options?: CallOptions): Promise<PricePoint> {
    return this.#transport.send(updatePricePoint, { params: { priceInUsdCents }, body: input }, options);
  }

  /**
   * Deletes a price point and returns what it was (§4.8).
   *
   * After a lost answer the delete is sent again; if the first one had worked, the error is a
   * {@link NotFoundError} whose `outcome` is `unknown` or `applied`.
   *
   * @throws {@link NotFoundError} when there is none at this price
   * @example
   * ```ts
   * import { PublisherClient } from 'publisher-commerce';
   *
   * const client = new PublisherClient();
   * const deleted = await client.pricePoints.delete(999);
   * console.log(deleted.lastUpdate);
   * ```
   */
  delete(priceInUsdCents: number, options?: CallOptions): Promise<PricePoint> {
    return this.#transport.send(deletePricePoint, { params: { priceInUsdCents } }, options);
  }
}
