import { expect, test } from 'vitest';

import {
  type Checkpoint,
  type DriftEvent,
  PaginationError,
  type PublisherClient,
  ServerError,
  type TransactionPage,
} from '../../src/index.ts';
import { transaction } from '../literals/transactions.ts';
import { october } from '../support/ranges.ts';
import { failureOf, type ReceivedRequest, type Reply, startService } from '../support/service.ts';

interface ScriptedPage {
  readonly rows: readonly number[];
  readonly next?: string | null;
  readonly nextPageQuery?: string | null;
  readonly totalCount?: number;
}

/** A service that returns the page of each cursor (`''` for none); `totalCount` counts all rows of the script. */
function serve(pages: Readonly<Record<string, ScriptedPage>>): (request: ReceivedRequest) => Reply {
  const total = Object.values(pages).flatMap(({ rows }) => rows).length;
  return ({ url }) => {
    const page = pages[cursorOf(url)];
    if (!page) return { status: 400, json: { message: `no page for ${url}` } };
    const { rows, next, nextPageQuery, totalCount = total } = page;
    return { json: { totalCount, results: rows.map(transaction), nextCursor: next, nextPageQuery } };
  };
}

function cursorOf(url: string): string {
  return new URL(url, 'http://service').searchParams.get('cursor') ?? '';
}

async function rowsOf(client: PublisherClient, resume?: Checkpoint): Promise<number[]> {
  const ids: number[] = [];
  for await (const row of client.transactions.list({ ...october, ...(resume ? { resume } : {}) })) {
    ids.push(Number(row.transactionDetails.id.replace('transaction-', '')));
  }
  return ids;
}

async function pagesOf(client: PublisherClient): Promise<TransactionPage[]> {
  const pages: TransactionPage[] = [];
  for await (const page of client.transactions.list(october).pages()) pages.push(page);
  return pages;
}

/** The order ids that were delivered before the iteration failed, and the error. */
async function readUntilFailure(client: PublisherClient): Promise<{ seen: string[]; error: unknown }> {
  const seen: string[] = [];
  const error = await failureOf(
    (async () => {
      for await (const row of client.transactions.list(october)) seen.push(row.orderId);
    })(),
  );
  return { seen, error };
}

const lastForms: readonly (readonly [string, ScriptedPage])[] = [
  ['leaves its next cursor out', { rows: [3, 4] }],
  ['has null for a next cursor', { rows: [3, 4], next: null }],
  ['has an empty next cursor', { rows: [3, 4], next: '' }],
  ['completes totalCount and repeats its own cursor', { rows: [3, 4], next: 'b' }],
  ['has a next page query without a cursor', { rows: [3, 4], nextPageQuery: '?limit=1000' }],
];

test.each(lastForms)('pagination ends when the last page %s', async (_, last) => {
  await using service = await startService(serve({ '': { rows: [1, 2], next: 'b' }, b: last }));

  expect(await rowsOf(service.client())).toEqual([1, 2, 3, 4]);
  expect(service.requests).toHaveLength(2);
});

test('pagination ends at an empty page that repeats a cursor already used', async () => {
  await using service = await startService(
    serve({ '': { rows: [1, 2], next: 'b', totalCount: 9 }, b: { rows: [], next: 'b', totalCount: 9 } }),
  );

  expect(await rowsOf(service.client({ onDrift: () => undefined }))).toEqual([1, 2]);
});

test('pagination over no rows ends', async () => {
  await using service = await startService(serve({ '': { rows: [], next: 'b' } }));

  expect(await rowsOf(service.client())).toEqual([]);
  expect(service.requests).toHaveLength(1);
});

test('an empty page with a new cursor does not end pagination', async () => {
  await using service = await startService(
    serve({ '': { rows: [1], next: 'b' }, b: { rows: [], next: 'c' }, c: { rows: [2] } }),
  );

  expect(await rowsOf(service.client())).toEqual([1, 2]);
});

test('a page shorter than the limit does not end pagination', async () => {
  await using service = await startService(
    serve({ '': { rows: [1], next: 'b' }, b: { rows: [2, 3], next: 'c' }, c: { rows: [4] } }),
  );

  expect(await rowsOf(service.client())).toEqual([1, 2, 3, 4]);
});

test('a count that has been exceeded does not end pagination', async () => {
  await using service = await startService(
    serve({
      '': { rows: [1, 2], next: 'b', totalCount: 1 },
      b: { rows: [3], next: 'c', totalCount: 1 },
      c: { rows: [], next: 'd', totalCount: 1 },
    }),
  );

  expect(await rowsOf(service.client({ onDrift: () => undefined }))).toEqual([1, 2, 3]);
});

test('a page that completes totalCount and names a next cursor is followed to the empty page behind it', async () => {
  await using service = await startService(
    serve({ '': { rows: [1, 2], next: 'b' }, b: { rows: [3, 4], next: 'c' }, c: { rows: [], next: 'd' } }),
  );

  expect(await rowsOf(service.client())).toEqual([1, 2, 3, 4]);
  expect(service.requests).toHaveLength(3);
});

test('a count that is too low ends nothing while pages have rows and name a cursor, and is reported', async () => {
  const capped = { totalCount: 1000 };
  const thousand = (start: number): number[] => Array.from({ length: 1000 }, (_, index) => start + index);
  await using service = await startService(
    serve({
      '': { rows: thousand(0), next: 'b', ...capped },
      b: { rows: thousand(1000), next: 'c', ...capped },
      c: { rows: thousand(2000).slice(0, 500), ...capped },
    }),
  );
  const drift: DriftEvent[] = [];

  expect(await rowsOf(service.client({ onDrift: (event) => drift.push(event) }))).toHaveLength(2500);
  expect(drift).toEqual([
    {
      operation: 'transactions.getPage',
      path: 'totalCount',
      expected: '1000 rows',
      received: '2500 rows',
    },
  ]);
});

test('with endAtTotalCount a page that completes totalCount ends pagination without another request', async () => {
  await using service = await startService(
    serve({ '': { rows: [1, 2], next: 'b', totalCount: 2 }, b: { rows: [3], totalCount: 2 } }),
  );
  const query = { ...october, endAtTotalCount: true, prefetch: false };

  expect(await service.client().transactions.list(query).toArray({ max: 10 })).toHaveLength(2);
  expect(service.requests).toHaveLength(1);
});

test('a failing request behind totalCount rows throws with the checkpoint of that request', async () => {
  await using service = await startService(serve({ '': { rows: [1, 2], next: 'gone', totalCount: 2 } }));

  const { seen, error } = await readUntilFailure(service.client());

  expect(seen).toEqual(['order-1', 'order-2']);
  expect(error).toMatchObject({
    name: 'BadRequestError',
    checkpoint: { cursor: 'gone', rowsToSkip: 0, pages: 1, rows: 2, invalidRows: 0 },
  });
});

test('an earlier cursor repeated by the page that completes totalCount ends pagination', async () => {
  await using service = await startService(
    serve({ '': { rows: [1], next: 'a' }, a: { rows: [2], next: 'b' }, b: { rows: [3], next: 'a' } }),
  );
  const drift: DriftEvent[] = [];

  expect(await rowsOf(service.client({ onDrift: (event) => drift.push(event) }))).toEqual([1, 2, 3]);
  expect(drift).toEqual([]);
});

test('a missing count ends nothing, and its absence is reported at the end', async () => {
  await using service = await startService(({ url }) =>
    cursorOf(url) === ''
      ? { json: { results: [transaction(1)], nextCursor: 'b' } }
      : { json: { results: [transaction(2)] } },
  );
  const drift: DriftEvent[] = [];

  expect(await rowsOf(service.client({ onDrift: (event) => drift.push(event) }))).toEqual([1, 2]);
  expect(drift.map(({ path, received }) => `${path}: ${received}`)).toEqual([
    'totalCount: undefined',
    'totalCount: 2 rows',
  ]);
});

test.each([
  ['its own', 'b'],
  ['an earlier', 'a'],
])('a page with rows that repeats %s cursor is delivered before a PaginationError', async (_, repeated) => {
  await using service = await startService(
    serve({
      '': { rows: [1], next: 'a', totalCount: 9 },
      a: { rows: [2], next: 'b', totalCount: 9 },
      b: { rows: [3], next: repeated, totalCount: 9 },
    }),
  );
  const seen: string[] = [];

  const error = await failureOf(
    (async () => {
      for await (const row of service.client().transactions.list(october))
        seen.push(row.transactionDetails.id);
    })(),
  );

  expect(seen).toEqual(['transaction-1', 'transaction-2', 'transaction-3']);
  expect(error).toBeInstanceOf(PaginationError);
  expect(error).toMatchObject({
    code: 'pagination',
    cursor: repeated,
    checkpoint: { cursor: 'b', rowsToSkip: 1, pages: 3, rows: 3, invalidRows: 0 },
  });
  expect(service.requests).toHaveLength(3);
});

test('the cursor travels as a query value, whatever characters it has', async () => {
  const cursor = '?cursor=x&limit=1#/../%2e=+ é';
  await using service = await startService(
    serve({ '': { rows: [1], next: cursor }, [cursor]: { rows: [2] } }),
  );

  expect(await rowsOf(service.client())).toEqual([1, 2]);
  expect(service.requests[1]?.url).toContain('/reporting/financial-data/transactions?startDate=');
});

test('the cursor of nextPageQuery is used when nextCursor is missing, and nothing else of it', async () => {
  await using service = await startService(
    serve({
      '': { rows: [1], nextPageQuery: '?startDate=1970-01-01&limit=7&cursor=b%2B1' },
      'b+1': { rows: [2] },
    }),
  );

  expect(await rowsOf(service.client())).toEqual([1, 2]);
  expect(service.requests[1]?.url).toContain('startDate=2026-10-01T00%3A00%3A00Z');
  expect(service.requests[1]?.url).toContain('limit=1000');
});

test('nextCursor wins over nextPageQuery', async () => {
  await using service = await startService(
    serve({ '': { rows: [1], next: 'b', nextPageQuery: '?cursor=wrong' }, b: { rows: [2] } }),
  );

  expect(await rowsOf(service.client())).toEqual([1, 2]);
});

test('list requests 1000 rows a page unless limit is set; getPage leaves it to the service', async () => {
  await using service = await startService(serve({ '': { rows: [1] } }));
  const { transactions } = service.client();

  await transactions.list(october).toArray({ max: 1 });
  await transactions.list({ ...october, limit: 7 }).toArray({ max: 1 });
  await transactions.getPage(october);

  const limits = service.requests.map(({ url }) => new URL(url, 'http://service').searchParams.get('limit'));
  expect(limits).toEqual(['1000', '7', null]);
});

test('every page has its cursor, its index and the checkpoint after it', async () => {
  await using service = await startService(
    serve({ '': { rows: [1, 2], next: 'b' }, b: { rows: [3, 4], next: 'c' }, c: { rows: [5] } }),
  );

  const places = (await pagesOf(service.client())).map(({ cursor, nextCursor, index, checkpoint }) => ({
    cursor,
    nextCursor,
    index,
    checkpoint,
  }));

  expect(places).toMatchObject([
    {
      cursor: null,
      nextCursor: 'b',
      index: 0,
      checkpoint: { cursor: 'b', rowsToSkip: 0, pages: 1, rows: 2, invalidRows: 0 },
    },
    {
      cursor: 'b',
      nextCursor: 'c',
      index: 1,
      checkpoint: { cursor: 'c', rowsToSkip: 0, pages: 2, rows: 4, invalidRows: 0 },
    },
    {
      cursor: 'c',
      nextCursor: null,
      index: 2,
      checkpoint: { cursor: 'c', rowsToSkip: 1, pages: 3, rows: 5, invalidRows: 0 },
    },
  ]);
});

test('a page with an invalid row is not delivered, and the error names the row', async () => {
  const bad = {
    ...transaction(4),
    transactionDetails: { ...transaction(4).transactionDetails, amount: '999' },
  };
  await using service = await startService(({ url }) =>
    cursorOf(url) === 'b'
      ? { json: { totalCount: 4, results: [transaction(3), bad] } }
      : { json: { totalCount: 4, results: [transaction(1), transaction(2)], nextCursor: 'b' } },
  );

  const { seen, error } = await readUntilFailure(service.client());

  expect(seen).toEqual(['order-1', 'order-2']);
  expect(error).toMatchObject({
    name: 'ResponseValidationError',
    operation: 'transactions.getPage',
    row: 1,
    cursor: 'b',
    status: 200,
    issues: [{ path: 'results[1].transactionDetails.amount' }],
    checkpoint: { cursor: 'b', rowsToSkip: 0, pages: 1, rows: 2, invalidRows: 0 },
  });
});

test('an error has a checkpoint, and resuming continues with the next undelivered row', async () => {
  const pages = serve({ '': { rows: [1, 2], next: 'b' }, b: { rows: [3, 4], next: 'c' }, c: { rows: [5] } });
  let broken = true;
  await using service = await startService((request) =>
    broken && cursorOf(request.url) === 'b' ? { status: 500, json: {} } : pages(request),
  );
  const client = service.client({ retry: false });
  const delivered: string[] = [];

  const error = await failureOf(
    (async () => {
      for await (const row of client.transactions.list(october)) delivered.push(row.orderId);
    })(),
  );
  expect(error).toBeInstanceOf(ServerError);
  const { checkpoint } = error as ServerError;
  expect(checkpoint).toMatchObject({ cursor: 'b', rowsToSkip: 0, pages: 1, rows: 2, invalidRows: 0 });

  broken = false;
  const stored = JSON.parse(JSON.stringify(checkpoint)) as Checkpoint;
  expect(delivered).toEqual(['order-1', 'order-2']);
  expect(await rowsOf(client, stored)).toEqual([3, 4, 5]);
});

const start: Checkpoint = { cursor: null, rowsToSkip: 0, pages: 0, rows: 0, invalidRows: 0 };

test('resuming in the middle of a page skips the rows that were delivered, over several pages if need be', async () => {
  await using service = await startService(
    serve({ '': { rows: [1, 2], next: 'b' }, b: { rows: [3, 4], next: 'c' }, c: { rows: [5] } }),
  );

  expect(await rowsOf(service.client(), { ...start, rowsToSkip: 3, rows: 3 })).toEqual([4, 5]);
});

test('resuming behind the last page delivers nothing twice, and only what was added since', async () => {
  let added: number[] = [];
  await using service = await startService(({ url }) =>
    cursorOf(url) === 'b'
      ? { json: { totalCount: 3 + added.length, results: [3, ...added].map(transaction) } }
      : { json: { totalCount: 3 + added.length, results: [1, 2].map(transaction), nextCursor: 'b' } },
  );
  const end = (await pagesOf(service.client())).at(-1)?.checkpoint;

  expect(await rowsOf(service.client(), end)).toEqual([]);
  added = [4, 5];
  expect(await rowsOf(service.client(), end)).toEqual([4, 5]);
});

test('break requests no further page', async () => {
  await using service = await startService(serve({ '': { rows: [1, 2], next: 'b' }, b: { rows: [3] } }));

  for await (const row of service.client().transactions.list(october)) {
    expect(row.orderId).toBe('order-1');
    break;
  }

  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(service.requests).toHaveLength(1);
});

test('leaving a loop aborts the page in flight, without an error', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<true>();
  await using service = await startService([(response) => response.on('close', () => resolve(true))]);
  const rows = service.client().transactions.list(october)[Symbol.asyncIterator]();

  const pending = rows.next();
  await expect.poll(() => service.requests.length).toBe(1);
  await rows.return?.();

  expect(await pending).toEqual({ done: true, value: undefined });
  expect(await closed).toBe(true);
});

test('each for await starts from the beginning', async () => {
  await using service = await startService(serve({ '': { rows: [1], next: 'b' }, b: { rows: [2] } }));
  const walk = service.client().transactions.list(october);

  expect(await walk.toArray({ max: 10 })).toHaveLength(2);
  expect(await walk.toArray({ max: 10 })).toHaveLength(2);
  expect(service.requests).toHaveLength(4);
});

test('toArray stops at max', async () => {
  await using service = await startService(
    serve({ '': { rows: [1, 2], next: 'b' }, b: { rows: [3, 4], next: 'c' } }),
  );
  const walk = service.client().transactions.list(october);

  expect((await walk.toArray({ max: 3 })).map(({ orderId }) => orderId)).toEqual([
    'order-1',
    'order-2',
    'order-3',
  ]);
});

test.each([[], [{}], ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '10'].map((max) => [{ max }])])(
  'toArray(%j) is rejected: max must be an integer of at least 1',
  async (...options) => {
    await using service = await startService([{ json: {} }]);
    const list = service.client().transactions.list(october);
    const toArray = list.toArray.bind(list) as (...given: unknown[]) => Promise<unknown>;

    expect(await failureOf(toArray(...options))).toMatchObject({
      name: 'InvalidRequestError',
      issues: [{ path: 'max' }],
    });
    expect(service.requests).toEqual([]);
  },
);

test('onProgress is called for every page, and what it throws does not end pagination', async () => {
  await using service = await startService(serve({ '': { rows: [1, 2], next: 'b' }, b: { rows: [3] } }));
  const progress: unknown[] = [];

  const walk = service.client({ logLevel: 'off' }).transactions.list({
    ...october,
    onProgress: (event) => {
      progress.push(event);
      throw new Error('a progress bar broke');
    },
  });

  expect(await walk.toArray({ max: 10 })).toHaveLength(3);
  expect(progress).toEqual([
    { pages: 1, rows: 2, invalidRows: 0, totalCount: 3 },
    { pages: 2, rows: 3, invalidRows: 0, totalCount: 3 },
  ]);
});

test('rows that do not add up to totalCount are reported as drift by every iteration', async () => {
  await using service = await startService(serve({ '': { rows: [1, 2], totalCount: 5 } }));
  const drift: DriftEvent[] = [];
  const client = service.client({ onDrift: (event) => drift.push(event) });

  await rowsOf(client);
  await rowsOf(client);

  const expected = {
    operation: 'transactions.getPage',
    path: 'totalCount',
    expected: '5 rows',
    received: '2 rows',
  };
  expect(drift).toEqual([expected, expected]);
});

test('rows from a cursor are not compared with totalCount', async () => {
  await using service = await startService(
    serve({ b: { rows: [3], next: 'c', totalCount: 1 }, c: { rows: [4], totalCount: 1 } }),
  );
  const drift: DriftEvent[] = [];

  const walk = service
    .client({ onDrift: (event) => drift.push(event) })
    .transactions.list({ ...october, cursor: 'b' });

  expect(await walk.toArray({ max: 10 })).toHaveLength(2);
  expect(drift).toEqual([]);
});

test('an abort ends pagination with its reason', async () => {
  await using service = await startService(
    serve({ '': { rows: [1], next: 'b', totalCount: 9 }, b: { rows: [2] } }),
  );
  const controller = new AbortController();
  const reason = new Error('enough');

  const error = await failureOf(
    (async () => {
      for await (const row of service.client().transactions.list(october, { signal: controller.signal })) {
        expect(row.orderId).toBe('order-1');
        controller.abort(reason);
      }
    })(),
  );

  expect(error).toBe(reason);
  expect(service.requests).toHaveLength(1);
});

test('a Date that is changed during pagination has no effect', async () => {
  await using service = await startService(serve({ '': { rows: [1], next: 'b' }, b: { rows: [2] } }));
  const startDate = new Date('2026-10-01T00:00:00Z');

  for await (const row of service.client().transactions.list({ ...october, startDate })) {
    expect(row.orderId).toMatch(/^order-/);
    startDate.setFullYear(2000);
  }

  expect(service.requests[1]?.url).toContain('startDate=2026-10-01');
});

test('a paginator that is logged explains how to read it, also if it was awaited', async () => {
  await using service = await startService([{ json: {} }]);
  const { inspect } = await import('node:util');
  const paginator = service.client().transactions.list(october);
  // In JavaScript no compiler says that it is no promise.
  // eslint-disable-next-line @typescript-eslint/await-thenable -- see above
  const awaited = await paginator;

  expect(awaited).toBe(paginator);
  expect(inspect(awaited)).toBe(
    'transactions.list { not read yet, also after "await": ' +
      'use "for await", .pages() or .toArray({ max }); one page: getPage() }',
  );
  expect(service.requests).toEqual([]);
});
