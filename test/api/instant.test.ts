import { expect, test } from 'vitest';

import { instantOf, toTimestamp } from '../../src/api/instant.ts';

test.each([
  ['1970-01-01T00:00:00.000Z', 0],
  ['1970-01-01T00:00:01Z', 1_000_000],
  ['1970-01-01T00:00:01.5Z', 1_500_000],
  ['1970-01-02T03:04:05.678Z', (((24 + 3) * 60 + 4) * 60 + 5) * 1_000_000 + 678_000],
  ['1970-01-01T00:00:00.000001Z', 1],
  ['1970-01-01T00:00:00.0000019Z', 1],
  ['1970-01-01T01:00:00.000+01:00', 0],
  ['1969-12-31T23:59:59.999999Z', -1],
  ['1970-01-01T00:00:00', 0],
  ['2026-10-31T23:59:59.999Z', 1_793_491_199_999_000],
  ['2024-02-29T00:00:00.000Z', 1_709_164_800_000_000],
])('the instant of %s is %d µs', (timestamp, instant) => {
  expect(instantOf(timestamp)).toBe(instant);
});

test.each([
  '2026-02-30T00:00:00.000Z',
  '2026-10-01T24:00:01.000Z',
  'Nov 3 2026',
  '2026-10-01',
  '2026-10-01T10:00.5Z',
  '',
  null,
  5,
])('the timestamp %j cannot be read', (timestamp) => {
  expect(instantOf(timestamp)).toBeNaN();
});

test('a timestamp is read like Date reads it, whatever was read before', () => {
  for (let day = 0; day < 800; day += 1) {
    const date = new Date(Date.UTC(2023, 11, 30 + (day % 2) * day, day % 24, day % 60, (day * 7) % 60, day));
    expect(instantOf(date.toISOString())).toBe(date.getTime() * 1000);
  }
});

test('an instant is shown in milliseconds, cut off', () => {
  expect(toTimestamp(1_793_491_199_999_999)).toBe('2026-10-31T23:59:59.999Z');
  expect(toTimestamp(-1)).toBe('1969-12-31T23:59:59.999Z');
});
