import { inspect } from 'node:util';

import { expect, test } from 'vitest';

import type {
  PricePointRead,
  PricePoints,
  PublisherClient,
  Transaction,
  TransactionPage,
} from '../../../src/client/index.ts';
import { pricePointRead } from '../../literals/price-points.ts';
import { transaction } from '../../literals/transactions.ts';
import { october } from '../../support/ranges.ts';
import { startService } from '../../support/service.ts';

const page = { totalCount: 1, nextCursor: null, nextPageQuery: null, results: [transaction(0)] };

function startPages() {
  return startService(({ url }) => ({
    json: url.includes('transactions') ? page : pricePointRead,
  }));
}

// That these compile without a cast is the promise: a class with private fields would accept none of them.
test('a sub-client can be faked with an object literal', async () => {
  const never = (): never => {
    throw new Error('not called');
  };
  const pricePoints: PricePoints = {
    create: never,
    ensure: never,
    list: () => Promise.resolve({ pricePoints: [] }),
    get: (priceInUsdCents): Promise<PricePointRead> =>
      Promise.resolve({ ...pricePointRead, priceInUsdCents }),
    update: never,
    patch: never,
    delete: never,
  };
  const priceOf = async (client: Pick<PublisherClient, 'pricePoints'>): Promise<number> =>
    (await client.pricePoints.get(999)).priceInUsdCents;

  expect(await priceOf({ pricePoints })).toBe(999);
});

test('a complete client can be faked with an object literal', async () => {
  await using service = await startPages();
  // eslint-disable-next-line @typescript-eslint/no-misused-spread, @typescript-eslint/no-unsafe-class-instance-assignment -- no prototype is needed: that is what is tested
  const client: PublisherClient = { ...service.client() };

  expect(await client.pricePoints.get(999)).toEqual(pricePointRead);
  expect(await client.request({ method: 'GET', path: '/v1/price-points' })).toEqual(pricePointRead);
});

test('a client, its sub-clients and its paginators work behind a proxy', async () => {
  await using service = await startPages();
  const client = new Proxy(service.client(), {});
  const transactions = new Proxy(client.transactions, {});
  const list = new Proxy(transactions.list(october), {});
  const rows: Transaction[] = [];
  for await (const row of list) rows.push(row);
  const pages: TransactionPage[] = [];
  for await (const one of list.pages()) pages.push(one);

  expect(rows).toEqual(page.results);
  expect(pages.map(({ results }) => results)).toEqual([page.results]);
  expect(await list.toArray({ max: 5 })).toEqual(page.results);
  expect(inspect(list)).toContain('use "for await"');
  expect((await transactions.getPage(october)).results).toEqual(page.results);
  expect(await client.request({ method: 'GET', path: '/v1/price-points' })).toEqual(pricePointRead);
  expect(await new Proxy(client.pricePoints, {}).get(999)).toEqual(pricePointRead);
});

test('methods work when they are destructured', async () => {
  await using service = await startPages();
  /* eslint-disable @typescript-eslint/unbound-method -- that they need no `this` is what is tested */
  const { request, transactions, pricePoints } = service.client();
  const { list } = transactions;
  const { get } = pricePoints;
  const { toArray, pages } = list(october);
  /* eslint-enable @typescript-eslint/unbound-method */

  expect(await get(999)).toEqual(pricePointRead);
  expect(await request({ method: 'GET', path: '/v1/price-points' })).toEqual(pricePointRead);
  expect(await toArray({ max: 5 })).toEqual(page.results);
  expect(await pages()[Symbol.asyncIterator]().next()).toMatchObject({ value: { index: 0 } });
});
