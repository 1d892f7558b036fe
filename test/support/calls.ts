import type { CallOptions, PublisherClient } from '../../src/client/index.ts';
import { offerReport } from '../literals/offers.ts';
import { pricePoint, pricePointRead } from '../literals/price-points.ts';
import { checkoutSession } from '../literals/small-responses.ts';
import { translationSet } from '../literals/translations.ts';

/** A call, the effect that decides its retries, and the response that makes it succeed. */
export interface SampleCall {
  readonly name: string;
  readonly effect: 'read' | 'idempotent' | 'repeatable' | 'create';
  readonly send: (client: PublisherClient, options?: CallOptions) => Promise<unknown>;
  readonly response: unknown;
}

export const readByGet: SampleCall = {
  name: 'a read (GET)',
  effect: 'read',
  send: (client, options) => client.pricePoints.get(999, options),
  response: pricePointRead,
};

export const readByPost: SampleCall = {
  name: 'a read (POST)',
  effect: 'read',
  send: (client, options) => client.offers.getPage({}, options),
  response: offerReport,
};

export const upsertByPut: SampleCall = {
  name: 'an idempotent write (PUT)',
  effect: 'idempotent',
  send: (client, options) => client.pricePoints.update(999, { updatedPriceInUsdCents: 1099 }, options),
  response: pricePoint,
};

export const upsertByDelete: SampleCall = {
  name: 'an idempotent write (DELETE)',
  effect: 'idempotent',
  send: (client, options) => client.pricePoints.delete(999, options),
  response: pricePoint,
};

export const upsertByPost: SampleCall = {
  name: 'an idempotent write (POST)',
  effect: 'idempotent',
  send: (client, options) => client.translations.set(translationSet, options),
  response: translationSet,
};

export const create: SampleCall = {
  name: 'a create (POST)',
  effect: 'create',
  send: (client, options) => client.pricePoints.create({ priceInUsdCents: 999 }, options),
  response: pricePoint,
};

export const repeatable: SampleCall = {
  name: 'a checkout session (POST)',
  effect: 'repeatable',
  send: (client, options) =>
    client.checkout.createSession(
      {
        priceDetails: { price: 999, currency: 'USD' },
        offer: { name: 'Starter pack', sku: 'starter' },
        customer: { id: 'player-1' },
      },
      options,
    ),
  response: checkoutSession,
};

export const everyEffect = [
  readByGet,
  readByPost,
  upsertByPut,
  upsertByDelete,
  upsertByPost,
  create,
  repeatable,
];
