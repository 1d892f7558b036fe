import { expect, onTestFinished, test, vi } from 'vitest';

import { utcDay, utcMonth } from '../../../src/client/api/utc-range.ts';
import { ConfigurationError } from '../../../src/client/errors/index.ts';
import { assert, integer, property } from '../../support/fast-check.ts';

const march = new Date('2026-03-31T23:59:59.999Z');

test.each([
  ['2026-10', '2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
  ['2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2024-02', '2024-02-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
  ['this', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
  ['last', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
])('the month %s is from %s to %s', (month, startDate, endDate) => {
  expect(utcMonth(month, march)).toEqual({ startDate, endDate });
});

test.each([
  ['2026-10-01', '2026-10-01T00:00:00.000Z', '2026-10-02T00:00:00.000Z'],
  ['2026-12-31', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
  ['today', '2026-03-31T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
  ['yesterday', '2026-03-30T00:00:00.000Z', '2026-03-31T00:00:00.000Z'],
])('the day %s is from %s to %s', (day, startDate, endDate) => {
  expect(utcDay(day, march)).toEqual({ startDate, endDate });
});

test('in January, the last month is December of the year before', () => {
  expect(utcMonth('last', new Date('2027-01-31T12:00:00Z'))).toEqual({
    startDate: '2026-12-01T00:00:00.000Z',
    endDate: '2027-01-01T00:00:00.000Z',
  });
});

test('without a time, the clock is read at each call, and is in UTC wherever the program runs', () => {
  vi.useFakeTimers({ now: new Date('2027-01-01T00:30:00+02:00') });
  onTestFinished(() => void vi.useRealTimers());
  expect(utcMonth('last').startDate).toBe('2026-11-01T00:00:00.000Z');
  expect(utcDay('today').startDate).toBe('2026-12-31T00:00:00.000Z');
  vi.advanceTimersByTime(2 * 3_600_000);
  expect(utcMonth('last').startDate).toBe('2026-12-01T00:00:00.000Z');
  expect(utcDay('today').startDate).toBe('2027-01-01T00:00:00.000Z');
});

test('the given time is not changed', () => {
  const now = new Date('2026-03-31T23:59:59.999Z');
  utcDay('yesterday', now);
  utcMonth('last', now);
  expect(now.toISOString()).toBe('2026-03-31T23:59:59.999Z');
});

test('the months and the days of four centuries adjoin, and each has the time before its end', () => {
  assert(
    property(integer({ min: Date.UTC(1800, 0), max: Date.UTC(2200, 0) }), (time) => {
      const now = new Date(time);
      for (const [range, before] of [
        [utcMonth('this', now), utcMonth('last', now)],
        [utcDay('today', now), utcDay('yesterday', now)],
      ] as const) {
        expect(before.endDate).toBe(range.startDate);
        expect(range.startDate <= now.toISOString() && now.toISOString() < range.endDate).toBe(true);
      }
      expect(utcMonth('this', now)).toEqual(utcMonth(now.toISOString().slice(0, 7)));
      expect(utcDay('today', now)).toEqual(utcDay(now.toISOString().slice(0, 10)));
    }),
  );
});

// Casts in the tables below: JavaScript programs may pass anything.
test.each(['2026-13', '2026-1', '2026-10-01', '0026-10', 'next', '', null])(
  'the month %j is rejected',
  (month) => {
    expect(() => utcMonth(month as string)).toThrow(ConfigurationError);
    expect(() => utcMonth(month as string)).toThrow(/^month: .* YYYY-MM/);
  },
);

test('a month or a day that is rejected is told its form', () => {
  expect(() => utcMonth('next')).toThrow('month: must be a month as YYYY-MM, or "last" or "this"');
  expect(() => utcDay('tomorrow')).toThrow(
    'day: must be a real date as YYYY-MM-DD, or "yesterday" or "today"',
  );
});

test.each([
  ...['2026-02-30', '2026-10-00', '2026-10', '0026-10-01'],
  ...['2026-10-01T00:00:00Z', 'tomorrow', '', 20261001, null, ['2026-10-01']],
])('the day %j is rejected', (day) => {
  expect(() => utcDay(day as string)).toThrow(ConfigurationError);
  expect(() => utcDay(day as string)).toThrow(/^day: .* YYYY-MM-DD/);
});

test.each([new Date('never'), 0, '2026-10-01T00:00:00Z', null])('the time %j is rejected', (now) => {
  expect(() => utcMonth('last', now as Date)).toThrow('now: must be a valid Date');
  expect(() => utcDay('today', now as Date)).toThrow('now: must be a valid Date');
});
