import OpenAI from 'openai';

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
      for await (const page of first.iterPages()) checksum.addRows(page.data);
    },
    readPricePoint: () => client.models.retrieve('999'),
  };
}
