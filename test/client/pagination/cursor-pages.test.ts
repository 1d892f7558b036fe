import { expect, test } from 'vitest';

import { type DriftEvent, PaginationError } from '../../../src/client/index.ts';
import { transaction } from '../../literals/transactions.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { october } from '../../support/ranges.ts';
import { cursorOf, readUntilFailure, type ScriptedPage, servePages } from './scripted-pages.ts';

/** How a script of pages ends, what is delivered of it, and after how many requests. */
interface Ending {
  readonly name: string;
  readonly pages: Readonly<Record<string, ScriptedPage>>;
  readonly delivers: readonly number[];
  readonly requests: number;
  readonly endAtTotalCount?: true;
  /** Paths of the drift that is reported; by default, there is none. */
  readonly drift?: readonly string[];
}

const lastPages: readonly (readonly [string, ScriptedPage])[] = [
  ['without a next cursor', { rows: [3, 4] }],
  ['with null for a next cursor', { rows: [3, 4], next: null }],
  ['with an empty next cursor', { rows: [3, 4], next: '' }],
  ['that completes totalCount and repeats its own cursor', { rows: [3, 4], next: 'b' }],
  ['whose next page query has no cursor', { rows: [3, 4], nextPageQuery: '?limit=1000' }],
];
const capped = { totalCount: 1 };

const endings: readonly Ending[] = [
  ...lastPages.map(([how, b]) => ({
    name: `a page ${how} is the last`,
    pages: { '': { rows: [1, 2], next: 'b' }, b },
    delivers: [1, 2, 3, 4],
    requests: 2,
  })),
  {
    name: 'an empty page that repeats a cursor is the last',
    pages: { '': { rows: [1, 2], next: 'b', totalCount: 9 }, b: { rows: [], next: 'b', totalCount: 9 } },
    delivers: [1, 2],
    requests: 2,
    drift: ['totalCount'],
  },
  {
    name: 'an earlier cursor repeated by the page that completes totalCount is not followed',
    pages: { '': { rows: [1], next: 'a' }, a: { rows: [2], next: 'b' }, b: { rows: [3], next: 'a' } },
    delivers: [1, 2, 3],
    requests: 3,
  },
  { name: 'no rows are one page', pages: { '': { rows: [], next: 'b' } }, delivers: [], requests: 1 },
  {
    name: 'an empty page with a new cursor is not the last',
    pages: { '': { rows: [1], next: 'b' }, b: { rows: [], next: 'c' }, c: { rows: [2] } },
    delivers: [1, 2],
    requests: 3,
  },
  {
    name: 'a page shorter than the limit is not the last',
    pages: { '': { rows: [1], next: 'b' }, b: { rows: [2, 3], next: 'c' }, c: { rows: [4] } },
    delivers: [1, 2, 3, 4],
    requests: 3,
  },
  {
    name: 'a page that completes totalCount and names a next cursor is followed to the empty page behind it',
    pages: { '': { rows: [1, 2], next: 'b' }, b: { rows: [3, 4], next: 'c' }, c: { rows: [], next: 'd' } },
    delivers: [1, 2, 3, 4],
    requests: 3,
  },
  {
    name: 'a count that is too low ends nothing while pages have rows and a new cursor, and is reported',
    pages: {
      '': { rows: [1, 2], next: 'b', ...capped },
      b: { rows: [3], next: 'c', ...capped },
      c: { rows: [4], ...capped },
    },
    delivers: [1, 2, 3, 4],
    requests: 3,
    drift: ['totalCount'],
  },
  {
    name: 'with endAtTotalCount the page that completes it is the last',
    pages: { '': { rows: [1, 2], next: 'b', totalCount: 2 }, b: { rows: [3], totalCount: 2 } },
    delivers: [1, 2],
    requests: 1,
    endAtTotalCount: true,
  },
  {
    name: 'the cursor of nextPageQuery is used when nextCursor is missing',
    pages: { '': { rows: [1], nextPageQuery: '?startDate=1970-01-01&cursor=b%2B1' }, 'b+1': { rows: [2] } },
    delivers: [1, 2],
    requests: 2,
  },
  {
    name: 'nextCursor is preferred to nextPageQuery',
    pages: { '': { rows: [1], next: 'b', nextPageQuery: '?cursor=wrong' }, b: { rows: [2] } },
    delivers: [1, 2],
    requests: 2,
  },
];

test.each(endings)('$name', async ({ pages, delivers, requests, endAtTotalCount = false, drift = [] }) => {
  const service = serveInProcess(servePages(pages));
  const reported: string[] = [];
  const client = service.client({ onDrift: ({ path }) => reported.push(path) });
  const list = client.transactions.list({ ...october, endAtTotalCount, prefetch: false });
  const rows = await list.toArray({ max: 100 });

  expect(rows.map(({ orderId }) => orderId)).toEqual(delivers.map((id) => `order-${id}`));
  expect(service.requests).toHaveLength(requests);
  expect(reported).toEqual(drift);
  // Nothing else of a response decides what is requested.
  expect(service.requests.every(({ url }) => url.includes('startDate=2026-10-01T00%3A00%3A00Z'))).toBe(true);
});

/** A service that returns empty pages for ever after its first row, or a last row on some page. */
const emptyPages = (lastPage: number) =>
  serveInProcess(({ url }) => {
    const page = Number(cursorOf(url) || 0);
    const results = page === 0 || page === lastPage ? [transaction(page)] : [];
    return { json: { totalCount: 2, nextCursor: page === lastPage ? null : String(page + 1), results } };
  });

test('after 100 empty pages in a row, and no earlier, pagination fails instead of going on for ever', async () => {
  expect((await readUntilFailure(emptyPages(100))).error).toBeUndefined();
  const { seen, error } = await readUntilFailure(emptyPages(Infinity));

  expect(seen).toEqual(['order-0']);
  expect(error).toBeInstanceOf(PaginationError);
  expect(error).toMatchObject({ cursor: '101', checkpoint: { cursor: '101', rows: 1 } });
  expect((error as Error).message).toContain('returned 100 pages without rows in a row');
});

test('a missing count ends nothing, and its absence is reported at the end', async () => {
  const service = serveInProcess(({ url }) => ({
    json:
      cursorOf(url) === '' ? { results: [transaction(1)], nextCursor: 'b' } : { results: [transaction(2)] },
  }));
  const drift: string[] = [];
  const client = service.client({ onDrift: ({ path, received }) => drift.push(`${path}: ${received}`) });

  expect(await client.transactions.list(october).toArray({ max: 10 })).toHaveLength(2);
  expect(drift).toEqual(['totalCount: undefined', 'totalCount: 2 rows']);
});

test.each([
  ['its own', 'b'],
  ['an earlier', 'a'],
])('a page with rows that repeats %s cursor is delivered before a PaginationError', async (_, repeated) => {
  const service = serveInProcess(
    servePages({
      '': { rows: [1], next: 'a', totalCount: 9 },
      a: { rows: [2], next: 'b', totalCount: 9 },
      b: { rows: [3], next: repeated, totalCount: 9 },
    }),
  );
  const { seen, error } = await readUntilFailure(service);

  expect(seen).toEqual(['order-1', 'order-2', 'order-3']);
  expect(error).toBeInstanceOf(PaginationError);
  expect(error).toMatchObject({
    code: 'pagination',
    cursor: repeated,
    checkpoint: { cursor: 'b', rowsToSkip: 1, pages: 3, rows: 3, invalidRows: 0 },
  });
  expect(service.requests).toHaveLength(3);
});

test('list requests 1000 rows a page unless limit is set; getPage leaves it to the service', async () => {
  const service = serveInProcess(servePages({ '': { rows: [1] } }));
  const { transactions } = service.client();

  await transactions.list(october).toArray({ max: 1000 });
  await transactions.list({ ...october, limit: 7 }).toArray({ max: 1000 });
  await transactions.getPage(october);

  const limits = service.requests.map(({ url }) => new URL(url, service.url).searchParams.get('limit'));
  expect(limits).toEqual(['1000', '7', null]);
});

test('rows that do not add up to totalCount are reported as drift by every iteration', async () => {
  const service = serveInProcess(servePages({ '': { rows: [1, 2], totalCount: 5 } }));
  const drift: DriftEvent[] = [];
  const list = service.client({ onDrift: (event) => drift.push(event) }).transactions.list(october);

  await list.toArray({ max: 10 });
  await list.toArray({ max: 10 });

  const expected = { path: 'totalCount', expected: '5 rows', received: '2 rows' };
  expect(drift).toMatchObject([expected, expected]);
});

test('rows from a cursor are not compared with totalCount', async () => {
  const service = serveInProcess(
    servePages({ b: { rows: [3], next: 'c', totalCount: 1 }, c: { rows: [4], totalCount: 1 } }),
  );
  const drift: DriftEvent[] = [];
  const { transactions } = service.client({ onDrift: (event) => drift.push(event) });

  expect(await transactions.list({ ...october, cursor: 'b' }).toArray({ max: 10 })).toHaveLength(2);
  expect(drift).toEqual([]);
});

test('a page with an invalid row is not delivered, and the error names the row', async () => {
  const { transactionDetails } = transaction(4);
  const bad = { ...transaction(4), transactionDetails: { ...transactionDetails, amount: '999' } };
  const service = serveInProcess(({ url }) =>
    cursorOf(url) === 'b'
      ? { json: { totalCount: 4, results: [transaction(3), bad] } }
      : { json: { totalCount: 4, results: [transaction(1), transaction(2)], nextCursor: 'b' } },
  );

  const { seen, error } = await readUntilFailure(service);

  expect(seen).toEqual(['order-1', 'order-2']);
  expect(error).toMatchObject({
    name: 'ResponseValidationError',
    row: 1,
    cursor: 'b',
    issues: [{ path: 'results[1].transactionDetails.amount' }],
    checkpoint: { cursor: 'b', rowsToSkip: 0, pages: 1, rows: 2, invalidRows: 0 },
  });
});
