import { expect, test } from 'vitest';

import { isAfter } from '../../src/api/instant.ts';
import { InvalidRequestError, type TransactionWindow } from '../../src/index.ts';
import { burstyMoments, isCount, type LedgerRow, readings, rowsAt, serveLedger } from '../support/ledger.ts';
import { failureOf, type Service, startService } from '../support/service.ts';

const range = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-10-02T00:00:00Z' };
const day = 86_400;
const rows = rowsAt(burstyMoments(2000, day));

async function rowsOf(service: Service, windows: readonly TransactionWindow[]): Promise<string[][]> {
  const { transactions } = service.client();
  const ids: string[][] = [];
  for (const window of windows) {
    const walked = await transactions.list(window).toArray({ max: 10_000 });
    ids.push(walked.map(({ transactionDetails }) => transactionDetails.id));
  }
  return ids;
}

function idsOf(some: readonly LedgerRow[]): string[] {
  return some.map(({ transactionDetails }) => transactionDetails.id);
}

test('windows are plain JSON, and each is a query of its own', async () => {
  await using service = await startService(serveLedger(rows));
  const windows = await service.client().transactions.planWindows({ ...range, limit: 500 }, { count: 2 });

  expect(windows).toHaveLength(2);
  expect(JSON.parse(JSON.stringify(windows))).toEqual(windows);
  const [first, second] = windows;
  expect(first).toMatchObject({ startDate: range.startDate, limit: 500, sortDirection: 'asc' });
  expect(second).toMatchObject({ endDate: range.endDate, limit: 500, sortDirection: 'asc' });
  // They share a millisecond, so that the border is in one of them however the ends are read.
  expect(Date.parse(first?.endDate ?? '') - Date.parse(second?.startDate ?? '')).toBe(1);
});

test.each(readings)(
  'together they hold every row, in order: start inclusive $startInclusive, end $endInclusive',
  async (reading) => {
    await using service = await startService(serveLedger(rows, reading));
    const { transactions } = service.client();
    const single = await transactions.list(range).toArray({ max: 10_000 });
    const ids = (await rowsOf(service, await transactions.planWindows(range, { count: 5 }))).flat();

    expect([...new Set(ids)]).toEqual(single.map(({ transactionDetails }) => transactionDetails.id));
  },
);

test('they hold about as many rows each, although most are in bursts', async () => {
  // A tenth of the rows evenly, the others within twenty minutes.
  const moments = Array.from({ length: 2000 }, (_, index) =>
    index % 10 === 0 ? index * 43_200 : 50_000_000 + index * 600,
  );
  await using service = await startService(serveLedger(rowsAt(moments)));
  const windows = await service.client().transactions.planWindows({ ...range, limit: 10_000 }, { count: 8 });
  const sizes = (await rowsOf(service, windows)).map((ids) => ids.length);

  expect(windows).toHaveLength(8);
  // A share is 250 rows; borders are placed to within half of that.
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(125);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(375);
  // Cut by time alone, one window would hold nearly all.
  expect(service.requests.filter(isCount).length).toBeLessThan(150);
});

test('descending windows are latest first', async () => {
  await using service = await startService(serveLedger(rows));
  const query = { ...range, sortDirection: 'desc' } as const;
  const windows = await service.client().transactions.planWindows(query, { count: 3 });
  const ids = (await rowsOf(service, windows)).flat();

  expect(windows[0]).toMatchObject({ endDate: range.endDate, sortDirection: 'desc' });
  expect([...new Set(ids)]).toEqual(idsOf(rows).toReversed());
});

test.each([
  ['no rows', [], 4, 1],
  ['all rows in one second', rowsAt(Array.from({ length: 100 }, () => 5_000_500)), 4, 3],
  ['one row', rowsAt([1]), 1000, 1],
  ['one window asked for', rows, 1, 1],
] as const)('with %s there are no more windows than make sense', async (_, some, count, most) => {
  await using service = await startService(serveLedger(some));
  const windows = await service.client().transactions.planWindows(range, { count });
  const ids = (await rowsOf(service, windows)).flat();

  expect(windows.length).toBeLessThanOrEqual(most);
  expect(ids).toEqual(idsOf(some));
});

test('windows meet at full seconds, and are no finer', async () => {
  await using service = await startService(serveLedger(rowsAt([1100, 1200, 1300, 1400])));
  const short = { startDate: '2026-10-01T00:00:00.050Z', endDate: '2026-10-01T00:00:02.900Z' };
  const windows = await service.client().transactions.planWindows(short, { count: 64 });

  expect(windows.slice(0, -1).map(({ endDate }) => endDate.slice(-5))).toEqual(
    windows.slice(0, -1).map(() => '.000Z'),
  );
  expect(windows.length).toBeLessThanOrEqual(3);
  expect((await rowsOf(service, windows)).flat()).toHaveLength(4);
});

test('no window starts before a range that is finer than a millisecond, and the first and last keep its ends', async () => {
  // All rows are in its first second: a border there is a millisecond after its start.
  const start = '2026-10-01T00:00:00.999500Z';
  const rows = rowsAt([999, 1001, ...Array.from({ length: 50 }, (_, index) => 1001 + index)]);
  await using service = await startService(serveLedger(rows));
  const query = { startDate: start, endDate: '2026-10-01T00:00:30.0001Z' };
  const windows = await service.client().transactions.planWindows(query, { count: 64 });

  expect(windows.length).toBeGreaterThan(1);
  expect(windows.at(0)?.startDate).toBe(start);
  expect(windows.at(-1)?.endDate).toBe(query.endDate);
  expect(windows.filter(({ startDate }) => isAfter(start, startDate))).toEqual([]);
});

test.each([
  [range, 0, 'count', 'must be an integer from 1 to 1000'],
  [range, 2.5, 'count', 'must be an integer from 1 to 1000'],
  [{ ...range, endDate: range.startDate }, 2, 'endDate', 'must be after startDate'],
  [{ ...range, cursor: 'c' }, 2, 'cursor', 'must not be set'],
  [{ ...range, limit: 0 }, 2, 'limit', 'must be an integer from 1 to 10000'],
])('%j in %d windows is rejected before anything is sent', async (query, count, path, rule) => {
  await using service = await startService(serveLedger(rows));
  const error = await failureOf(service.client().transactions.planWindows(query, { count }));

  expect(error).toBeInstanceOf(InvalidRequestError);
  expect((error as InvalidRequestError).issues).toMatchObject([{ path }]);
  expect((error as InvalidRequestError).message).toContain(rule);
  expect(service.requests).toHaveLength(0);
});
