import { expect, test } from 'vitest';

import { createExchangeRates, formatDrift } from '../../../src/sandbox/market/currencies.ts';
import * as fc from '../../support/fast-check.ts';
import { expectOccurrences } from '../../support/occurrences.ts';

const euro = { code: 'EUR', symbol: '€', microsPerUsd: 862_000 };
const day = 86_400_000;
const times = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) });

test('a rate deviates by at most 2.5 %', () => {
  const seen = { up: 0, down: 0 };
  fc.assert(
    fc.property(fc.maxSafeNat(), times, (seed, time) => {
      const rate = createExchangeRates(seed)(euro, time);
      expect(Number.isInteger(rate)).toBe(true);
      expect(Math.abs(rate - 862_000)).toBeLessThanOrEqual(21_550.5);
      if (rate > 862_000 * 1.015) seen.up += 1;
      if (rate < 862_000 * 0.985) seen.down += 1;
    }),
  );
  expectOccurrences(seen, { up: 4, down: 3 });
});

test('a rate changes by less than 0.01 % in a minute', () => {
  const seen = { changes: 0, midnights: 0 };
  // Each day has a deviation of its own.
  const midnights = times.map((time) => time - (time % day) + day - 1 - (time % 60_000));
  fc.assert(
    fc.property(fc.oneof(times, midnights), (time) => {
      const rates = createExchangeRates(1);
      const change = rates(euro, time + 60_000) - rates(euro, time);
      expect(Math.abs(change)).toBeLessThan(86);
      if (change !== 0) seen.changes += 1;
      if (Math.floor(time / day) !== Math.floor((time + 60_000) / day)) seen.midnights += 1;
    }),
  );
  expectOccurrences(seen, { changes: 50, midnights: 25 });
});

test.each([
  [100, 101, '+1.00%'],
  [80, 81, '+1.25%'],
  [100, 99, '-1.00%'],
  [100, 100, '+0.00%'],
  [1_000_000, 999_999, '+0.00%'],
])('the drift from %d to %d is %s', (then, now, expected) => {
  expect(formatDrift(then, now)).toBe(expected);
});
