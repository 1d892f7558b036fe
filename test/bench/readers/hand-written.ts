import type { PricePoint, TransactionPage } from 'publisher-commerce';

import type { Address, Reader } from './reader.ts';

/** The limit: `fetch` and `JSON.parse` in a loop, which believes whatever it is sent. */
export function createReader({ origin, token }: Address): Reader {
  const headers = { 'x-publisher-token': token };

  return {
    async readRows({ startDate, endDate, limit }, checksum) {
      const query = new URLSearchParams({ startDate, endDate, limit: String(limit) });
      for (;;) {
        const address = `${origin}/reporting/financial-data/transactions?${query.toString()}`;
        const response = await fetch(address, { headers });
        const page = JSON.parse(await response.text()) as TransactionPage;
        checksum.addRows(page.results);
        if (!page.nextCursor) return;
        query.set('cursor', page.nextCursor);
      }
    },
    async readPricePoint() {
      const response = await fetch(`${origin}/v1/price-points/999`, { headers });
      return JSON.parse(await response.text()) as PricePoint;
    },
  };
}
