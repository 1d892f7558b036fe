import type { CallOptions, PublisherClient } from '../../src/client/index.ts';
import { pricePoint, pricePointRead } from '../literals/price-points.ts';
import { checkoutSession } from '../literals/small-responses.ts';
import { transaction } from '../literals/transactions.ts';
import { october } from '../support/ranges.ts';
import type { RawRequest } from './raw-service.ts';

/** The effects of an operation: reads, idempotent writes, creates, and checkout sessions, which may be created again. */
export type ColumnName = 'R' | 'W' | 'C' | 'S';

/** A call with one of the effects, its result, and which of its requests meets the fault. */
export interface Column {
  readonly name: ColumnName;
  readonly call: (client: PublisherClient, options?: CallOptions) => Promise<unknown>;
  /** What the call returns when it succeeds. */
  readonly exact: unknown;
  /** How many requests the call makes without a fault. */
  readonly requests: number;
  /** The first request that meets the fault, counted from 1. */
  readonly strikesAt: number;
}

const pages = [
  [1, 2, 3],
  [4, 5, 6],
  [7, 8],
];
const rowIds = pages.flat().map((row) => `transaction-${row}`);

/** Lists three pages, of which the second meets the fault; returns the ids of the rows in order. */
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

const idempotent: Column = {
  name: 'W',
  exact: pricePoint,
  requests: 1,
  strikesAt: 1,
  call: (client, options) =>
    client.pricePoints.update(999, { priceOverrides: [{ countryCode2: 'DE', price: 9.49 }] }, options),
};

const create: Column = {
  name: 'C',
  exact: pricePoint,
  requests: 1,
  strikesAt: 1,
  call: (client, options) => client.pricePoints.create({ priceInUsdCents: 999 }, options),
};

const repeatable: Column = {
  name: 'S',
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

export const columns: readonly Column[] = [read, idempotent, create, repeatable];

/** The documented response to each of the calls. */
export function responseTo({ method, url }: RawRequest): unknown {
  if (url.startsWith('/v1/price-points')) return method === 'GET' ? pricePointRead : pricePoint;
  if (url.startsWith('/checkout/')) return checkoutSession;
  const page = Number(new URL(url, 'http://service').searchParams.get('cursor') ?? 0);
  return {
    totalCount: rowIds.length,
    results: (pages[page] ?? []).map((row) => transaction(row)),
    ...(page + 1 < pages.length ? { nextCursor: String(page + 1) } : {}),
  };
}
