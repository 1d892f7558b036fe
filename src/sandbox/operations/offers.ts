import { defaultOfferQueryNames, getOffers, type OfferReport } from '../../contract/offers.ts';
import { type Call, route, type Route } from '../call.ts';
import { listedOffers } from '../dashboard/offers.ts';
import { errorAnswer, type Place, Refusal } from '../error-answers.ts';
import type { World } from '../world.ts';

const names = defaultOfferQueryNames;
const defaultLimit = 100;
const maxLimit = 500;
const offerTypes = ['Bundle', 'SpecialOffer', 'Popup'];

/** The offers of the web store (§4.13), with query parameters under their usual names. */
export function offerRoutes({ dashboardTime }: World): Route[] {
  const offers = listedOffers(dashboardTime);

  const list = ({ query, place }: Call<undefined>): OfferReport => {
    const type = query.get(names.offerType);
    if (type !== null && !offerTypes.includes(type)) {
      refuse(place, `${names.offerType} must be one of ${offerTypes.join(', ')}`);
    }
    const limit = wholeNumber(query, names.limit, defaultLimit);
    if (limit === undefined || limit > maxLimit) {
      refuse(place, `${names.limit} must be an integer from 0 to ${maxLimit}`);
    }
    const offset = wholeNumber(query, names.offset, 0);
    if (offset === undefined) refuse(place, `${names.offset} must be a non-negative integer`);

    const ids = query.get(names.offerIds)?.split(',');
    const matching = offers.filter(
      (offer) =>
        (type === null || offer.type === type) &&
        (!ids || ids.includes(offer.publisherOfferId) || ids.includes(offer.offerId)),
    );
    return {
      result: { totalCount: matching.length, offers: matching.slice(offset, offset + limit) },
      status: 200,
      message: 'OK',
    };
  };
  return [route(getOffers, list)];
}

function wholeNumber(query: URLSearchParams, name: string, otherwise: number): number | undefined {
  const text = query.get(name);
  if (text === null) return otherwise;
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function refuse(place: Place, message: string): never {
  throw new Refusal(errorAnswer(place, 400, message));
}
