import {
  getOffers,
  getOffersOperation,
  type Offer,
  type OfferQuery,
  type OfferQueryNames,
  type OfferReport,
} from '../contract/offers.ts';
import { PaginationError } from '../errors/index.ts';
import type { Delivery } from '../pagination/cursor-pages.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { Transport } from '../transport/transport.ts';
import { alsoAbortedBy, Paginator } from '../pagination/paginator.ts';

export type {
  DynamicOfferUi,
  Offer,
  OfferProduct,
  OfferQuery,
  OfferQueryNames,
  OfferStep,
  OfferTrigger,
  OfferUi,
} from '../contract/offers.ts';

/** One page of offers, and its place in the listing. */
export interface OfferPage {
  /** The offers, in the order of the service. */
  readonly offers: readonly Offer[];
  /** All matching offers. */
  readonly totalCount: number;
  /** How many offers stand before this page. */
  readonly offset: number;
}

/** A walk over offers: one by one with `for await`, or whole pages. */
export type OfferPaginator = Paginator<OfferPage, Offer>;

const largestPage = 500;

/** Offers (§4.13). */
export class Offers {
  readonly #transport: Transport;
  readonly #operation: typeof getOffers;

  /** @internal */
  constructor(transport: Transport, names: OfferQueryNames) {
    this.#transport = transport;
    this.#operation = getOffersOperation(names);
  }

  /**
   * Walks over all matching offers, 500 a page unless told otherwise (§4.13).
   *
   * The names of the query parameters are not documented; the client option `offerQueryNames` sets them.
   *
   * @throws {@link InvalidRequestError} at the first step, when the query breaks a documented rule
   * @throws {@link PaginationError} when the service answers two offsets with the same offers
   * @example
   * ```ts
   * import { PublisherClient } from 'publisher-commerce';
   *
   * const client = new PublisherClient();
   * for await (const offer of client.offers.list({ offerType: 'Bundle' })) console.log(offer.offerId, offer.name);
   * ```
   */
  list(query: OfferQuery = {}, options: CallOptions = {}): OfferPaginator {
    return new Paginator({
      name: 'offers.list',
      pages: (left) => this.#walk(query, alsoAbortedBy(options, left)),
      rowsOf: (page) => page.offers,
    });
  }

  /**
   * One page of offers (§4.13); the service's default is 100.
   *
   * @throws {@link InvalidRequestError} when `limit` is not 0 to 500, or `offset` is negative
   * @example
   * ```ts
   * import { PublisherClient } from 'publisher-commerce';
   *
   * const client = new PublisherClient();
   * const page = await client.offers.getPage({ limit: 20, offset: 40 });
   * console.log(page.offers.length, 'of', page.totalCount);
   * ```
   */
  async getPage(query: OfferQuery = {}, options?: CallOptions): Promise<OfferPage> {
    const { result }: OfferReport = await this.#transport.send(this.#operation, { query }, options);
    return { offers: result.offers, totalCount: result.totalCount, offset: query.offset ?? 0 };
  }

  async *#walk(
    query: OfferQuery,
    options: CallOptions,
  ): AsyncGenerator<Delivery<OfferPage>, void, undefined> {
    const { limit = largestPage } = query;
    let { offset = 0 } = query;
    let previous: string | undefined;
    for (;;) {
      const page = await this.getPage({ ...query, limit, offset }, options);
      const [first] = page.offers;
      if (!first) return;
      if (first.offerId === previous) throw ignoredOffset(offset);
      yield { page, invalidRows: [] };
      previous = first.offerId;
      offset += page.offers.length;
      // In tolerant mode the count may be anything; then an empty page ends the walk.
      if (Number.isSafeInteger(page.totalCount) && offset >= page.totalCount) return;
    }
  }
}

function ignoredOffset(offset: number): PaginationError {
  return new PaginationError(
    `${getOffers.name}: the service answered offset ${offset} with the same offers as before it; ` +
      'its query parameters may have other names, see the client option offerQueryNames',
    { operation: getOffers.name },
  );
}
