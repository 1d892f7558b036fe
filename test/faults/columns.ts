import type { CallOptions, PublisherClient } from '../../src/index.ts';
import { pricePoint } from '../literals/price-points.ts';
import { checkoutSession } from '../literals/small-responses.ts';
import { transaction } from '../literals/transactions.ts';
import { october } from '../support/ranges.ts';
import type { RawRequest } from './raw-service.ts';

/** The three kinds of operation: reads, upserts, creates. */
export type ColumnName = 'R' | 'W' | 'C';

/** One call of a kind, what it should give, and which of its requests the fault strikes. */
export interface Column {
  readonly name: ColumnName;
  readonly call: (client: PublisherClient, options?: CallOptions) => Promise<unknown>;
  /** What the call gives when all goes well in the end. */
  readonly exact: unknown;
  /** Requests of a call that nothing goes wrong with. */
  readonly requests: number;
  /** The request that the fault strikes first, counted from 1. */
  readonly strikesAt: number;
}

const pages = [
  [1, 2, 3],
  [4, 5, 6],
  [7, 8],
];
const rowIds = pages.flat().map((row) => `transaction-${row}`);

/** A walk over three pages, of which the second is struck; a call gives the ids of its rows in order. */
const read: Column = {
  name: 'R',
  exact: rowIds,
  requests: pages.length,
  strikesAt: 2,
  async call(client, options) {
    const ids: string[] = [];
    for await (const row of client.transactions.list(october, options)) ids.push(row.transactionDetails.id);
    return ids;
  },
};

const upsert: Column = {
  name: 'W',
  exact: pricePoint,
  requests: 1,
  strikesAt: 1,
  call: (client, options) =>
    client.pricePoints.update(999, { priceOverrides: [{ countryCode2: 'DE', price: 9.49 }] }, options),
};

const create: Column = {
  name: 'C',
  exact: checkoutSession,
  requests: 1,
  strikesAt: 1,
  call: (client, options) =>
    client.checkout.createSession(
      {
        priceDetails: { price: 999, currency: 'USD' },
        offer: { name: 'Starter', sku: 'starter' },
        customer: { id: 'player-1' },
      },
      options,
    ),
};

export const columns: readonly Column[] = [read, upsert, create];

/** The documented answer to each of the calls. */
export function answerTo({ url }: RawRequest): unknown {
  if (url.startsWith('/v1/price-points/')) return pricePoint;
  if (url.startsWith('/checkout/')) return checkoutSession;
  const page = Number(new URL(url, 'http://service').searchParams.get('cursor') ?? 0);
  return {
    totalCount: rowIds.length,
    results: (pages[page] ?? []).map((row) => transaction(row)),
    ...(page + 1 < pages.length ? { nextCursor: String(page + 1) } : {}),
  };
}
