import Stripe from 'stripe';

import type { Address, Reader } from './reader.ts';

/** stripe's auto-pagination, over a list of balance transactions that holds our rows. */
export function createReader({ origin, token }: Address): Reader {
  const { hostname: host, port } = new URL(origin);
  const stripe = new Stripe(token, { host, port, protocol: 'http', telemetry: false });

  return {
    async readRows({ startDate, endDate, limit }, checksum) {
      const created = { gte: Date.parse(startDate), lte: Date.parse(endDate) };
      for await (const row of stripe.balanceTransactions.list({ created, limit })) {
        checksum.addRow(row);
      }
    },
    readPricePoint: () => stripe.prices.retrieve('999'),
  };
}
