import { defaultOfferQueryNames, getOffers, type OfferReport } from '../../client/api/offers.ts';
import { reject } from './errors.ts';
import { type Call, type Context, route, type Route } from './route.ts';

const names = defaultOfferQueryNames;
const defaultLimit = 100;
const maxLimit = 500;
const offerTypes = ['Bundle', 'SpecialOffer', 'Popup'];

/** The offers of the web store (§4.13); query parameters have the client's default names. */
export function offerRoutes({ store }: Context): Route[] {
  const list = ({ query, source }: Call<undefined>): OfferReport => {
    const type = query.get(names.offerType);
    if (type !== null && !offerTypes.includes(type)) {
      reject(source, 400, `${names.offerType} must be one of ${offerTypes.join(', ')}`);
    }
    const limit = readInteger(query, names.limit, defaultLimit);
    if (limit === undefined || limit > maxLimit) {
      reject(source, 400, `${names.limit} must be an integer from 0 to ${maxLimit}`);
    }
    const offset = readInteger(query, names.offset, 0);
    if (offset === undefined) reject(source, 400, `${names.offset} must be a non-negative integer`);

    const ids = query.get(names.offerIds)?.split(',');
    const matching = store
      .list('offers')
      .filter(
        (offer) =>
          (type === null || offer.type === type) &&
          (!ids || ids.includes(offer.publisherOfferId ?? '') || ids.includes(offer.offerId)),
      );
    return {
      result: { totalCount: matching.length, offers: matching.slice(offset, offset + limit) },
      status: 200,
      message: 'OK',
    };
  };
  return [route(getOffers, list)];
}

function readInteger(query: URLSearchParams, name: string, defaultValue: number): number | undefined {
  const value = query.get(name);
  if (value === null) return defaultValue;
  return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
