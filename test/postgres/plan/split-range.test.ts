import { expect, test } from 'vitest';

import { isAfter } from '../../../src/client/api/instant.ts';
import type { TimeRange } from '../../../src/postgres/plan/split-range.ts';
import {
  burstyMoments,
  isCount,
  type LedgerRow,
  readings,
  rowsAt,
  serveLedger,
} from '../../support/ledger.ts';
import { type Service, startService } from '../../support/service.ts';
import { split } from './split.ts';

const range = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-10-02T00:00:00Z' };
const day = 86_400;
const rows = rowsAt(burstyMoments(2000, day));

async function rowsOf(service: Service, windows: readonly TimeRange[]): Promise<string[][]> {
  const { transactions } = service.client();
  const ids: string[][] = [];
  for (const window of windows) {
    // As a job reads it: more than the window, for what a service makes of its ends.
    const wider = {
      startDate: new Date(Date.parse(window.startDate) - 1000),
      endDate: new Date(Date.parse(window.endDate) + 1000),
    };
    const walked = await transactions.list(wider).toArray({ max: 10_000 });
    ids.push(walked.map(({ transactionDetails }) => transactionDetails.id));
  }
  return ids;
}

function idsOf(some: readonly LedgerRow[]): string[] {
  return some.map(({ transactionDetails }) => transactionDetails.id);
}

test.each(readings)(
  'together they hold every row, in order: start inclusive $startInclusive, end $endInclusive',
  async (reading) => {
    await using service = await startService(serveLedger(rows, reading));
    const { transactions } = service.client();
    const single = await transactions.list(range).toArray({ max: 10_000 });
    const ids = (await rowsOf(service, await split(service, range, 5))).flat();

    expect([...new Set(ids)]).toEqual(single.map(({ transactionDetails }) => transactionDetails.id));
  },
);

test('they hold about as many rows each, although most are in bursts', async () => {
  // A tenth of the rows evenly, the others within twenty minutes.
  const moments = Array.from({ length: 2000 }, (_, index) =>
    index % 10 === 0 ? index * 43_200 : 50_000_000 + index * 600,
  );
  await using service = await startService(serveLedger(rowsAt(moments)));
  const windows = await split(service, range, 8);
  const sizes = (await rowsOf(service, windows)).map((ids) => ids.length);

  expect(windows).toHaveLength(8);
  // A share is 250 rows; borders are placed to within half of that.
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(125);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(375);
  // Cut by time alone, one window would hold nearly all.
  expect(service.requests.filter(isCount).length).toBeLessThan(150);
});

test.each([
  ['no rows', [], 4, 1],
  ['all rows in one second', rowsAt(Array.from({ length: 100 }, () => 5_000_500)), 4, 3],
  ['one row', rowsAt([1]), 1000, 1],
  ['one window asked for', rows, 1, 1],
] as const)('with %s there are no more windows than make sense', async (_, some, count, most) => {
  await using service = await startService(serveLedger(some));
  const windows = await split(service, range, count);
  const ids = new Set((await rowsOf(service, windows)).flat());

  expect(windows.length).toBeLessThanOrEqual(most);
  expect([...ids]).toEqual(idsOf(some));
});

test('windows meet at full seconds, and are no finer', async () => {
  await using service = await startService(serveLedger(rowsAt([1100, 1200, 1300, 1400])));
  const short = { startDate: '2026-10-01T00:00:00.050Z', endDate: '2026-10-01T00:00:02.900Z' };
  const windows = await split(service, short, 64);

  expect(windows.slice(0, -1).map(({ endDate }) => endDate.slice(-5))).toEqual(
    windows.slice(0, -1).map(() => '.000Z'),
  );
  expect(windows.length).toBeLessThanOrEqual(3);
  expect(new Set((await rowsOf(service, windows)).flat()).size).toBe(4);
});

test('no window starts before a range that is finer than a millisecond, and the first and last keep its ends', async () => {
  // All rows are in its first second: a border there is a millisecond after its start.
  const start = '2026-10-01T00:00:00.999500Z';
  const rows = rowsAt([999, 1001, ...Array.from({ length: 50 }, (_, index) => 1001 + index)]);
  await using service = await startService(serveLedger(rows));
  const query = { startDate: start, endDate: '2026-10-01T00:00:30.0001Z' };
  const windows = await split(service, query, 64);

  expect(windows.length).toBeGreaterThan(1);
  expect(windows.at(0)?.startDate).toBe(start);
  expect(windows.at(-1)?.endDate).toBe(query.endDate);
  expect(windows.filter(({ startDate }) => isAfter(start, startDate))).toEqual([]);
});

test('neighbours adjoin, so that a row is in one window', async () => {
  await using service = await startService(serveLedger(rows));
  const windows = await split(service, range, 5);

  expect(windows).toHaveLength(5);
  for (const [index, { startDate }] of windows.slice(1).entries())
    expect(windows[index]?.endDate).toBe(startDate);
});
