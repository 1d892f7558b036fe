import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createExchangeRates, formatDrift } from '../../../src/sandbox/market/exchange-rates.ts';

const euro = { code: 'EUR', symbol: '€', microsPerUsd: 862_000 };
const times = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) });

test('a rate deviates by at most 2.5 %', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), times, (seed, time) => {
      const rate = createExchangeRates(seed)(euro, time);
      expect(Number.isInteger(rate)).toBe(true);
      expect(Math.abs(rate - 862_000)).toBeLessThanOrEqual(21_550.5);
    }),
  );
});

test('a rate changes by less than 0.01 % in a minute', () => {
  fc.assert(
    fc.property(times, (time) => {
      const rates = createExchangeRates(1);
      expect(Math.abs(rates(euro, time) - rates(euro, time + 60_000))).toBeLessThan(86);
    }),
  );
});

test('the rate of the US dollar is constant', () => {
  fc.assert(
    fc.property(times, (time) => {
      const dollar = { code: 'USD', symbol: '$', microsPerUsd: 1_000_000 };
      expect(createExchangeRates(1)(dollar, time)).toBe(1_000_000);
    }),
  );
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
