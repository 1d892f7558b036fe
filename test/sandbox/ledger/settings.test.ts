import { expect, onTestFinished, test } from 'vitest';

import type { Transaction } from '../../../src/client/api/transactions.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { defaultPeriod } from '../../../src/sandbox/ledger/settings.ts';
import { Ledger } from '../../../src/sandbox/ledger/ledger.ts';
import { at } from '../send.ts';
import { readReport } from '../sessions.ts';

const now = (): Date => new Date('2026-11-20T10:00:00Z');

/** The first moments of the months from October 2025 to November 2026. */
const firsts = Array.from({ length: 14 }, (_, index) => Date.UTC(2025, 9 + index));

test.each([
  ['2026-11-20T10:00:00Z', '2025-10-01', '2026-11-01'],
  ['2026-10-31T23:59:59.999Z', '2025-09-01', '2026-10-01'],
  ['2026-01-01T00:00:00Z', '2024-12-01', '2026-01-01'],
  ['2028-02-29T12:00:00Z', '2027-01-01', '2028-02-01'],
])('at %s, the thirteen complete months are those from %s to %s', (time, start, end) => {
  expect(defaultPeriod(new Date(time))).toEqual({ start: Date.parse(start), end: Date.parse(end) });
});

// West of Greenwich it is still October then, and east of it, on the day before, already November.
test.each([
  ['America/Los_Angeles', '2026-11-01T01:00:00Z', '2025-10-01'],
  ['Pacific/Kiritimati', '2026-10-31T23:00:00Z', '2025-09-01'],
])('months are those of UTC, whatever the time zone: %s', (zone, time, start) => {
  const before = process.env.TZ;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  process.env.TZ = zone;
  expect(new Date(defaultPeriod(new Date(time)).start).toISOString()).toBe(`${start}T00:00:00.000Z`);
});

test('the ledger covers the past thirteen months of the sandbox’s clock with 13 000 transactions', async () => {
  const sandbox = createSandbox({ now });
  const period = { start: '2025-10-01T00:00:00.000Z', end: '2026-11-01T00:00:00.000Z' };
  expect(sandbox.ledger).toEqual({ seed: 1, transactions: 13_000, period });

  const count = async (start: string, end: string): Promise<number> =>
    (await readReport(sandbox, { startDate: start, endDate: end, limit: '1' })).totalCount;
  expect(await count(period.start, period.end)).toBe(13_000);
  expect(await count('2000-01-01T00:00:00Z', period.start)).toBe(0);
  expect(await count(period.end, '2100-01-01T00:00:00Z')).toBe(0);
  // A thousand a month, spread evenly: half a month has half of them, but for one or two rows at its ends.
  for (const [index, first] of firsts.slice(0, -1).entries()) {
    const next = at(firsts, index + 1);
    const [start, middle, end] = [first, (first + next) / 2, next].map((time) =>
      new Date(time).toISOString(),
    );
    expect(await count(start ?? '', end ?? '')).toBe(1000);
    expect(Math.abs((await count(start ?? '', middle ?? '')) - 500)).toBeLessThanOrEqual(2);
  }
});

test('every month has rows of all types, and many follow a payment of another month', () => {
  const settings = { seed: 1, size: 13_000, ...defaultPeriod(now()) };
  const ledger = new Ledger(settings);
  const rows = Array.from({ length: settings.size }, (_, row) => ledger.row(row));
  const monthOf = ({ timestamp }: Transaction): string => timestamp.slice(0, 7);
  const months = [...Map.groupBy(rows, monthOf).values()];
  expect(months).toHaveLength(13);
  for (const month of months) {
    expect(new Set(month.map(({ transactionDetails }) => transactionDetails.type)).size).toBe(4);
  }
  const acrossMonths = [...Map.groupBy(rows, ({ purchaseId }) => purchaseId).values()].flatMap(
    ([paid, ...later]) => later.filter((row) => paid && monthOf(row) !== monthOf(paid)),
  );
  expect(acrossMonths.length).toBeGreaterThan(500);
});
