// @module-tag slow
import { expect, test } from 'vitest';

import type { DriftEvent, TransactionListQuery, TransactionPage } from '../../src/index.ts';
import {
  burstyMoments,
  inclusive,
  isCount,
  isWhole,
  type LedgerRow,
  readings,
  rowsAt,
  serveLedger,
} from '../support/ledger.ts';
import { firstHour, october } from '../support/ranges.ts';
import { type Service, startService } from '../support/service.ts';

const hour = 3600;
const range = { ...firstHour, limit: 10 };
const directions = ['asc', 'desc'] as const;
const bursty = rowsAt(burstyMoments(200, hour));

async function idsOf(service: Service, query: Partial<TransactionListQuery> = {}): Promise<string[]> {
  const ids: string[] = [];
  for await (const { transactionDetails } of service.client().transactions.list({ ...range, ...query })) {
    ids.push(transactionDetails.id);
  }
  return ids;
}

async function pagesOf(service: Service, query: Partial<TransactionListQuery>): Promise<TransactionPage[]> {
  const pages: TransactionPage[] = [];
  const walk = service.client().transactions.list({ ...range, ...query });
  for await (const page of walk.pages()) pages.push(page);
  return pages;
}

const cases = readings.flatMap((reading) =>
  directions.flatMap((sortDirection) =>
    [2, 8, 64].map((windows) => ({ ...reading, sortDirection, windows })),
  ),
);

test.each(cases)(
  'rows are in the order of a single iteration: $sortDirection, $windows windows, start inclusive $startInclusive, end $endInclusive',
  async ({ sortDirection, windows, ...reading }) => {
    await using service = await startService(serveLedger(bursty, reading));
    const single = await idsOf(service, { sortDirection });

    expect(await idsOf(service, { sortDirection, windows })).toEqual(single);
    expect(single.length).toBeGreaterThan(190);
  },
);

test.each(cases)(
  'rows at every border are delivered once: $sortDirection, $windows windows, start inclusive $startInclusive, end $endInclusive',
  async ({ sortDirection, windows, ...reading }) => {
    // Wherever a border lies, there are rows at it, a millisecond before and after it, and two at the same time.
    const seconds = Array.from({ length: 61 }, (_, second) => second * 1000);
    const rows = rowsAt(seconds.flatMap((second) => [second - 1, second, second, second + 1, second + 500]));
    const minute = { ...range, endDate: '2026-10-01T00:01:00Z' };
    await using service = await startService(serveLedger(rows, reading));
    const single = await idsOf(service, { ...minute, sortDirection });

    expect(await idsOf(service, { ...minute, sortDirection, windows })).toEqual(single);
  },
);

test.each(directions)(
  'a service that reads dates in full seconds changes nothing: %s',
  async (sortDirection) => {
    for (const reading of readings) {
      await using service = await startService(serveLedger(bursty, { ...reading, wholeSeconds: true }));
      const single = await idsOf(service, { sortDirection });
      expect(await idsOf(service, { sortDirection, windows: 8 })).toEqual(single);
    }
  },
);

test('a payment and its refund of the same moment are both delivered, also at a border', async () => {
  const seconds = Array.from({ length: 60 }, (_, second) => second * 1000);
  const paid = rowsAt(seconds);
  const rows = paid.flatMap((row): LedgerRow[] => [
    row,
    { ...row, transactionDetails: { ...row.transactionDetails, type: 'refund', amount: -999 } },
  ]);
  await using service = await startService(serveLedger(rows));
  const minute = { ...range, endDate: '2026-10-01T00:01:00Z', windows: 8 };

  expect(await idsOf(service, minute)).toEqual(rows.map(({ transactionDetails }) => transactionDetails.id));
});

test('rows that a service repeats within a window are delivered as often as in a single iteration', async () => {
  const rows = bursty.flatMap((row, index) => (index % 50 === 25 ? [row, row] : [row]));
  await using service = await startService(serveLedger(rows));

  expect(await idsOf(service, { windows: 4 })).toEqual(await idsOf(service));
});

test('pages are numbered through, and progress counts all rows of the range', async () => {
  await using service = await startService(serveLedger(bursty));
  const progress: unknown[] = [];
  const pages = await pagesOf(service, { windows: 4, onProgress: (step) => progress.push(step) });

  expect(pages.map(({ index }) => index)).toEqual(pages.map((_, index) => index));
  expect(pages.every(({ results, totalCount }) => results.length > 0 && totalCount === 200)).toBe(true);
  expect(progress).toHaveLength(pages.length);
  expect(progress.at(-1)).toEqual({ pages: pages.length, rows: 200, invalidRows: 0, totalCount: 200 });
});

test('a range of one page takes one request', async () => {
  const fullPage = rowsAt(Array.from({ length: range.limit }, (_, row) => row * 100_000));
  await using service = await startService(serveLedger(fullPage));

  expect(await idsOf(service, { windows: 8 })).toHaveLength(range.limit);
  expect(service.requests.map(isCount)).toEqual([false]);
});

test('a range without rows delivers one empty page, as a single iteration does', async () => {
  await using service = await startService(serveLedger([]));

  expect((await pagesOf(service, { windows: 8 })).map(({ results }) => results)).toEqual([[]]);
  expect(await pagesOf(service, {})).toHaveLength(1);
});

test('times without rows are not requested window by window', async () => {
  // 200 rows within twenty seconds: the rest of the hour is without any.
  const moments = Array.from({ length: 200 }, (_, row) => 1_800_000 + 100 * row);
  await using service = await startService(serveLedger(rowsAt(moments)));
  await idsOf(service, { windows: 16 });

  // Three for each of the 20 pages.
  expect(service.requests.length).toBeLessThanOrEqual(60);
});

test.each(directions)(
  'an uneven ledger takes few more requests than pages, wherever its dense part lies: %s',
  async (sortDirection) => {
    const month = 31 * 24 * hour * 1000;
    const dense = Array.from({ length: 1600 }, (_, row) => Math.floor(month * (0.02 + (0.05 * row) / 1600)));
    const sparse = Array.from({ length: 400 }, (_, row) => Math.floor((month * row) / 400));
    await using service = await startService(serveLedger(rowsAt([...dense, ...sparse])));

    expect(await idsOf(service, { ...october, limit: 20, windows: 8, sortDirection })).toHaveLength(2000);
    expect(service.requests.length).toBeLessThanOrEqual(130);
  },
);

test.each(directions)('a checkpoint holds no rows or keys: %s', async (sortDirection) => {
  const even = rowsAt(Array.from({ length: 200 }, (_, row) => row * 18_000));
  await using service = await startService(serveLedger(even));
  const pages = await pagesOf(service, { windows: 4, sortDirection });

  expect(pages.map(({ checkpoint }) => Object.keys(checkpoint.window ?? {}))).toEqual(
    pages.map(() => ['startDate', 'endDate', 'rows']),
  );
});

test('the first page is delivered before another one is received', async () => {
  await using service = await startService((request) =>
    isWhole(request, range) ? serveLedger(bursty)(request) : () => undefined,
  );
  const list = service.client().transactions.list({ ...range, windows: 4 });
  const pages = list.pages()[Symbol.asyncIterator]();
  const first = await pages.next();

  const { results, ...page } = first.value as TransactionPage;
  expect(page).toMatchObject({ index: 0, totalCount: 200 });
  // The rows of the second that the next part begins with are delivered with it.
  expect(results.length).toBeGreaterThan(5);
  expect(results).toMatchObject(bursty.slice(0, results.length).map(({ orderId }) => ({ orderId })));
  await pages.return?.();
});

test('a range of two pages takes two requests', async () => {
  await using service = await startService(serveLedger(bursty.slice(0, 20)));

  expect(await idsOf(service, { windows: 8 })).toHaveLength(20);
  expect(service.requests).toHaveLength(2);
});

test('pages that a cut pushes far back are dropped, and requested again when they are near', async () => {
  // Nearly all rows are in the second tenth of the hour, so that the first parts are cut again and again.
  const dense = Array.from({ length: 900 }, (_, row) => 360_000 + row * 400);
  const sparse = Array.from({ length: 300 }, (_, row) => row * 12_000);
  const rows = rowsAt([...dense, ...sparse]);
  await using service = await startService(serveLedger(rows));

  expect(await idsOf(service, { windows: 4 })).toEqual(
    rows.map(({ transactionDetails }) => transactionDetails.id),
  );
  const urls = service.requests.map(({ url }) => url);
  expect(urls.length).toBeGreaterThan(new Set(urls).size);
  expect(urls.length).toBeLessThanOrEqual(3 * 120 + 64);
});

test('windows that hold no rows of their own deliver no page', async () => {
  await using service = await startService(serveLedger(rowsAt(Array.from({ length: 40 }, (_, row) => row))));

  const pages = await pagesOf(service, { windows: 8 });
  expect(pages.map(({ results }) => results.length)).toEqual([10, 10, 10, 10]);
});

test('one window is a single iteration: nothing is counted', async () => {
  await using service = await startService(serveLedger(bursty));
  await idsOf(service, { windows: 1 });

  expect(service.requests).toHaveLength(20);
  expect(service.requests.some(isCount)).toBe(false);
});

test.each([
  ['is a string', 'many'],
  ['is capped', 25],
  ['is negative', -1],
  ['is far too high', 1_000_000],
])('a count that %s costs no row', async (_, totalCount) => {
  await using service = await startService((request) => {
    const { json } = serveLedger(bursty)(request);
    return { json: { ...(json as object), totalCount } };
  });
  const events: DriftEvent[] = [];
  const client = service.client({ onDrift: (event) => events.push(event) });
  const query = { ...range, windows: 4, endAtTotalCount: false };
  const rows = await client.transactions.list(query).toArray({ max: 1000 });

  expect(rows.map(({ transactionDetails }) => transactionDetails.id)).toEqual(
    bursty.map(({ transactionDetails }) => transactionDetails.id),
  );
  expect(events.map(({ path }) => path)).toContain('totalCount');
});

test('rows that a range has too few of are reported', async () => {
  const lost = bursty.slice(0, 100);
  await using service = await startService((request) => {
    return serveLedger(isWhole(request, range) ? bursty : lost)(request);
  });
  const events: DriftEvent[] = [];
  const client = service.client({ onDrift: (event) => events.push(event) });
  await client.transactions.list({ ...range, windows: 2 }).toArray({ max: 1000 });

  expect(events).toEqual([
    { operation: 'transactions.getPage', path: 'totalCount', expected: '200 rows', received: '100 rows' },
  ]);
});

test('rows added since the range was counted are delivered, and nothing is reported', async () => {
  let rows = bursty.slice(0, 100);
  await using service = await startService((request) => {
    if (!isCount(request)) rows = bursty;
    return serveLedger(rows, inclusive)(request);
  });
  const events: DriftEvent[] = [];
  const client = service.client({ onDrift: (event) => events.push(event) });
  const all = await client.transactions.list({ ...range, windows: 4 }).toArray({ max: 1000 });

  expect(all).toHaveLength(200);
  expect(events).toEqual([]);
});
