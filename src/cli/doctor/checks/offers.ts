import { defaultOfferQueryNames, getOffers, type OfferQueryNames } from '../../../client/api/offers.ts';
import { counted } from '../../format.ts';
import { type Check, check, note, ok, undetermined } from '../check.ts';
import { codeIn, isSuccess } from '../received.ts';
import { offers } from './operations.ts';

interface ListedOffer {
  readonly id: unknown;
  readonly publisherId: unknown;
  readonly type: unknown;
}

function offersIn(body: unknown): readonly ListedOffer[] | undefined {
  const { result } = Object(body) as { result?: { offers?: unknown } };
  if (!Array.isArray(result?.offers)) return undefined;
  return result.offers.map((offer: unknown) => {
    const { offerId, publisherOfferId, type } = Object(offer) as Readonly<Record<string, unknown>>;
    return { id: offerId, publisherId: publisherOfferId, type };
  });
}

/** Its material is the offers as received without parameters, if they differ: otherwise no parameter shows an effect. */
const listing = check({ name: 'offer-listing', spec: '§4.13, §2.6' }, ({ need }) => {
  const listed = offersIn(need(offers)) ?? [];
  const isDistinct = new Set(listed.map(({ id }) => id)).size === listed.length;
  const count = counted(listed.length, 'offer');
  if (listed.length < 2 || !isDistinct)
    return undetermined(`${count}: parameters show an effect with two different ones only`);
  const types = [...new Set(listed.map(({ type }) => codeIn(type) ?? '(other)'))].sort();
  const finding = { offers: listed.length, types };
  return ok(`${count}, of the types ${types.join(', ')}`, finding, { material: listed });
});

/** A value of a parameter, and how its effect is recognized: only a service that knows the parameter has it. */
interface Trial {
  readonly value: string | number;
  readonly shows: (received: readonly ListedOffer[]) => boolean;
}

/** A query parameter of the listing. */
interface Parameter {
  readonly option: keyof OfferQueryNames;
  /** What it may be called, besides the default. */
  readonly candidates: readonly string[];
  /** Returns why there is none if no trial shows an effect with these offers. */
  readonly trialOf: (listed: readonly ListedOffer[]) => Trial | string;
}

const parameters: Readonly<Record<string, Parameter>> = {
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
  check({ name: `offer-parameter-${noun}`, spec: '§4.13' }, async ({ caller, need }) => {
    const trial = trialOf(need(listing));
    if (typeof trial === 'string') return undetermined(trial);
    const usual = defaultOfferQueryNames[option];
    const names = [...new Set([usual, ...candidates])];
    for (const name of names) {
      const query = { [name]: trial.value };
      // `offers.getPage` sends the default names only.
      const { exchange } = await caller.call(Math.min(100, caller.rowsLeft), (client) =>
        client.request({ method: 'POST', path: getOffers.path, query, effect: 'read' }),
      );
      const received = offersIn(exchange?.value);
      // A parameter that is rejected is not the one.
      if (!isSuccess(exchange) || !received || !trial.shows(received)) continue;
      if (name === usual) return ok(`${name}, the default`, name);
      const settings = { client: { offerQueryNames: { [option]: name } } };
      return note(`${name}, and not ${usual}`, name, { settings });
    }
    return undetermined(`none of ${names.join(', ')} has an effect`);
  }),
);

const status = check({ name: 'offer-status', spec: '§4.13' }, ({ need }) => {
  const { status: code, message } = Object(need(offers)) as Readonly<Record<string, unknown>>;
  const shown = {
    status: typeof code === 'number' || code === null ? code : typeof code,
    message: codeIn(message) ?? (typeof message === 'string' ? 'a text' : typeof message),
  };
  const isExpected = Number.isInteger(code) && typeof message === 'string';
  return (isExpected ? ok : note)(`status ${String(shown.status)}, message ${shown.message}`, shown);
});

export const offerChecks: readonly Check[] = [listing, ...parameterChecks, status];
