import { isObject } from '../api/input.ts';
import type { Offer } from '../api/offer.ts';
import { getOffers, getOffersOperation, type OfferQuery, type OfferReport } from '../api/offers.ts';
import { invalidRequest, PaginationError } from '../errors/index.ts';
import type { CallOptions } from '../options/call-options.ts';
import { firstPage } from '../pagination/checkpoint.ts';
import { checkComplete } from '../pagination/complete.ts';
import { countIn } from '../pagination/page-request.ts';
import { onceForEachPath, PageComparison } from '../pagination/page-comparison.ts';
import {
  alsoAbortedBy,
  createPaginator,
  type Paginator,
  type ValidatedPage,
} from '../pagination/paginator.ts';
import type { RowIdentity } from '../pagination/row-identity.ts';
import type { DriftReporter } from '../http/observer.ts';
import type { Transport } from '../http/transport.ts';

export type {
  CatalogProduct,
  DynamicOfferUi,
  Offer,
  OfferBadge,
  OfferColor,
  OfferProduct,
  OfferStep,
  OfferTrigger,
  OfferUi,
  ProductImage,
  SpecialOffer,
} from '../api/offer.ts';
export type { OfferQuery } from '../api/offers.ts';

/** A page of offers and its offset in the listing. */
export interface OfferPage {
  /** The offers, in the order the service returned them. */
  readonly offers: readonly Offer[];
  /** Total number of matching offers. */
  readonly totalCount: number | null | undefined;
  /** Number of offers before this page. */
  readonly offset: number;
  /** Status in the body; its values are not documented. One of 400 or more is thrown as an {@link ApiError}. */
  readonly status: number | null | undefined;
  /** Message in the body; its values are not documented. */
  readonly message: string | null | undefined;
}

const largestPage = 500;

/** Which offers to iterate over, and how. */
export interface OfferListQuery extends OfferQuery {
  /**
   * Whether to throw {@link PaginationError} after the last page if offers may be missing: their number differs from the
   * service's count, they changed meanwhile, or there is no count.
   * @defaultValue `false`
   */
  requireComplete?: boolean | undefined;
}

/** Offers (§4.13). */
export interface Offers {
  /**
   * Returns a paginator over all matching offers; a page has 500 offers unless `limit` is set (§4.13).
   *
   * The names of the query parameters are not documented; set them with the client option `offerQueryNames`.
   *
   * @throws {@link ApiError} also when the `status` in the body is 400 or more
   * @throws {@link InvalidRequestError} when iteration starts, if the query is invalid, or its `limit` is 0
   * @throws {@link PaginationError} when the service returns the same offers for two offsets, or by `requireComplete`
   * @example
   * ```ts
   * for await (const offer of client.offers.list({ offerType: 'Bundle' })) console.log(offer.offerId, offer.name);
   * ```
   */
  list(query?: OfferListQuery, options?: CallOptions): Paginator<OfferPage, Offer>;

  /**
   * Returns one page of offers; the default page size of the service is 100 (§4.13).
   *
   * @throws {@link ApiError} also when the `status` in the body is 400 or more
   * @throws {@link InvalidRequestError} when `limit` is not 0 to 500, or `offset` is negative
   * @example
   * ```ts
   * const page = await client.offers.getPage({ limit: 20, offset: 40 });
   * console.log(page.offers.length, 'of', page.totalCount);
   * ```
   */
  getPage(query?: OfferQuery, options?: CallOptions): Promise<OfferPage>;
}

/** @internal */
export function createOffers(transport: Transport): Offers {
  const operation = getOffersOperation(transport.settings.offerQueryNames);
  const getPage: Offers['getPage'] = async (query = {}, options) => {
    const report: OfferReport = await transport.send(operation, { query }, options);
    const { result, status, message } = report;
    const { offers, totalCount } = result;
    return { offers, totalCount, offset: query.offset ?? 0, status, message };
  };
  return {
    list: (query = {}, options = {}) =>
      createPaginator({
        name: 'offers.list',
        options,
        pages: (stopped, most) =>
          offerPages(getPage, query, alsoAbortedBy(options, stopped), transport.settings.drift, most),
        rowsOf: (page) => page.offers,
      }),
    getPage,
  };
}

async function* offerPages(
  getPage: Offers['getPage'],
  listed: OfferListQuery,
  options: CallOptions,
  drift: DriftReporter,
  most = largestPage,
): AsyncGenerator<ValidatedPage<OfferPage>, void, undefined> {
  // A query that is not an object is passed on: the first request rejects it.
  if (!isObject(listed)) await getPage(listed, options);
  const { requireComplete = false, ...query } = listed;
  checkListing(requireComplete, query.limit);
  const { limit: given = largestPage } = query;
  // Not a string, which is rejected.
  const limit = typeof given === 'number' ? Math.min(given, most) : given;
  let { offset = 0 } = query;
  let previous: string | undefined;
  const report = onceForEachPath((change) => drift.reportAgain(getOffers.name, change));
  const comparison = new PageComparison({ start: firstPage, identity: offerIdentity, report });
  for (let index = 0; ; index += 1) {
    const page = await getPage({ ...query, limit, offset }, options);
    const total = countIn(page);
    const [first] = page.offers;
    if (!first) {
      if (total !== undefined && offset < total)
        report({ path: countPath, expected: `${total} offers`, received: `${offset} offers` });
      if (requireComplete) checkAllOffers(comparison.changed, total, offset);
      return;
    }
    if (first.offerId === previous) throw ignoredOffset(offset);
    const repeated = comparison.compare(page.offers, total, 0, index);
    const offers = page.offers.filter((_, at) => !repeated.has(at));
    yield { page: { ...page, offers }, invalidRows: [] };
    previous = first.offerId;
    offset += page.offers.length;
    // Without a count, an empty page ends the iteration.
    if (total !== undefined && offset >= total) {
      if (requireComplete) checkAllOffers(comparison.changed, total, offset);
      return;
    }
  }
}

/** @throws {@link InvalidRequestError} for options of a listing that a single page does not have */
function checkListing(requireComplete: unknown, limit: unknown): void {
  const reject = (path: string, message: string): never => {
    throw invalidRequest(getOffers.name, [{ path, message }]);
  };
  if (typeof requireComplete !== 'boolean') reject('requireComplete', 'must be true or false');
  if (limit === 0) reject('limit', 'must be at least 1: pages of 0 offers have no end; getPage takes 0');
}

/** @throws {@link PaginationError} unless as many offers were received as the service counts, and no page showed a change */
function checkAllOffers(changed: boolean, total: number | undefined, received: number): void {
  checkComplete(
    getOffers.name,
    { changed, missing: total === undefined ? undefined : total - received },
    'offers',
  );
}

const countPath = 'result.totalCount';

/** Offers have no time, and their order is not documented (§4.13). */
const offerIdentity: RowIdentity = {
  rowPath: 'result.offers[]',
  countPath,
  keyOf: (offer) =>
    isObject(offer) && 'offerId' in offer && typeof offer.offerId === 'string' ? offer.offerId : undefined,
};

function ignoredOffset(offset: number): PaginationError {
  return new PaginationError(
    `${getOffers.name}: the service returned the same offers for offset ${offset} as for the page before it; ` +
      'its query parameters may have other names: set the client option offerQueryNames',
    { operation: getOffers.name },
  );
}
