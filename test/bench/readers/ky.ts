import ky from 'ky';
import type { PricePoint, TransactionPage } from 'publisher-commerce';

import type { Address, Reader } from './reader.ts';

/** What this client is built on, with the options that it sets: the limit of what a call can cost. Nothing is validated. */
export function createReader({ origin, token }: Address): Reader {
  const client = ky.create({
    prefix: origin,
    headers: { 'x-publisher-token': token },
    timeout: 30_000,
    totalTimeout: 120_000,
    retry: { limit: 2, methods: ['get'] },
  });
  const get = <Body>(path: string, searchParams: Record<string, string> = {}): Promise<Body> =>
    // A signal for each call, since a caller may abort it.
    client.get(path, { searchParams, signal: new AbortController().signal }).json<Body>();

  return {
    async readRows({ startDate, endDate, limit }, checksum) {
      const query: Record<string, string> = { startDate, endDate, limit: String(limit) };
      for (;;) {
        const page = await get<TransactionPage>('reporting/financial-data/transactions', query);
        checksum.addRows(page.results);
        if (!page.nextCursor) return;
        query['cursor'] = page.nextCursor;
      }
    },
    readPricePoint: () => get<PricePoint>('v1/price-points/999'),
  };
}
