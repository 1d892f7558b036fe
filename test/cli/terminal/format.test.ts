import { expect, test } from 'vitest';

import {
  formatMoment,
  formatMoney,
  formatPeriod,
  formatRange,
  formatShare,
  formatShortDay,
  formatUsd,
  listed,
  printedLine,
  withPoint,
} from '../../../src/cli/terminal/format.ts';

test.each([
  [499n, 2, '4.99'],
  [-5n, 2, '-0.05'],
  [2143n, 0, '2143'],
  [6137n, 3, '6.137'],
  [0n, 3, '0.000'],
  [123_456_789_012_345_678_901n, 2, '1234567890123456789.01'],
])('%d smallest units with %d decimals are %s', (amount, digits, decimal) => {
  expect(withPoint(amount, digits)).toBe(decimal);
});

test('an amount in a currency whose decimals are not known keeps its smallest unit', () => {
  expect(formatMoney(-1234n, undefined)).toBe('-1,234 smallest units');
});

test('digits are grouped by threes', () => {
  expect(formatMoney(100_000_000n, 0)).toBe('100,000,000');
  expect(formatMoney(-99_999n, 2)).toBe('-999.99');
  expect(formatUsd(-123_456_789n)).toBe('-$1,234,567.89');
});

test('control characters of a line are shown and have no effect, but for the colour of a warning', () => {
  expect(printedLine('a\u001B[2J\u0007\r\u009B\u202E.csv')).toBe(
    String.raw`a\u001b[2J\u0007\r\u009b\u202e.csv`,
  );
  expect(printedLine('\u001B[33mnot in é.csv\u001B[39m')).toBe('\u001B[33mnot in é.csv\u001B[39m');
});

test('a share is rounded half away from zero to two decimals', () => {
  expect(formatShare({ numerator: 1n, denominator: 3n })).toBe('33.33%');
  expect(formatShare({ numerator: 2n, denominator: 3n })).toBe('66.67%');
  expect(formatShare({ numerator: 1n, denominator: 20_000n })).toBe('0.01%');
  expect(formatShare({ numerator: -1n, denominator: 20_000n })).toBe('-0.01%');
  expect(formatShare({ numerator: -2n, denominator: 3n })).toBe('-66.67%');
  expect(formatShare({ numerator: 3n, denominator: 2n })).toBe('150.00%');
});

test('a share of nothing is not a number', () => {
  expect(formatShare({ numerator: 0n, denominator: 0n })).toBe('n/a');
});

test.each([
  ['2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '1–31 October 2026'],
  ['2026-10-01T00:00:00.000Z', '2026-10-31T00:00:00.000Z', '1–30 October 2026'],
  ['2026-10-01T00:00:00.000Z', '2026-10-02T00:00:00.000Z', '1 October 2026'],
  ['2026-09-28T00:00:00.000Z', '2026-10-05T00:00:00.000Z', '28 September – 4 October 2026'],
  ['2026-12-28T00:00:00.000Z', '2027-01-04T00:00:00.000Z', '28 December 2026 – 3 January 2027'],
  ['2026-10-01T00:00:00.000Z', '2026-10-02T12:30:00.000Z', '1 October 2026, 00:00 to 2 October 2026, 12:30'],
])('a range from %s to %s is %s: its end is excluded', (startDate, endDate, shown) => {
  expect(formatRange({ startDate, endDate })).toBe(shown);
});

test('only a whole UTC month has the name of the month', () => {
  const startDate = '2026-12-01T00:00:00.000Z';

  expect(formatPeriod({ startDate, endDate: '2027-01-01T00:00:00.000Z' })).toBe('December 2026');
  expect(formatPeriod({ startDate, endDate: '2026-12-31T00:00:00.000Z' })).toBe('1–30 December 2026');
  expect(
    formatPeriod({ startDate: '2026-12-01T01:00:00.000Z', endDate: '2027-01-01T00:00:00.000Z' }),
  ).toContain('01:00');
});

test('a moment is in UTC, to the minute', () => {
  expect(formatMoment('2026-11-22T11:28:59.999Z')).toBe('22 November 2026, 11:28 UTC');
  expect(formatMoment('2026-11-22T00:30:00+01:00')).toBe('21 November 2026, 23:30 UTC');
});

test('a day or month of a table is short', () => {
  expect(formatShortDay('2026-09-05')).toBe('5 Sep 2026');
  expect(formatShortDay('2026-09')).toBe('Sep 2026');
});

test('a list names the first ones, and counts the others', () => {
  expect(listed(['a', 'b'], 2)).toBe('a, b');
  expect(listed(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more');
});
