import { Agent } from 'node:http';

import axios from 'axios';
import { pricePointSchema, transactionReportSchema } from 'publisher-commerce/schemas';

import type { Address, Reader } from './reader.ts';

/** A loop over axios that validates every page with the published zod schema. */
export function createReader({ origin, token }: Address): Reader {
  const client = axios.create({
    baseURL: origin,
    headers: { 'x-publisher-token': token },
    httpAgent: new Agent({ keepAlive: true }),
  });

  return {
    async readRows(range, checksum) {
      let cursor: string | undefined;
      do {
        const params = { ...range, cursor };
        const { data } = await client.get('/reporting/financial-data/transactions', { params });
        const page = transactionReportSchema.parse(data);
        checksum.addRows(page.results);
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
    },
    readPricePoint: async () => pricePointSchema.parse((await client.get('/v1/price-points/999')).data),
  };
}
