import OpenAI from 'openai';
import type { PricePoint, Transaction } from 'publisher-commerce';

import type { Address, Reader } from './reader.ts';

/** openai's page iterator, over a list of files that holds our rows. */
export function createReader({ origin, token }: Address): Reader {
  const connect = (defaultQuery: Record<string, string> = {}): OpenAI =>
    new OpenAI({ apiKey: token, baseURL: `${origin}/v1`, defaultQuery });
  const client = connect();

  return {
    async readRows({ startDate, endDate, limit }, checksum) {
      const files = connect({ startDate, endDate }).files;
      const first = await files.list({ limit });
      // The server returns our rows where the types of openai have its own.
      for await (const page of first.iterPages()) checksum.addRows(page.data as unknown as Transaction[]);
    },
    // As above.
    readPricePoint: async () => (await client.models.retrieve('999')) as unknown as PricePoint,
  };
}
