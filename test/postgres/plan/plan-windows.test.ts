import { expect, test } from 'vitest';

import { mergeRanges, planWindows } from '../../../src/postgres/plan/plan-windows.ts';
import type { LoadClient } from '../../../src/postgres/options.ts';
import { fakeTransactions, paginate } from '../../../src/sandbox/index.ts';

/** A service with so many rows, spread evenly over October. */
function evenService(rows: number): LoadClient {
  const start = Date.parse(october.startDate);
  const width = Date.parse(october.endDate) - start;
  const times = Array.from({ length: rows }, (_, index) => start + ((index + 0.5) * width) / rows);
  const list: LoadClient['transactions']['list'] = ({ startDate, endDate }) => {
    // Loads pass strings.
    const [from, to] = [Date.parse(startDate as string), Date.parse(endDate as string)];
    return paginate(fakeTransactions(times.filter((time) => time >= from && time < to).map(() => ({}))));
  };
  return { baseUrl: 'https://api.example.com', transactions: { list } };
}

const october = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-11-01T00:00:00.000Z' };
const plan = { ...october, limit: 100 };

test('a range is split into as many windows as there are jobs', async () => {
  const { rows, windows } = await planWindows(evenService(1050), { ...plan, rowsPerJob: 100 });

  expect({ rows, windows: windows.length }).toEqual({ rows: 1050, windows: 11 });
});

test('a range with rows for one job is not split', async () => {
  const { windows } = await planWindows(evenService(100), { ...plan, rowsPerJob: 100 });

  expect(windows).toEqual([october]);
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
