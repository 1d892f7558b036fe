import { expect, test } from 'vitest';

import { dateTimeInput } from '../../../src/client/api/input.ts';
import { instantOf, isAfter, toTimestamp } from '../../../src/client/api/instant.ts';
import { assert, bigInt, constant, integer, oneof, property, tuple } from '../../support/fast-check.ts';
import { expectOccurrences } from '../../support/occurrences.ts';

test.each([
  ['1970-01-01T00:00:00.000Z', 0],
  ['1970-01-02T03:04:05.678Z', (((24 + 3) * 60 + 4) * 60 + 5) * 1_000_000 + 678_000],
  ['1970-01-01T00:00:00.000001Z', 1],
  ['1970-01-01T00:00:00.0000019Z', 1],
  ['1970-01-01T01:00:00.000+01:00', 0],
  ['1969-12-31T23:59:59.999999Z', -1],
  ['1970-01-01T00:00:00', 0],
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

/** Nanoseconds since 1970, and the offset of a string in minutes. */
const moments = {
  nanoseconds: bigInt({ min: -(10n ** 18n), max: 10n ** 19n }),
  offset: integer({ min: -899, max: 899 }),
};

/** Writes nanoseconds in ISO 8601, by division with integers only. */
function written(nanoseconds: bigint, digits: number): string {
  const seconds = (nanoseconds - mod(nanoseconds, second)) / second;
  const fraction = String(mod(nanoseconds, second)).padStart(9, '0').slice(0, digits);
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}${digits === 0 ? '' : `.${fraction}`}`;
}

const second = 10n ** 9n;

function mod(value: bigint, divisor: bigint): bigint {
  return ((value % divisor) + divisor) % divisor;
}

function offsetOf(minutes: number, colon: string): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${colon}${String(rest).padStart(2, '0')}`;
}

test('a string with an offset is converted to UTC with every digit', () => {
  assert(
    property(
      moments.nanoseconds,
      moments.offset,
      integer({ min: 3, max: 9 }),
      (nanoseconds, offset, digits) => {
        const local = written(nanoseconds + BigInt(offset) * 60n * second, digits);
        const utc = `${written(nanoseconds, digits)}Z`;
        expect(dateTimeInput.parse(local + offsetOf(offset, ':'))).toBe(utc);
        expect(dateTimeInput.parse(local + offsetOf(offset, ''))).toBe(utc);
        expect(dateTimeInput.parse(utc)).toBe(utc);
      },
    ),
  );
});

test('a Temporal object keeps its nanoseconds', () => {
  assert(
    property(moments.nanoseconds, (epochNanoseconds) => {
      const epochMilliseconds = Number((epochNanoseconds - mod(epochNanoseconds, 1_000_000n)) / 1_000_000n);
      const text = dateTimeInput.parse({ epochMilliseconds, epochNanoseconds });
      const [seconds = '', fraction = ''] = text.slice(0, -1).split('.');
      expect(BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'))).toBe(
        epochNanoseconds,
      );
    }),
  );
});

test('of two strings the later one is after the other, by all digits', () => {
  const digits = integer({ min: 0, max: 9 });
  const unit = (places: number): bigint => 10n ** BigInt(9 - places);
  let equal = 0;
  let close = 0;
  assert(
    property(
      moments.nanoseconds,
      oneof(constant(0n), bigInt({ min: -1_000_000n, max: 1_000_000n }), moments.nanoseconds),
      tuple(digits, digits, moments.offset),
      (first, difference, [places, otherPlaces, offset]) => {
        const time = first - mod(first, unit(places));
        const other = first + difference - mod(first + difference, unit(otherPlaces));
        equal += time === other ? 1 : 0;
        close += time !== other && Math.abs(Number(time - other)) < 1_000_000 ? 1 : 0;
        const text = `${written(time, places)}Z`;
        const otherText = `${written(other + BigInt(offset) * 60n * second, otherPlaces)}${offsetOf(offset, ':')}`;
        expect(isAfter(text, otherText)).toBe(time > other);
        expect(isAfter(otherText, text)).toBe(other > time);
      },
    ),
    { numRuns: 1000 },
  );
  expectOccurrences({ equal, close }, { equal: 50, close: 200 });
});
