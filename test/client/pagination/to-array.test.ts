import { expect, test } from 'vitest';

import { type Checkpoint, PaginationError, type PublisherError } from '../../../src/client/index.ts';
import { offerReport } from '../../literals/offers.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { burstyMoments, inclusive, rowsAt, serveLedger } from '../../support/ledger.ts';
import { firstHour, october, octoberQuery } from '../../support/ranges.ts';
import { failureOf, type Service } from '../../support/service.ts';
import { cursorOf, servePages } from './scripted-pages.ts';

const twoPages = servePages({ '': { rows: [1, 2], next: 'b' }, b: { rows: [3] } });
const ledger = serveLedger(rowsAt(burstyMoments(30, 3600)), inclusive);

function limitsOf({ requests, url: base }: Service): (string | null)[] {
  return requests.map(({ url }) => new URL(url, base).searchParams.get('limit'));
}

test('toArray returns all rows, of which there may be exactly max', async () => {
  const list = serveInProcess(twoPages).client().transactions.list(october);

  expect((await list.toArray({ max: 3 })).map(({ orderId }) => orderId)).toEqual([
    'order-1',
    'order-2',
    'order-3',
  ]);
});

test('more rows than max reject, with the checkpoint where toArray began', async () => {
  const service = serveInProcess(twoPages);
  const { transactions } = service.client();
  const position = { cursor: null, rowsToSkip: 1, pages: 1, rows: 1, invalidRows: 0 };
  const resume: Checkpoint = { query: octoberQuery, ...position };

  const error = await failureOf(transactions.list(october).toArray({ max: 2 }));
  const resumed = await failureOf(transactions.list({ ...october, resume }).toArray({ max: 1 }));
  const continued = await failureOf(transactions.list({ ...october, cursor: '' }).toArray({ max: 1 }));

  expect(error).toBeInstanceOf(PaginationError);
  expect(error).toMatchObject({
    operation: 'transactions.list',
    message:
      'transactions.list: there are more than 2 rows, the max of toArray; pass a greater max, or leave a loop with "break"',
    checkpoint: { cursor: null, rowsToSkip: 0, pages: 0, rows: 0, invalidRows: 0 },
  });
  expect(resumed).toBeInstanceOf(PaginationError);
  expect((resumed as PaginationError).checkpoint).toEqual(resume);
  // Nothing was begun.
  expect((continued as PublisherError).checkpoint).toBeUndefined();
});

test('a page that fails leaves the checkpoint where toArray began: no row was delivered', async () => {
  const service = serveInProcess((request) =>
    cursorOf(request.url) === 'b' ? { status: 400, json: {} } : twoPages(request),
  );
  const list = service.client().transactions.list(october, { queryParams: { country: 'DE' } });

  expect(await failureOf(list.toArray({ max: 10 }))).toMatchObject({
    name: 'BadRequestError',
    checkpoint: { cursor: null, rowsToSkip: 0, rows: 0, queryParams: 'country=DE' },
  });
});

test.each([
  { max: 5, limit: 1000, limits: ['6'] },
  { max: 5, limit: 4, limits: ['4', '4'] },
  { max: 7, limit: 4, limits: ['4', '4'] },
  { max: 8, limit: 4, limits: ['4', '4', '4'] },
])(
  'toArray({ max: $max }) with limit $limit requests pages of min(limit, max + 1) rows, and none too many',
  async ({ max, limit, limits }) => {
    const service = serveInProcess(ledger);

    const error = await failureOf(
      service
        .client()
        .transactions.list({ ...firstHour, limit })
        .toArray({ max }),
    );

    expect(error).toBeInstanceOf(PaginationError);
    expect(limitsOf(service)).toEqual(limits);
  },
);

test('a page that was begun is requested with the limit that it was begun with', async () => {
  const service = serveInProcess(ledger);
  const { transactions } = service.client();
  const query = { ...firstHour, sortDirection: 'asc' } as const;
  const resume: Checkpoint = { query, cursor: null, rowsToSkip: 10, pages: 1, rows: 10, invalidRows: 0 };

  expect(await transactions.list({ ...firstHour, limit: 100, resume }).toArray({ max: 20 })).toHaveLength(20);
  expect(limitsOf(service)).toEqual(['100']);
});

test('offers are requested, limited and counted in the same way', async () => {
  const offers = offerReport.result.offers
    .slice(0, 1)
    .flatMap((offer) => ['a', 'b', 'c'].map((offerId) => ({ ...offer, offerId })));
  const service = serveInProcess(({ url }) => {
    const query = new URL(url, 'http://service').searchParams;
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('recordLimit'))];
    return {
      json: { ...offerReport, result: { totalCount: 3, offers: offers.slice(offset, offset + limit) } },
    };
  });
  const list = service.client().offers.list();

  expect(await list.toArray({ max: 3 })).toHaveLength(3);
  expect(await failureOf(list.toArray({ max: 2 }))).toMatchObject({
    name: 'PaginationError',
    message: expect.stringMatching(/^offers.list: there are more than 2 rows/) as string,
  });
  const limits = service.requests.map(({ url }) => new URL(url, service.url).searchParams.get('recordLimit'));
  expect(limits).toEqual(['4', '3']);
});

test.each([[], [{}], ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '10'].map((max) => [{ max }])])(
  'toArray(%j) is rejected: max must be an integer of at least 1',
  async (...options) => {
    const service = serveInProcess(twoPages);
    const list = service.client().transactions.list(october);
    const toArray = list.toArray.bind(list) as (...given: unknown[]) => Promise<unknown>;

    expect(await failureOf(toArray(...options))).toMatchObject({
      name: 'InvalidRequestError',
      issues: [{ path: 'max' }],
    });
    expect(service.requests).toEqual([]);
  },
);
