import { defaultOfferQueryNames, getOffers, type OfferQueryNames } from '../../../../client/api/offers.ts';
import { counted } from '../../../terminal/format.ts';
import { type Check, check, note, ok, problem, undetermined } from '../check.ts';
import { isSuccess, summarizeReply, valueAt } from '../received.ts';
import { token } from './connection.ts';

/** The documented default (§4.13). */
const mostOffers = 100;

interface ListedOffer {
  readonly id: unknown;
  readonly publisherId: unknown;
  readonly type: unknown;
}

function offersIn(body: unknown): readonly ListedOffer[] | undefined {
  const listed = valueAt(body, 'result.offers');
  if (!Array.isArray(listed)) return undefined;
  return listed.map((offer: unknown) => ({
    id: valueAt(offer, 'offerId'),
    publisherId: valueAt(offer, 'publisherOfferId'),
    type: valueAt(offer, 'type'),
  }));
}

/** Its material is the offers as received without parameters, if they differ: otherwise no parameter shows an effect. */
const offers = check({ name: 'offers', spec: '§4.13', needs: { token } }, async ({ caller }) => {
  const reply = await caller.call(Math.min(mostOffers, caller.rowsLeft), (client) => client.offers.getPage());
  const listed = offersIn(reply.exchange?.value) ?? [];
  const isDistinct = listed.length > 1 && new Set(listed.map(({ id }) => id)).size === listed.length;
  const material = isDistinct ? listed : undefined;
  if (reply.error) return problem(summarizeReply(reply), 'failed', { material });
  const count = counted(listed.length, 'offer');
  if (!material) return undetermined(`${count}: parameters show an effect with two different ones only`);
  return ok(count, listed.length, { material });
});

/** A value of a parameter, and how its effect is recognized: only a service that knows the parameter has it. */
interface Trial {
  readonly value: string | number;
  readonly shows: (received: readonly ListedOffer[]) => boolean;
}

/** A query parameter of the listing. */
interface OfferParameter {
  readonly option: keyof OfferQueryNames;
  /** What it may be called, besides the default. */
  readonly candidates: readonly string[];
  /** Returns why there is none if no trial shows an effect with these offers. */
  readonly trialOf: (listed: readonly ListedOffer[]) => Trial | string;
}

const parameters: Readonly<Record<string, OfferParameter>> = {
  limit: {
    option: 'limit',
    candidates: ['limit', 'pageSize', 'count'],
    trialOf: () => ({ value: 1, shows: (received) => received.length === 1 }),
  },
  offset: {
    option: 'offset',
    candidates: ['skip', 'start', 'from'],
    trialOf: (listed) => ({
      value: 1,
      // All others in the same order: a listing in any order could begin with the second one by chance.
      shows: (received) =>
        listed.slice(1).every(({ id }, index) => id === received[index]?.id) &&
        received.every(({ id }) => id !== listed[0]?.id),
    }),
  },
  type: {
    option: 'offerType',
    candidates: ['type', 'offer_type'],
    trialOf: (listed) => {
      const wanted = ['Bundle', 'SpecialOffer', 'Popup'].find(
        (one) => listed.some(({ type }) => type === one) && listed.some(({ type }) => type !== one),
      );
      if (wanted === undefined) return 'no two offers differ in a documented type';
      return {
        value: wanted,
        shows: (received) => received.length > 0 && received.every(({ type }) => type === wanted),
      };
    },
  },
  ids: {
    option: 'offerIds',
    candidates: ['offerId', 'publisherOfferIds', 'offerIds', 'ids'],
    trialOf: ([, second]) => {
      // Both kinds of ids, because either may be the one that the service compares.
      const value = [second?.publisherId, second?.id].filter((id) => typeof id === 'string').join(',');
      if (value === '') return 'the offers have no ids';
      return { value, shows: ([first, ...others]) => others.length === 0 && first?.id === second?.id };
    },
  },
};

/** Finds the name of each parameter: the first of the candidates that has its effect. */
const parameterChecks = Object.entries(parameters).map(([noun, { option, candidates, trialOf }]) =>
  check(
    { name: `offer-parameter-${noun}`, spec: '§4.13', needs: { offers } },
    async ({ caller, offers: listed }) => {
      const trial = trialOf(listed);
      if (typeof trial === 'string') return undetermined(trial);
      const usual = defaultOfferQueryNames[option];
      const names = [...new Set([usual, ...candidates])];
      for (const name of names) {
        const query = { [name]: trial.value };
        // `offers.getPage` sends the default names only.
        const { exchange } = await caller.call(Math.min(mostOffers, caller.rowsLeft), (client) =>
          client.request({ method: 'POST', path: getOffers.path, query, effect: 'read' }),
        );
        const received = offersIn(exchange?.value);
        // A parameter that is rejected is not the one.
        if (!isSuccess(exchange) || !received || !trial.shows(received)) continue;
        if (name === usual) return ok(`${name}, the default`, name);
        const settings = { offerQueryNames: { [option]: name } };
        return note(`${name}, and not ${usual}`, name, { settings });
      }
      return undetermined(`none of ${names.join(', ')} has an effect`);
    },
  ),
);

export const offerChecks: readonly Check[] = [offers, ...parameterChecks];
