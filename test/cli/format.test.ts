import { expect, test } from 'vitest';

import { formatMoney, formatRoundedUsd, formatShare, formatUsd, toDecimal } from '../../src/cli/format.ts';

test.each([
  [499n, 'USD', '4.99'],
  [-5n, 'USD', '-0.05'],
  [2143n, 'JPY', '2143'],
  [6137n, 'KWD', '6.137'],
  [0n, 'KWD', '0.000'],
  [123_456_789_012_345_678_901n, 'EUR', '1234567890123456789.01'],
])('%d smallest units of %s are %s', (amount, currencyCode, decimal) => {
  expect(toDecimal(amount, currencyCode)).toBe(decimal);
});

test('an amount in a currency outside ISO 4217 keeps its smallest unit', () => {
  expect(toDecimal(1234n, 'GEM')).toBeUndefined();
  expect(formatMoney(-1234n, 'GEM')).toBe('-1,234 smallest units');
});

test('digits are grouped by threes', () => {
  expect(formatMoney(100_000_000n, 'JPY')).toBe('100,000,000');
  expect(formatMoney(-99_999n, 'USD')).toBe('-999.99');
  expect(formatUsd(-123_456_789n)).toBe('-$1,234,567.89');
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
  [49n, '≈$0'],
  [50n, '≈$1'],
  [-49n, '≈$0'],
  [-50n, '≈-$1'],
  [-150n, '≈-$2'],
  [123_450n, '≈$1,235'],
  [-500n, '-$5'],
])('%d US cents are %s in whole dollars, marked unless exact', (cents, shown) => {
  expect(formatRoundedUsd(cents)).toBe(shown);
});
