import { PublisherClient } from 'publisher-commerce';

import type { Address, Reader } from './reader.ts';

/** This client, with its defaults. */
export function createReader({ origin, token }: Address): Reader {
  const client = new PublisherClient({ baseUrl: origin, token });

  return {
    async readRows(range, checksum, { unit, ...options }) {
      const walk = client.transactions.list({ ...range, ...options });
      if (unit === 'rows') for await (const row of walk) checksum.addRow(row);
      else for await (const page of walk.pages()) checksum.addRows(page.results);
    },
    readPricePoint: () => client.pricePoints.get(999),
  };
}
