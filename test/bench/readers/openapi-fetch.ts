import createClient from 'openapi-fetch';
import type { PricePoint, Transaction, TransactionQuery, TransactionPage } from 'publisher-commerce';

import type { Address, Reader } from './reader.ts';

interface Answer<Body> {
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': Body } } };
}

/** What openapi-typescript would write. */
interface Paths {
  '/reporting/financial-data/transactions': {
    get: { parameters: { query: TransactionQuery } } & Answer<TransactionPage>;
  };
  '/v1/price-points/{priceInUsdCents}': {
    get: { parameters: { path: { priceInUsdCents: number } } } & Answer<PricePoint>;
  };
}

/** A loop over openapi-fetch: typed, and not validated. */
export function createReader({ origin, token }: Address): Reader {
  const client = createClient<Paths>({ baseUrl: origin, headers: { 'x-publisher-token': token } });

  return {
    async readRows(range, checksum) {
      let query: TransactionQuery = range;
      for (;;) {
        const { data } = await client.GET('/reporting/financial-data/transactions', { params: { query } });
        if (!data) throw new Error('no response');
        // openapi-fetch's `Readable` spells our types out, and does not recognise them again.
        checksum.addRows(data.results as Transaction[]);
        if (!data.nextCursor) return;
        query = { ...query, cursor: data.nextCursor };
      }
    },
    async readPricePoint() {
      const path = { priceInUsdCents: 999 };
      const { data } = await client.GET('/v1/price-points/{priceInUsdCents}', { params: { path } });
      if (!data) throw new Error('no response');
      // As above.
      return data as PricePoint;
    },
  };
}
