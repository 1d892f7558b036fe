// @module-tag slow
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';

import {
  type Checkpoint,
  type DriftEvent,
  InvalidRequestError,
  ServerError,
  type TransactionListQuery,
  type TransactionPage,
} from '../../src/index.ts';
import { transaction } from '../literals/transactions.ts';
import { burstyMoments, isCount, isWhole, readings, rowsAt, serveLedger, start } from '../support/ledger.ts';
import { firstHour } from '../support/ranges.ts';
import { failureOf, type ReceivedRequest, type Reply, startService } from '../support/service.ts';

const range = { ...firstHour, limit: 10 };
const rows = rowsAt(burstyMoments(200, 3600));
const down: Reply = { status: 500, json: { message: 'down' } };

function idsOf(pages: readonly Pick<TransactionPage, 'results'>[]): string[] {
  return pages.flatMap(({ results }) => results.map(({ transactionDetails }) => transactionDetails.id));
}

/** The rows of a later page, in order: as the request for the window that holds them names them. */
function holds({ url }: ReceivedRequest, moment: number): boolean {
  const query = new URL(url, 'http://service').searchParams;
  const [from, to] = [Date.parse(query.get('startDate') ?? ''), Date.parse(query.get('endDate') ?? '')];
  return from <= start + moment && start + moment < to;
}

const directions = ['asc', 'desc'] as const;

test.each(directions.flatMap((sortDirection) => readings.map((reading) => ({ ...reading, sortDirection }))))(
  'pagination resumes from each of its checkpoints: $sortDirection, start inclusive $startInclusive, end $endInclusive',
  async ({ sortDirection, ...reading }) => {
    await using service = await startService(serveLedger(rows, reading));
    const { transactions } = service.client();
    const query = { ...range, sortDirection };
    const walk = async (options: Partial<TransactionListQuery>): Promise<TransactionPage[]> => {
      const pages: TransactionPage[] = [];
      for await (const page of transactions.list({ ...query, ...options }).pages()) pages.push(page);
      return pages;
    };
    const single = idsOf(await walk({}));
    const pages = await walk({ windows: 4 });

    for (const [index, { checkpoint }] of pages.entries()) {
      const resume = JSON.parse(JSON.stringify(checkpoint)) as Checkpoint;
      const windows = [1, 4, 7][index % 3];
      const rest = await walk({ resume, windows });
      expect(idsOf([...pages.slice(0, index + 1), ...rest])).toEqual(single);
      expect((rest.at(-1) ?? { checkpoint }).checkpoint.rows).toBe(single.length);
    }
  },
);

test('a checkpoint of a single iteration resumes as one, whatever windows is', async () => {
  await using service = await startService(serveLedger(rows));
  const { transactions } = service.client();
  const walk = transactions.list(range).pages()[Symbol.asyncIterator]();
  const first = await walk.next();
  await walk.return?.();
  const resume = (first.value as TransactionPage).checkpoint;

  const rest = await transactions.list({ ...range, resume, windows: 4 }).toArray({ max: 1000 });
  expect(rest).toHaveLength(190);
  expect(service.requests.some(isCount)).toBe(false);
});

test('a window that fails early throws at its turn, with the checkpoint before it', async () => {
  let isDown = true;
  const broken = 2_000_000;
  await using service = await startService((request) =>
    isDown && !isCount(request) && !isWhole(request, range) && holds(request, broken)
      ? down
      : serveLedger(rows)(request),
  );
  const { transactions } = service.client({ retry: false });
  const ids: string[] = [];
  const walk = async (resume?: Checkpoint): Promise<void> => {
    for await (const { transactionDetails } of transactions.list({ ...range, windows: 8, resume })) {
      ids.push(transactionDetails.id);
    }
  };
  const error = await failureOf(walk());

  expect(error).toBeInstanceOf(ServerError);
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.length).toBeLessThan(200);
  const resume = (error as ServerError).checkpoint;
  expect(resume).toMatchObject({ rows: ids.length, window: { rows: 0 } });

  isDown = false;
  await walk(resume);
  expect(ids).toEqual(rows.map(({ transactionDetails }) => transactionDetails.id));
});

test('a second page that fails within a window keeps the place within it', async () => {
  let failures = 1;
  // A payment and its refund of the same moment, on both sides of the page that fails.
  const refund = { ...transaction(19).transactionDetails, type: 'refund' };
  const burst = rowsAt(Array.from({ length: 40 }, () => 5000)).map((row, index) =>
    index === 20 ? { ...row, transactionDetails: refund } : row,
  );
  const events: DriftEvent[] = [];
  await using service = await startService((request) => {
    const isThird = new URL(request.url, 'http://service').searchParams.get('cursor') === '20';
    return isThird && failures-- > 0 ? down : serveLedger(burst)(request);
  });
  const { transactions } = service.client({ retry: false, onDrift: (event) => events.push(event) });
  const ids: string[] = [];
  const walk = async (resume?: Checkpoint): Promise<void> => {
    for await (const { transactionDetails } of transactions.list({ ...range, windows: 2, resume })) {
      ids.push(transactionDetails.id);
    }
  };
  const resume = ((await failureOf(walk())) as ServerError).checkpoint;
  expect(resume).toMatchObject({ cursor: '20', rows: 20, pages: 2, window: { rows: 20 } });

  await walk(resume);
  expect(ids).toEqual(burst.map(({ transactionDetails }) => transactionDetails.id));
  expect(events).toEqual([]);
});

test('a count that fails leaves the checkpoint that was resumed', async () => {
  let isDown = false;
  await using service = await startService((request) =>
    isDown && isCount(request) ? down : serveLedger(rows)(request),
  );
  const { transactions } = service.client({ retry: false });
  const list = transactions.list({ ...range, windows: 4 });
  const pages = list.pages()[Symbol.asyncIterator]();
  const { checkpoint } = ((await pages.next()) as IteratorYieldResult<TransactionPage>).value;
  await pages.return?.();
  isDown = true;
  const error = await failureOf(
    transactions.list({ ...range, windows: 4, resume: checkpoint }).toArray({ max: 1 }),
  );

  expect(error).toBeInstanceOf(ServerError);
  expect((error as ServerError).checkpoint).toEqual(checkpoint);
});

test('a failed window ends the others, and nothing is left unheard', async () => {
  const open = new Set<string>();
  let fail: (() => unknown) | undefined;
  await using service = await startService((request) => {
    if (isCount(request) || isWhole(request, range)) return serveLedger(rows)(request);
    return (response) => {
      open.add(request.url);
      response.on('close', () => open.delete(request.url));
      fail ??= () => response.writeHead(500).end('{"message":"down"}');
    };
  });
  const client = service.client({ retry: false });
  const failure = failureOf(client.transactions.list({ ...range, windows: 4 }).toArray({ max: 1000 }));
  await vi.waitFor(() => expect(open.size).toBe(4));
  fail?.();

  expect(await failure).toBeInstanceOf(ServerError);
  await vi.waitFor(() => expect(open.size).toBe(0));
});

test('leaving the loop ends every window', async () => {
  const open = new Set<string>();
  await using service = await startService((request) => {
    if (isCount(request) || holds(request, 0)) return serveLedger(rows)(request);
    return (response) => {
      open.add(request.url);
      response.on('close', () => open.delete(request.url));
    };
  });
  for await (const row of service.client().transactions.list({ ...range, windows: 4 })) {
    expect(row).toMatchObject({ orderId: 'order-0' });
    await vi.waitFor(() => expect(open.size).toBe(4));
    break;
  }

  await vi.waitFor(() => expect(open.size).toBe(0));
  const others = service.requests.filter((request) => !isCount(request) && !holds(request, 0));
  expect(others).toHaveLength(4);
});

test('an abort ends every window with its reason', async () => {
  await using service = await startService((request) =>
    isCount(request) || isWhole(request, range) ? serveLedger(rows)(request) : () => undefined,
  );
  const controller = new AbortController();
  const reason = new Error('enough');
  const walk = service.client().transactions.list({ ...range, windows: 4 }, { signal: controller.signal });
  const failure = failureOf(walk.toArray({ max: 1000 }));
  // The first page, and four windows.
  await vi.waitFor(() => expect(service.requests.filter((request) => !isCount(request))).toHaveLength(5));
  controller.abort(reason);

  expect(await failure).toBe(reason);
});

test('as many pages as windows are in flight at the same time', async () => {
  const even = rowsAt(Array.from({ length: 400 }, (_, row) => row * 9000));
  let onTheWay = 0;
  const seen: number[] = [];
  await using service = await startService((request) => {
    const { json } = serveLedger(even)(request);
    if (isCount(request)) return { json };
    seen.push((onTheWay += 1));
    return (response) => {
      setTimeout(() => {
        onTheWay -= 1;
        response.end(JSON.stringify(json));
      }, 30);
    };
  });
  await service
    .client()
    .transactions.list({ ...range, windows: 4 })
    .toArray({ max: 1000 });

  expect(Math.max(...seen)).toBe(4);
  expect(seen.filter((count) => count === 4).length).toBeGreaterThan(4);
});

test('at most twice as many pages as windows wait to be read', async () => {
  const even = rowsAt(Array.from({ length: 400 }, (_, row) => row * 9000));
  await using service = await startService(serveLedger(even));
  const list = service.client().transactions.list({ ...range, windows: 4 });
  const walk = list.pages()[Symbol.asyncIterator]();
  const pageRequests = (): number => service.requests.filter((request) => !isCount(request)).length;

  // The first page is no window: it is delivered already.
  await walk.next();
  await vi.waitFor(() => expect(pageRequests()).toBe(1 + 8));
  await delay(100);
  expect(pageRequests()).toBe(1 + 8);

  await walk.next();
  await walk.next();
  await vi.waitFor(() => expect(pageRequests()).toBe(1 + 10));
  await walk.return?.();
});

test('a rate limit holds for all windows together', async () => {
  await using service = await startService(serveLedger(rows));
  const client = service.client({ rateLimit: { requestsPerMinute: 600 } });
  const controller = new AbortController();
  const begun = performance.now();
  const walk = client.transactions.list({ ...range, windows: 16 }, { signal: controller.signal });
  const failure = failureOf(walk.toArray({ max: 1000 }));
  await delay(1500);
  const seconds = (performance.now() - begun) / 1000;
  expect(service.requests.length).toBeLessThanOrEqual(10 * Math.ceil(seconds));
  expect(service.requests.length).toBeGreaterThan(4);
  controller.abort();
  await failure;
});

const place = { cursor: null, rowsToSkip: 0, pages: 1, rows: 1, invalidRows: 0 };
const window = { startDate: range.startDate, endDate: range.endDate, rows: 1 };

test.each([
  [{ windows: 0 }, 'windows', 'must be an integer from 1 to 64'],
  [{ windows: 65 }, 'windows', 'must be an integer from 1 to 64'],
  [{ windows: 1.5 }, 'windows', 'must be an integer from 1 to 64'],
  [{ windows: 2, cursor: 'c' }, 'windows', 'must not be combined with cursor'],
  [
    { resume: { ...place, window: { ...window, endDate: '2026-10-01T02:00:00Z' } } },
    'resume',
    'must be a checkpoint of the same range',
  ],
  [
    { resume: { ...place, window: { ...window, startDate: '2026-09-30T02:00:00Z' } } },
    'resume',
    'must be a checkpoint of the same range',
  ],
  [{ resume: { ...place, window: { ...window, rows: -1 } } }, 'resume.window.rows', 'must not be negative'],
])('%j is rejected before anything is sent', async (query, path, rule) => {
  await using service = await startService(serveLedger(rows));
  const error = await failureOf(
    service
      .client()
      .transactions.list({ ...range, ...query })
      .toArray({ max: 1 }),
  );

  expect(error).toBeInstanceOf(InvalidRequestError);
  expect((error as InvalidRequestError).issues).toMatchObject([{ path }]);
  expect((error as InvalidRequestError).message).toContain(rule);
  expect(service.requests).toHaveLength(0);
});
