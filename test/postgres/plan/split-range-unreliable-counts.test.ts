import { expect, test } from 'vitest';

import { burstyMoments, rowsAt } from '../../support/ledger.ts';
import { firstHour } from '../../support/ranges.ts';
import { startService } from '../../support/service.ts';
import { split } from './split.ts';
import { counts, type Distortion, serveDistorted } from '../../support/unreliable-ledger.ts';

const rows = rowsAt(burstyMoments(200, 3600));
const distortions: Record<string, Distortion> = counts;
const cases = Object.keys(counts).flatMap((name) => [1, 4, 100].map((count) => ({ name, count })));

test.each(cases)(
  'counts that $name plan no more than $count windows, and cost few requests',
  async ({ name, count }) => {
    const distort = distortions[name];
    if (!distort) throw new Error(`no service is called ${name}`);
    await using service = await startService(serveDistorted(rows, distort));
    const windows = await split(service, firstHour, count);

    expect(windows.length).toBeLessThanOrEqual(count);
    expect(windows[0]?.startDate).toBe(firstHour.startDate);
    expect(windows.at(-1)?.endDate).toBe(firstHour.endDate);
    for (const [index, { startDate }] of windows.slice(1).entries())
      expect(windows[index]?.endDate).toBe(startDate);
    expect(service.requests.length).toBeLessThanOrEqual(8 * count + 64);
  },
);
