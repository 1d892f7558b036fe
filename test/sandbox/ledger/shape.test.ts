import { expect, onTestFinished, test } from 'vitest';

import type { Transaction } from '../../../src/api/transactions.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { defaultPeriod } from '../../../src/sandbox/ledger/shape.ts';
import { Ledger } from '../../../src/sandbox/ledger/ledger.ts';
import { at } from '../send.ts';
import { readReport } from '../sessions.ts';

const now = (): Date => new Date('2026-11-20T10:00:00Z');

/** The first moments of the months from October 2025 to November 2026. */
const firsts = Array.from({ length: 14 }, (_, index) => Date.UTC(2025, 9 + index));

test.each([
  ['2026-11-20T10:00:00Z', '2025-10-01', '2026-11-01'],
  ['2026-11-01T00:00:00Z', '2025-10-01', '2026-11-01'],
  ['2026-10-31T23:59:59.999Z', '2025-09-01', '2026-10-01'],
  ['2026-01-01T00:00:00Z', '2024-12-01', '2026-01-01'],
  ['2026-01-31T12:00:00Z', '2024-12-01', '2026-01-01'],
  ['2025-12-31T23:59:59Z', '2024-11-01', '2025-12-01'],
  ['2028-03-31T12:00:00Z', '2027-02-01', '2028-03-01'],
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
  // Rows are spread evenly over the 396 days, each within its share of 13 000.
  for (const [index, first] of firsts.slice(0, -1).entries()) {
    const next = at(firsts, index + 1);
    const days = (next - first) / 86_400_000;
    const rows = await count(new Date(first).toISOString(), new Date(next).toISOString());
    expect(Math.abs(rows - (13_000 * days) / 396)).toBeLessThanOrEqual(2);
  }
});

test('the same seed and period give the same rows in any month', async () => {
  const period = { start: '2026-03-01T00:00:00Z', end: '2026-04-01T00:00:00Z' };
  const options = { seed: 5, period, transactions: 60 };
  const march = { startDate: period.start, endDate: period.end, limit: '100' };
  const rows = await readReport(createSandbox({ ...options, now }), march);
  expect(rows.totalCount).toBe(60);
  expect(await readReport(createSandbox({ ...options, now: () => new Date('2031-05-05') }), march)).toEqual(
    rows,
  );
});

test('month by month, it has the rows of the whole, and every later event has its payment before it', () => {
  const shape = { seed: 1, size: 13_000, ...defaultPeriod(now()) };
  const ledger = new Ledger(shape);
  const months = firsts.slice(0, -1).map((first, index) => {
    const range = ledger.range(first, at(firsts, index + 1));
    return ledger.read(range, 'asc', shape.size);
  });
  const rows = months.flat();
  const idsOf = (list: readonly Transaction[]): string[] =>
    list.map(({ transactionDetails }) => transactionDetails.id);
  const whole = ledger.read({ first: 0, end: shape.size }, 'asc', shape.size);
  expect(idsOf(rows)).toEqual(idsOf(whole));

  const typesOf = (list: readonly Transaction[]): Set<string> =>
    new Set(list.map(({ transactionDetails }) => transactionDetails.type));
  // Nothing precedes the first month: what is refunded or disputed was paid in the ledger.
  for (const month of months.slice(3)) expect(typesOf(month).size).toBe(4);

  const monthOf = ({ timestamp }: Transaction): string => timestamp.slice(0, 7);
  const sumOf = (list: readonly Transaction[]): number =>
    list.reduce((sum, { transactionDetails }) => sum + transactionDetails.amount, 0);
  let acrossMonths = 0;
  const unbalanced = [...Map.groupBy(rows, ({ purchaseId }) => purchaseId).values()].filter((history) => {
    const [paid, ...later] = history;
    if (paid?.transactionDetails.type !== 'paid') return true;
    acrossMonths += later.filter((row) => monthOf(row) !== monthOf(paid)).length;
    // A refund or a withdrawal, the second row, takes back all; a reinstatement, the third one, returns it.
    return sumOf(history) !== (later.length === 1 ? 0 : paid.transactionDetails.amount);
  });
  expect(unbalanced).toEqual([]);
  expect(acrossMonths).toBeGreaterThan(500);
});
