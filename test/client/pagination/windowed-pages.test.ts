import { expect, test } from 'vitest';

import type { DriftEvent, TransactionListQuery, TransactionPage } from '../../../src/client/index.ts';
import { serveInProcess } from '../../support/in-process.ts';
import {
  burstyMoments,
  idOf,
  isCount,
  isWhole,
  type LedgerRow,
  readings,
  rowsAt,
  serveLedger,
} from '../../support/ledger.ts';
import { firstHour, october } from '../../support/ranges.ts';
import { type Service, startService } from '../../support/service.ts';
import { expectLateRowsReported } from './late-rows.ts';

const hour = 3600;
const range = { ...firstHour, limit: 10 };
const minute = { ...range, endDate: '2026-10-01T00:01:00Z' };
const directions = ['asc', 'desc'] as const;
const bursty = rowsAt(burstyMoments(200, hour));

async function idsOf(service: Service, query: Partial<TransactionListQuery> = {}): Promise<string[]> {
  const rows = service.client().transactions.list({ ...range, ...query });
  return (await rows.toArray({ max: 3000 })).map(({ transactionDetails }) => transactionDetails.id);
}

async function pagesOf(service: Service, query: Partial<TransactionListQuery>): Promise<TransactionPage[]> {
  const pages: TransactionPage[] = [];
  for await (const page of service
    .client()
    .transactions.list({ ...range, ...query })
    .pages())
    pages.push(page);
  return pages;
}

const cases = readings.flatMap((reading) =>
  directions.map((sortDirection) => ({ ...reading, sortDirection })),
);

test.each(cases)(
  'rows are in the order of a single iteration: $sortDirection, start inclusive $startInclusive, end $endInclusive',
  async ({ sortDirection, ...reading }) => {
    for (const wholeSeconds of [false, true]) {
      const service = serveInProcess(serveLedger(bursty, { ...reading, wholeSeconds }));
      const single = await idsOf(service, { sortDirection });

      expect(single.length).toBeGreaterThan(190);
      for (const windows of wholeSeconds ? [8] : [2, 8, 64])
        expect(await idsOf(service, { sortDirection, windows })).toEqual(single);
    }
  },
);

test.each(cases)(
  'rows at every border are delivered once: $sortDirection, start inclusive $startInclusive, end $endInclusive',
  async ({ sortDirection, ...reading }) => {
    // Wherever a border lies, there are rows at it, a millisecond before and after it, and two at the same time.
    const seconds = Array.from({ length: 61 }, (_, second) => second * 1000);
    const rows = rowsAt(seconds.flatMap((second) => [second - 1, second, second, second + 1, second + 500]));
    const service = serveInProcess(serveLedger(rows, reading));
    const single = await idsOf(service, { ...minute, sortDirection });

    for (const windows of [2, 8, 64])
      expect(await idsOf(service, { ...minute, sortDirection, windows })).toEqual(single);
  },
);

test('a payment and its refund of the same moment are both delivered, also at a border', async () => {
  const paid = rowsAt(Array.from({ length: 60 }, (_, second) => second * 1000));
  const rows = paid.flatMap((row): LedgerRow[] => [
    row,
    { ...row, transactionDetails: { ...row.transactionDetails, type: 'refund', amount: -999 } },
  ]);

  expect(await idsOf(serveInProcess(serveLedger(rows)), { ...minute, windows: 8 })).toEqual(rows.map(idOf));
});

test('rows that a service repeats within a window are delivered as often as in a single iteration', async () => {
  const rows = bursty.flatMap((row, index) => (index % 50 === 25 ? [row, row] : [row]));
  const service = serveInProcess(serveLedger(rows));

  expect(await idsOf(service, { windows: 4 })).toEqual(await idsOf(service));
});

test('pages are numbered through, and progress counts all rows of the range', async () => {
  const progress: unknown[] = [];
  const service = serveInProcess(serveLedger(bursty));
  const pages = await pagesOf(service, { windows: 4, onProgress: (step) => progress.push(step) });

  expect(pages.map(({ index }) => index)).toEqual(pages.map((_, index) => index));
  expect(pages.every(({ results, totalCount }) => results.length > 0 && totalCount === 200)).toBe(true);
  expect(progress).toHaveLength(pages.length);
  expect(progress.at(-1)).toEqual({ pages: pages.length, rows: 200, invalidRows: 0, totalCount: 200 });
});

const spread = (length: number, milliseconds: number): LedgerRow[] =>
  rowsAt(Array.from({ length }, (_, row) => row * milliseconds));
// Nearly all rows are in the second tenth of the hour, so that the first parts are cut again and again.
const dense = Array.from({ length: 900 }, (_, row) => 360_000 + row * 400);
const sparse = Array.from({ length: 300 }, (_, row) => row * 12_000);

test.each([
  { of: 'one page takes one request', rows: spread(10, 100_000), windows: 8, atLeast: 1, atMost: 1 },
  { of: 'two pages takes two requests', rows: bursty.slice(0, 20), windows: 8, atLeast: 2, atMost: 2 },
  { of: 'one window is read as by a single iteration', rows: bursty, windows: 1, atLeast: 20, atMost: 20 },
  // Three for each of the 20 pages.
  {
    of: 'twenty busy seconds takes no request for each of its windows',
    rows: rowsAt(Array.from({ length: 200 }, (_, row) => 1_800_000 + 100 * row)),
    windows: 16,
    atLeast: 20,
    atMost: 60,
  },
  {
    of: 'a dense and a sparse part requests no page twice',
    rows: rowsAt([...dense, ...sparse]),
    windows: 4,
    atLeast: 120,
    atMost: 300,
  },
])('a range of $of', async ({ rows, windows, atLeast, atMost }) => {
  const service = serveInProcess(serveLedger(rows));

  expect(await idsOf(service, { windows })).toEqual(rows.map(idOf));
  const urls = service.requests.filter((request) => !isCount(request)).map(({ url }) => url);
  expect(new Set(urls).size).toBe(urls.length);
  expect(service.requests.length).toBeGreaterThanOrEqual(atLeast);
  expect(service.requests.length).toBeLessThanOrEqual(atMost);
});

test.each(directions)(
  'an uneven ledger takes few more requests than pages, wherever its dense part lies: %s',
  async (sortDirection) => {
    const month = 31 * 24 * hour * 1000;
    const busy = Array.from({ length: 1600 }, (_, row) => Math.floor(month * (0.02 + (0.05 * row) / 1600)));
    const quiet = Array.from({ length: 400 }, (_, row) => Math.floor((month * row) / 400));
    const service = serveInProcess(serveLedger(rowsAt([...busy, ...quiet])));

    expect(await idsOf(service, { ...october, limit: 20, windows: 8, sortDirection })).toHaveLength(2000);
    expect(service.requests.length).toBeLessThanOrEqual(130);
  },
);

test('a range without rows delivers one empty page, as a single iteration does', async () => {
  const service = serveInProcess(serveLedger([]));

  expect((await pagesOf(service, { windows: 8 })).map(({ results }) => results)).toEqual([[]]);
  expect(await pagesOf(service, {})).toHaveLength(1);
});

test('windows that hold no rows of their own deliver no page', async () => {
  const pages = await pagesOf(serveInProcess(serveLedger(spread(40, 1))), { windows: 8 });

  expect(pages.map(({ results }) => results.length)).toEqual([10, 10, 10, 10]);
});

test.each(directions)('a checkpoint holds no rows or keys: %s', async (sortDirection) => {
  const service = serveInProcess(serveLedger(spread(200, 18_000)));
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

test('rows added since the range was counted are delivered, and nothing is reported', async () => {
  let rows = bursty.slice(0, 100);
  const service = serveInProcess((request) => {
    if (!isCount(request)) rows = bursty;
    return serveLedger(rows)(request);
  });
  const events: DriftEvent[] = [];
  const client = service.client({ onDrift: (event) => events.push(event) });

  expect(await client.transactions.list({ ...range, windows: 4 }).toArray({ max: 1000 })).toHaveLength(200);
  expect(events).toEqual([]);
});

test('rows that arrive while windows are read are delivered or reported, and no other row is lost', () =>
  expectLateRowsReported(20));
