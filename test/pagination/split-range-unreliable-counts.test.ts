import { expect, test } from 'vitest';

import type { DriftEvent } from '../../src/index.ts';
import { burstyMoments, rowsAt } from '../support/ledger.ts';
import { firstHour } from '../support/ranges.ts';
import { startService } from '../support/service.ts';
import { counts, type Distortion, serveDistorted } from '../support/unreliable-ledger.ts';

const rows = rowsAt(burstyMoments(200, 3600));
const distortions: Record<string, Distortion> = counts;
const cases = Object.keys(counts).flatMap((name) => [1, 4, 100].map((count) => ({ name, count })));

test.each(cases)(
  'counts that $name plan no more than $count windows, and cost few requests',
  async ({ name, count }) => {
    const distort = distortions[name];
    if (!distort) throw new Error(`no service is called ${name}`);
    await using service = await startService(serveDistorted(rows, distort));
    const events: DriftEvent[] = [];
    const client = service.client({
      onDrift: (event) => (event.path === 'windows' ? events.push(event) : undefined),
    });
    const windows = await client.transactions.planWindows(firstHour, { count });

    expect(windows.length).toBeLessThanOrEqual(count);
    expect(windows[0]?.startDate).toBe(firstHour.startDate);
    expect(windows.at(-1)?.endDate).toBe(firstHour.endDate);
    // Without a gap: each begins a millisecond before the one before it ends.
    for (const [index, { startDate }] of windows.slice(1).entries()) {
      expect(Date.parse(windows[index]?.endDate ?? '') - Date.parse(startDate)).toBe(1);
    }
    expect(service.requests.length).toBeLessThanOrEqual(8 * count + 64);
    expect(events.length).toBeLessThanOrEqual(1);
  },
);

test('counts that are the same for every part plan windows of the same length', async () => {
  await using service = await startService(serveDistorted(rows, counts['are constant']));
  const events: DriftEvent[] = [];
  const client = service.client({ onDrift: (event) => events.push(event) });
  const windows = await client.transactions.planWindows(firstHour, { count: 2 });

  expect(windows.map(({ endDate }) => endDate.slice(11, 19))).toEqual(['00:30:00', '01:00:00']);
  expect(events).toMatchObject([{ path: 'windows', expected: 'parts that add up to 200 rows' }]);
});

test.each(['asc', 'desc'] as const)(
  'without counts windows are of the same length: %s',
  async (sortDirection) => {
    await using service = await startService(serveDistorted(rows, counts['are 1e300']));
    const events: DriftEvent[] = [];
    const client = service.client({
      onDrift: (event) => (event.path === 'windows' ? events.push(event) : undefined),
    });
    const windows = await client.transactions.planWindows({ ...firstHour, sortDirection }, { count: 4 });
    const borders = windows.map(({ startDate, endDate }) => [startDate.slice(11, 19), endDate.slice(11, 19)]);
    const ascending = [
      ['00:00:00', '00:15:00'],
      ['00:14:59', '00:30:00'],
      ['00:29:59', '00:45:00'],
      ['00:44:59', '01:00:00'],
    ];

    expect(borders).toEqual(sortDirection === 'asc' ? ascending : ascending.toReversed());
    expect(events).toEqual([
      {
        operation: 'transactions.getPage',
        path: 'windows',
        expected: 'a count of rows',
        received: '1e+300',
      },
    ]);
    expect(service.requests).toHaveLength(1);
  },
);
