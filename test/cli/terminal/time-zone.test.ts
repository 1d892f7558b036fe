import { expect, onTestFinished, test, vi } from 'vitest';

import { monthIn } from '../../../src/cli/flags/flags.ts';
import { formatPeriod, formatRange } from '../../../src/cli/terminal/format.ts';
import { TimeZone } from '../../../src/cli/terminal/time-zone.ts';
import * as fc from '../../support/fast-check.ts';
import { createFolder } from '../commands/export/run-export.ts';
import { runHere } from '../run-here.ts';

const berlin = new TimeZone('Europe/Berlin');
const range = (startDate: string, endDate: string) => ({ startDate, endDate });

test('a day of every zone begins where the day before ends, also when clocks change', () => {
  const names = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'Africa/Cairo'];
  const zones = names.map((name) => new TimeZone(name));
  // Most clocks change in March, October and November.
  const day = fc
    .tuple(fc.integer({ min: 2010, max: 2030 }), fc.constantFrom(2, 9, 10), fc.integer({ min: 1, max: 31 }))
    .map((parts) => Date.UTC(...parts) / 86_400_000);
  let changed = 0;
  fc.assert(
    fc.property(fc.constantFrom(...zones), day, (zone, number) => {
      const [date = '', next = ''] = [number, number + 1].map((one) =>
        new Date(one * 86_400_000).toISOString().slice(0, 10),
      );
      const [start, end] = [zone.startOf(date), zone.startOf(next)];
      if (end - start !== 86_400_000) changed += 1;
      // Samoa had no 30 December 2011.
      if (end === start) return;
      expect([zone.dayOf(start), zone.dayOf(end - 1)]).toEqual([date, date]);
      expect(zone.dayOf(start - 1) < date).toBe(true);
    }),
    { numRuns: 2000 },
  );
  expect(changed).toBeGreaterThan(10);
});

test.each([
  // Clocks were set from 2:00 to 3:00, and later from 3:00 to 2:00.
  ['Europe/Berlin', '2026-03-29T01:59:59Z', true],
  ['Europe/Berlin', '2026-03-29T02:00:00Z', false],
  ['Europe/Berlin', '2026-03-29T02:59:59Z', false],
  ['Europe/Berlin', '2026-03-29T03:00:00Z', true],
  ['Europe/Berlin', '2026-10-25T02:30:00Z', true],
  // By half an hour.
  ['Australia/Lord_Howe', '2026-10-04T02:29:59Z', false],
  ['Australia/Lord_Howe', '2026-10-04T02:30:00Z', true],
  // In Samoa, all of 30 December 2011.
  ['Pacific/Apia', '2011-12-30T12:00:00Z', false],
])('whether clocks in %s show %s is %s', (name, time, isShown) => {
  expect(new TimeZone(name).shows(Date.parse(time))).toBe(isShown);
});

test('a day of the first years has four digits too', () => {
  expect(berlin.dayOf(Date.parse('0001-06-01T12:00:00Z'))).toBe('0001-06-01');
});

test('a month begins at midnight of the zone', () => {
  expect(monthIn(berlin, '2026-10')).toEqual(range('2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'));
  expect(monthIn(new TimeZone('UTC'), '2026-10')).toEqual(
    range('2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'),
  );
});

test('last and this month are those of the zone', () => {
  // It is November in Berlin already.
  vi.useFakeTimers({ now: new Date('2026-10-31T23:30:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());

  expect(monthIn(berlin, 'last')).toEqual(monthIn(berlin, '2026-10'));
  expect(monthIn(berlin, 'this')).toEqual(monthIn(berlin, '2026-11'));
});

test('a range of whole days of a zone is shown by its days, another one with its times', () => {
  expect(formatPeriod(monthIn(berlin, '2026-10'), berlin)).toBe('October 2026');
  expect(formatPeriod(monthIn(berlin, '2026-10'))).toBe('30 September 2026, 22:00 to 31 October 2026, 23:00');
  expect(formatRange(monthIn(berlin, '2026-10'), berlin)).toBe('1–31 October 2026');
  expect(formatRange(range('2026-10-01T00:00:00Z', '2026-10-02T00:00:00Z'), berlin)).toBe(
    '1 October 2026, 02:00 to 2 October 2026, 02:00',
  );
});

test('export --month takes the month of the zone, of which a report is without being told again', async () => {
  const folder = createFolder();
  const october = ['--time-zone', 'europe/berlin', '--month', '2026-10', '--demo', '--transactions', '10'];
  expect(await folder.run([...october, '--out', 'a.csv', '--quiet'])).toMatchObject({ code: 0 });
  expect(folder.receipt('a.csv')).toMatchObject({
    ...monthIn(berlin, '2026-10'),
    timeZone: 'Europe/Berlin',
  });
  expect((await folder.run([...october, '--out', 'a.csv', '--resume'])).err).toContain('is already exported');

  const page = folder.file('a.html');
  const report = (...args: string[]) =>
    runHere(['report', folder.file('a.csv'), '--out', page, '--force', ...args]);
  expect((await report()).err).toContain('report of 10 transactions');
  expect(folder.read('a.html')).toContain('<title>Transactions, October 2026</title>');
  expect(folder.read('a.html')).not.toContain('class="notice warning">The range is of whole days');
  // Another zone can still be chosen.
  await report('--time-zone', 'Asia/Tokyo');
  expect(folder.read('a.html')).toContain('1 October 2026, 07:00 to 1 November 2026, 08:00');
  const { out } = await runHere(['diff', folder.file('a.csv'), folder.file('a.csv')]);
  expect(out).toContain('a.csv: October 2026, days in Europe/Berlin, exported on ');
});

test('export --time-zone needs --month, and a zone', async () => {
  const folder = createFolder();
  const days = ['--start', '2026-10-01', '--end', '2026-10-02', '--time-zone', 'Europe/Berlin'];
  expect(await folder.run([...days, '--demo', '--out', 'b.csv'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--time-zone: works with --month only') as unknown,
  });
  expect(await folder.run(['--month', '2026-10', '--time-zone', 'Mars', '--out', 'b.csv'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--time-zone: must be a time zone such as Europe/Berlin') as unknown,
  });
});
