import { PublisherClient } from 'publisher-commerce';

import type { Address, Reader } from './reader.ts';

/** This client, with its defaults. */
export function createReader({ origin, token }: Address): Reader {
  const client = new PublisherClient({ baseUrl: origin, token });

  return {
    async readRows({ startDate, endDate, limit, unit }, checksum) {
      const paginator = client.transactions.list({ startDate, endDate, limit });
      if (unit === 'rows') for await (const row of paginator) checksum.addRow(row);
      else for await (const page of paginator.pages()) checksum.addRows(page.results);
    },
    readPricePoint: () => client.pricePoints.get(999),
  };
}
