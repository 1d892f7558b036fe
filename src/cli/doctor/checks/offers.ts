import { isObject } from '../../../api/input.ts';
import { defaultOfferQueryNames, getOffers, type OfferQueryNames } from '../../../api/offers.ts';
import { counted } from '../../format.ts';
import type { Check, Doctor, Verdict } from '../check.ts';
import { codeIn } from '../received.ts';
import { offers } from './operations.ts';

const section = 'Offers';

interface ListedOffer {
  readonly id: unknown;
  readonly publisherId: unknown;
  readonly type: unknown;
}

function offersIn(value: unknown): readonly ListedOffer[] | undefined {
  const { result } = Object(value) as { result?: { offers?: unknown } };
  if (!Array.isArray(result?.offers)) return undefined;
  return result.offers.map((offer: unknown) => {
    const { offerId, publisherOfferId, type } = (isObject(offer) ? offer : {}) as Readonly<
      Record<string, unknown>
    >;
    return { id: offerId, publisherId: publisherOfferId, type };
  });
}

/** How the effect of a parameter is recognized. */
interface Trial {
  readonly value: string | number;
  /** Whether only a service that knows the parameter responds with these offers. */
  readonly shows: (received: readonly ListedOffer[]) => boolean;
}

/** Offers that differ, as received without parameters: with fewer, no parameter shows an effect. */
const listing: Check<readonly ListedOffer[]> = {
  name: 'offer-listing',
  section,
  spec: '§4.13, §2.6',
  needs: [offers],
  run(doctor): Verdict<readonly ListedOffer[]> {
    const listed = offersIn(doctor.materialOf(offers)) ?? [];
    const distinct = new Set(listed.map(({ id }) => id)).size === listed.length;
    if (listed.length < 2 || !distinct) {
      const text = `${counted(listed.length, 'offer')}: parameters show an effect with two different ones only`;
      return { status: 'undetermined', text };
    }
    const types = [...new Set(listed.map(({ type }) => codeIn(type) ?? '(other)'))].sort();
    const text = `${counted(listed.length, 'offer')}, of the types ${types.join(', ')}`;
    return { status: 'ok', text, finding: { offers: listed.length, types }, material: listed };
  },
};

/** Finds the name of a query parameter: the first of the candidates that has its effect. */
function parameterCheck(
  key: keyof OfferQueryNames,
  candidates: readonly string[],
  trialOf: (listed: readonly ListedOffer[]) => Trial | undefined,
  missing: string,
): Check {
  const names = [...new Set([defaultOfferQueryNames[key], ...candidates])];
  return {
    name: `offer-parameter-${parameterNames[key]}`,
    section,
    spec: '§4.13',
    needs: [listing],
    question: `What is the name of the query parameter for the ${parameterNames[key]} of offers?`,
    async run(doctor): Promise<Verdict> {
      const trial = trialOf(doctor.materialOf(listing));
      if (!trial) return { status: 'undetermined', text: missing };
      const name = await firstThatShows(doctor, names, trial);
      if (name === undefined)
        return { status: 'undetermined', text: `none of ${names.join(', ')} has an effect` };
      if (name === names[0]) return { status: 'ok', text: `${name}, the default`, finding: name };
      const settings = { client: { offerQueryNames: { [key]: name } } };
      return { status: 'note', text: `${name}, and not ${String(names[0])}`, finding: name, settings };
    },
  };
}

const parameterNames = { limit: 'limit', offset: 'offset', offerType: 'type', offerIds: 'ids' } as const;

async function firstThatShows(
  { caller }: Doctor,
  names: readonly string[],
  { value, shows }: Trial,
): Promise<string | undefined> {
  for (const name of names) {
    const rows = Math.min(100, caller.rowsLeft);
    const query = { [name]: value };
    // `offers.getPage` sends the default names only.
    const reply = await caller.call(rows, (client) =>
      client.request({ method: 'POST', path: getOffers.path, query, effect: 'read' }),
    );
    const received = offersIn(reply.exchange?.value);
    // A parameter that is rejected is not the one.
    if (reply.exchange?.status === 200 && received && shows(received)) return name;
  }
  return undefined;
}

const limit = parameterCheck(
  'limit',
  ['limit', 'pageSize', 'count'],
  () => ({ value: 1, shows: (received) => received.length === 1 }),
  '',
);

const offset = parameterCheck(
  'offset',
  ['skip', 'start', 'from'],
  (listed) => ({
    value: 1,
    // All others in the same order: a listing in any order could begin with the second one by chance.
    shows: (received) =>
      listed.slice(1).every(({ id }, index) => id === received[index]?.id) &&
      received.every(({ id }) => id !== listed[0]?.id),
  }),
  '',
);

const type = parameterCheck(
  'offerType',
  ['type', 'offer_type'],
  (listed) => {
    const wanted = ['Bundle', 'SpecialOffer', 'Popup'].find(
      (one) => listed.some((offer) => offer.type === one) && listed.some((offer) => offer.type !== one),
    );
    if (wanted === undefined) return undefined;
    const shows = (received: readonly ListedOffer[]): boolean =>
      received.length > 0 && received.every((offer) => offer.type === wanted);
    return { value: wanted, shows };
  },
  'no two offers differ in a documented type',
);

const ids = parameterCheck(
  'offerIds',
  ['offerId', 'publisherOfferIds', 'offerIds', 'ids'],
  (listed) => {
    const second = listed[1];
    const wanted = [second?.publisherId, second?.id].filter((id) => typeof id === 'string');
    if (!second || wanted.length === 0) return undefined;
    // Both kinds of ids, because either may be the one that the service compares.
    const value = wanted.join(',');
    return { value, shows: (received) => received.length === 1 && received[0]?.id === second.id };
  },
  'the offers have no ids',
);

const status: Check = {
  name: 'offer-status',
  section,
  spec: '§4.13',
  needs: [offers],
  question: 'Which values do `status` and `message` of the offer listing have?',
  run(doctor): Verdict {
    const { status: code, message } = Object(doctor.materialOf(offers)) as Readonly<Record<string, unknown>>;
    const shown = {
      status: typeof code === 'number' || code === null ? code : typeof code,
      message: codeIn(message) ?? (typeof message === 'string' ? 'a text' : typeof message),
    };
    const isExpected = typeof code === 'number' && Number.isInteger(code) && typeof message === 'string';
    const text = `status ${String(shown.status)}, message ${shown.message}`;
    return { status: isExpected ? 'ok' : 'note', text, finding: shown };
  },
};

export const offerChecks: readonly Check[] = [listing, limit, offset, type, ids, status];
