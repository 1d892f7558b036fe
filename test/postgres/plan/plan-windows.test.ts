import { expect, test } from 'vitest';

import { mergeRanges, planWindows } from '../../../src/postgres/plan/plan-windows.ts';
import type { LoadClient } from '../../../src/postgres/index.ts';
import { fakeTransactions, paginate } from '../../../src/sandbox/index.ts';

/** A service with so many rows, spread evenly; records into how many windows a range was split each time. */
function evenService(rows: number): { readonly client: LoadClient; readonly splits: number[] } {
  const splits: number[] = [];
  const results = fakeTransactions(Array.from({ length: rows }, () => ({})));
  const transactions: LoadClient['transactions'] = {
    list: () => paginate(results),
    planWindows: ({ startDate, endDate }, { count }) => {
      splits.push(count);
      // Loads pass strings.
      const [start, end] = [Date.parse(startDate as string), Date.parse(endDate as string)];
      const border = (index: number): string =>
        new Date(start + Math.round(((end - start) * index) / count)).toISOString();
      const windows = Array.from({ length: count }, (_, index) => ({
        startDate: border(index),
        endDate: border(index + 1),
        limit: 100,
        sortDirection: 'asc' as const,
      }));
      return Promise.resolve(windows);
    },
  };
  return { client: { transactions }, splits };
}

const october = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-11-01T00:00:00.000Z' };
const plan = { ...october, kind: 'plan' as const, limit: 100 };

test('a range is split into as many windows as there are jobs', async () => {
  const { client, splits } = evenService(1050);

  const { rows, windows } = await planWindows(client, { ...plan, rowsPerJob: 100 });

  expect({ rows, windows: windows.length, splits }).toEqual({ rows: 1050, windows: 11, splits: [11] });
});

test('a range with rows for one job is not split', async () => {
  const { client, splits } = evenService(100);

  const { windows } = await planWindows(client, { ...plan, rowsPerJob: 100 });

  expect({ windows, splits }).toEqual({ windows: [october], splits: [] });
});

test('more windows than the service is asked for at once are split from shares of the range', async () => {
  const { client, splits } = evenService(2400);

  const { windows } = await planWindows(client, { ...plan, rowsPerJob: 1 });

  expect(splits).toEqual([3, 800, 800, 800]);
  expect(windows).toHaveLength(2400);
  expect(windows[0]?.startDate).toBe(october.startDate);
  expect(windows.at(-1)?.endDate).toBe(october.endDate);
  for (const [index, { startDate }] of windows.entries()) {
    if (index > 0) expect(startDate).toBe(windows[index - 1]?.endDate);
  }
});

const range = (start: number, end: number) => ({
  startDate: `2026-10-${String(start).padStart(2, '0')}T00:00:00.000Z`,
  endDate: `2026-10-${String(end).padStart(2, '0')}T00:00:00.000Z`,
});

test.each([
  ['none', [], []],
  ['separate ranges', [range(5, 6), range(1, 2)], [range(1, 2), range(5, 6)]],
  ['adjoining ranges', [range(1, 3), range(3, 5)], [range(1, 5)]],
  ['overlapping ranges', [range(2, 6), range(1, 3)], [range(1, 6)]],
  ['a range within another', [range(1, 9), range(3, 4), range(8, 9)], [range(1, 9)]],
  ['the same range twice', [range(1, 2), range(1, 2)], [range(1, 2)]],
])('the union of %s', (_, ranges, union) => {
  expect(mergeRanges(ranges)).toEqual(union);
});
