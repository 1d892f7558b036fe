import type { CallOptions, PublisherClient } from '../../src/index.ts';
import { offerReport } from '../literals/offers.ts';
import { pricePoint } from '../literals/price-points.ts';
import { translationSet } from '../literals/translations.ts';

/** A call with an effect that matters to retries, and the answer that makes it succeed. */
export interface SampleCall {
  readonly name: string;
  readonly send: (client: PublisherClient, options?: CallOptions) => Promise<unknown>;
  readonly answer: unknown;
}

export const readByGet: SampleCall = {
  name: 'a read (GET)',
  send: (client, options) => client.pricePoints.get(999, options),
  answer: pricePoint,
};

export const readByPost: SampleCall = {
  name: 'a read (POST)',
  send: (client, options) => client.offers.getPage({}, options),
  answer: offerReport,
};

export const upsertByPut: SampleCall = {
  name: 'an upsert (PUT)',
  send: (client, options) => client.pricePoints.update(999, { updatedPriceInUsdCents: 1099 }, options),
  answer: pricePoint,
};

export const upsertByDelete: SampleCall = {
  name: 'an upsert (DELETE)',
  send: (client, options) => client.pricePoints.delete(999, options),
  answer: pricePoint,
};

export const upsertByPost: SampleCall = {
  name: 'an upsert (POST)',
  send: (client, options) => client.translations.set(translationSet, options),
  answer: translationSet,
};

export const create: SampleCall = {
  name: 'a create (POST)',
  send: (client, options) => client.pricePoints.create({ priceInUsdCents: 999 }, options),
  answer: pricePoint,
};

export const repeatable = [readByGet, readByPost, upsertByPut, upsertByDelete, upsertByPost];
export const everyEffect = [...repeatable, create];
