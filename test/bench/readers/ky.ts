import ky from 'ky';
import type { PricePoint } from 'publisher-commerce';

import type { Address, Reader } from './reader.ts';

/** What this client is built on, with the options that it sets: the least that a call can cost. Nothing is validated. */
export function createReader({ origin, token }: Address): Reader {
  const client = ky.create({
    prefix: origin,
    headers: { 'x-publisher-token': token },
    timeout: 30_000,
    totalTimeout: 120_000,
    retry: { limit: 2, methods: ['get'] },
  });

  return {
    readRows: () => Promise.reject(new Error('ky is measured with small calls only')),
    // A signal for each call, since a caller may abort it.
    readPricePoint: () =>
      client.get('v1/price-points/999', { signal: new AbortController().signal }).json<PricePoint>(),
  };
}
