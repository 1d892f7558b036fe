import { expect, test } from 'vitest';

import { type DriftEvent, type OfferPage, PaginationError } from '../../../src/client/index.ts';
import { offer } from '../../literals/offers.ts';
import { failureOf, type ReceivedRequest, type Reply, startService } from '../../support/service.ts';

const queryOf = ({ url }: ReceivedRequest): Record<string, string> =>
  Object.fromEntries(new URL(url, 'http://service').searchParams);

/** A service of so many offers, named by their number, with 100 a page by default. */
function serve(total: number, totalCount: unknown = total): (request: ReceivedRequest) => Reply {
  return (request) => {
    const { offset = '0', recordLimit = '100' } = queryOf(request);
    const ids = Array.from({ length: total }, (_, index) => String(index));
    const page = ids.slice(Number(offset), Number(offset) + Number(recordLimit));
    return {
      json: {
        result: { totalCount, offers: page.map((offerId) => ({ ...offer, offerId })) },
        status: 200,
        message: 'OK',
      },
    };
  };
}

const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));

test('offers are delivered in order over all pages, 500 requested at a time', async () => {
  await using service = await startService(serve(1203));
  const seen: string[] = [];

  for await (const { offerId } of service.client().offers.list({ offerType: 'Bundle' })) seen.push(offerId);

  expect(seen).toEqual(numbers(1203));
  expect(service.requests.map(queryOf)).toEqual([
    { offerType: 'Bundle', recordLimit: '500', offset: '0' },
    { offerType: 'Bundle', recordLimit: '500', offset: '500' },
    { offerType: 'Bundle', recordLimit: '500', offset: '1000' },
  ]);
});

test('pages carry the offset they begin at and the count of all', async () => {
  await using service = await startService(serve(5));
  const pages: OfferPage[] = [];

  for await (const page of service.client().offers.list({ limit: 2 }).pages()) pages.push(page);

  expect(pages.map(({ offset, totalCount, offers }) => [offset, totalCount, offers.length])).toEqual([
    [0, 5, 2],
    [2, 5, 2],
    [4, 5, 1],
  ]);
});

test('pagination begins at its offset', async () => {
  await using service = await startService(serve(5));

  const offers = await service.client().offers.list({ limit: 2, offset: 3 }).toArray({ max: 10 });

  expect(offers.map(({ offerId }) => offerId)).toEqual(['3', '4']);
});

test('an empty page ends pagination, whatever the count is', async () => {
  await using service = await startService(serve(3, 100));

  expect(
    await service.client({ logLevel: 'off' }).offers.list({ limit: 2 }).toArray({ max: 10 }),
  ).toHaveLength(3);
  expect(service.requests).toHaveLength(3);
});

test.each([
  [99, 0],
  [5, 3],
])('a count of %i with %i offers is reported, and the offers are returned', async (totalCount, total) => {
  await using service = await startService(serve(total, totalCount));
  const drift: DriftEvent[] = [];
  const client = service.client({ onDrift: (event) => drift.push(event) });

  expect(await client.offers.list({ limit: 2 }).toArray({ max: 10 })).toHaveLength(total);
  expect(drift).toEqual([
    {
      operation: 'offers.list',
      path: 'result.totalCount',
      expected: `${totalCount} offers`,
      received: `${total} offers`,
    },
  ]);
});

test('no offers behind the last one are no difference from the count', async () => {
  await using service = await startService(serve(3));
  const drift: DriftEvent[] = [];
  const client = service.client({ onDrift: (event) => drift.push(event) });

  expect(await client.offers.list({ offset: 7 }).toArray({ max: 10 })).toEqual([]);
  expect(drift).toEqual([]);
});

test.each([null, '3', undefined])('a count that is %j does not end pagination', async (totalCount) => {
  await using service = await startService(serve(3, totalCount));
  const drift: DriftEvent[] = [];
  const client = service.client({ onDrift: (event) => drift.push(event) });

  expect(await client.offers.list({ limit: 1 }).toArray({ max: 10 })).toHaveLength(3);
  if (totalCount !== undefined) expect(drift).toMatchObject([{ path: 'result.totalCount' }]);
});

test('no offer is lost if the service returns fewer than requested', async () => {
  await using service = await startService((request) =>
    serve(7)({ ...request, url: request.url.replace('recordLimit=500', 'recordLimit=3') }),
  );

  const offers = await service.client().offers.list().toArray({ max: 10 });

  expect(offers.map(({ offerId }) => offerId)).toEqual(numbers(7));
});

test('a service that ignores the offset causes an error, and no offer is delivered twice', async () => {
  await using service = await startService((request) => serve(5)({ ...request, url: '/?recordLimit=2' }));
  const seen: string[] = [];

  const error = await failureOf(
    (async () => {
      for await (const { offerId } of service.client().offers.list({ limit: 2 })) seen.push(offerId);
    })(),
  );

  expect(error).toBeInstanceOf(PaginationError);
  expect((error as Error).message).toContain('offerQueryNames');
  expect(seen).toEqual(['0', '1']);
  expect(service.requests).toHaveLength(2);
});

test('getPage leaves limit and offset to the service', async () => {
  await using service = await startService(serve(150));

  const page = await service.client().offers.getPage();

  expect(page).toMatchObject({ totalCount: 150, offset: 0 });
  expect(page.offers).toHaveLength(100);
  expect(service.requests.map(queryOf)).toEqual([{}]);
});

test('offers that shift while they are read are reported, and an equal one is delivered once', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  await using service = await startService((request) => {
    const { offset = '0' } = queryOf(request);
    // An offer is added before the second page.
    const all = offset === '0' ? ids : ['new', ...ids];
    const offers = all.slice(Number(offset), Number(offset) + 2).map((offerId) => ({ ...offer, offerId }));
    return { json: { result: { totalCount: all.length, offers }, status: 200, message: 'OK' } };
  });
  const drift: DriftEvent[] = [];
  const client = service.client({ onDrift: (event) => drift.push(event) });
  const offers = await client.offers.list({ limit: 2 }).toArray({ max: 10 });

  expect(offers.map(({ offerId }) => offerId)).toEqual(ids);
  expect(drift).toMatchObject([
    { path: 'result.totalCount', page: 1, expected: '5, as on the page before', received: '6' },
    { path: 'result.offers[]', page: 1 },
  ]);
});
