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
  ['2026-11-20T10:00:00Z', '2025-10-01', '2026-11-01', '2026-11-20'],
  ['2026-10-31T23:59:59.999Z', '2025-09-01', '2026-10-01', '2026-10-31'],
  ['2026-01-01T00:00:00Z', '2024-12-01', '2026-01-01', '2026-01-01'],
  ['2028-02-29T12:00:00Z', '2027-01-01', '2028-02-01', '2028-02-29'],
])(
  'at %s, thirteen complete months are those from %s to %s, and this one ends before %s',
  (time, ...dates) => {
    const [start, end, until] = dates.map((date) => Date.parse(date));
    expect(defaultPeriod(new Date(time), false)).toEqual({ start, end, until });
    expect(defaultPeriod(new Date(time), true)).toEqual({ start, end: until });
  },
);

// West of Greenwich it is still October then, and east of it, on the day before, already November.
test.each([
  ['America/Los_Angeles', '2026-11-01T01:00:00Z', '2025-10-01', '2026-11-01'],
  ['Pacific/Kiritimati', '2026-10-31T23:00:00Z', '2025-09-01', '2026-10-31'],
])('months and days are those of UTC, whatever the time zone: %s', (zone, time, start, until) => {
  const before = process.env.TZ;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  process.env.TZ = zone;
  expect(defaultPeriod(new Date(time), false)).toMatchObject({
    start: Date.parse(start),
    until: Date.parse(until),
  });
});

test('the ledger covers the past thirteen months of the sandbox’s clock, a thousand transactions each, and this one', async () => {
  const sandbox = createSandbox({ now });
  const period = { start: '2025-10-01T00:00:00.000Z', end: '2026-11-20T00:00:00.000Z' };
  const count = async (start: string, end: string): Promise<number> =>
    (await readReport(sandbox, { startDate: start, endDate: end, limit: '1' })).totalCount;
  const november = await count('2026-11-01T00:00:00Z', '2100-01-01T00:00:00Z');
  // 19 of 30 days.
  expect(Math.abs(november - 633)).toBeLessThanOrEqual(2);
  expect(sandbox.ledger).toEqual({ seed: 1, transactions: 13_000 + november, period });
  expect(await count(period.start, period.end)).toBe(13_000 + november);
  expect(await count('2000-01-01T00:00:00Z', period.start)).toBe(0);
  expect(await count(period.end, '2100-01-01T00:00:00Z')).toBe(0);
  // Yesterday, as a nightly job reads it.
  expect(await count('2026-11-19T00:00:00Z', '2026-11-20T00:00:00Z')).toBeGreaterThan(30);
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

test('a row stays the same from day to day: later sandboxes only have more', async () => {
  const range = { startDate: '2026-10-01T00:00:00Z', endDate: '2027-01-01T00:00:00Z', limit: '10000' };
  const rowsAt = async (time: string): Promise<readonly unknown[]> =>
    (await readReport(createSandbox({ now: () => new Date(time) }), range)).results;
  const [first, twentieth, december] = await Promise.all(
    ['2026-11-01T00:00:00Z', '2026-11-20T10:00:00Z', '2026-12-01T00:00:00Z'].map(rowsAt),
  );
  expect(first).toHaveLength(1000);
  expect(twentieth?.slice(0, 1000)).toEqual(first);
  expect(december).toHaveLength(2000);
  expect(december?.slice(0, twentieth?.length)).toEqual(twentieth);
});

test('the period is fixed at creation', async () => {
  const sandbox = createSandbox({ now });
  const { ledger } = sandbox;
  sandbox.advance(3 * 86_400_000);
  const later = { startDate: '2026-11-20T00:00:00Z', endDate: '2026-12-01T00:00:00Z' };
  expect((await readReport(sandbox, later)).totalCount).toBe(0);
  sandbox.reset();
  expect((await readReport(sandbox, later)).totalCount).toBe(0);
  expect(sandbox.ledger).toEqual(ledger);
});

test('a number of transactions is that of all, spread up to yesterday', async () => {
  const sandbox = createSandbox({ now, transactions: 500 });
  const count = async (startDate: string): Promise<number> =>
    (await readReport(sandbox, { startDate, endDate: '2100-01-01T00:00:00Z', limit: '1' })).totalCount;
  expect(sandbox.ledger).toMatchObject({ transactions: 500, period: { end: '2026-11-20T00:00:00.000Z' } });
  expect(await count('2000-01-01T00:00:00Z')).toBe(500);
  expect(await count('2026-11-01T00:00:00Z')).toBeGreaterThan(20);
});

test('every month has rows of all types, and many follow a payment of another month', () => {
  const { start, end } = defaultPeriod(now(), false);
  const settings = { seed: 1, size: 13_000, start, end };
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
