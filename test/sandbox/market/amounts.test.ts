import { expect, test } from 'vitest';

import {
  paymentAmounts,
  divideRounded,
  inMajorUnits,
  localPrice,
} from '../../../src/sandbox/market/amounts.ts';
import type { CountedCountry } from '../../../src/sandbox/market/countries.ts';

function country(
  taxModel: CountedCountry['taxModel'],
  taxBasisPoints: number,
  digits: number,
): CountedCountry {
  const currency = { code: 'XTS', symbol: '¤', microsPerUsd: 1_000_000 };
  return { code: 'ZZ', name: 'Nowhere', currency, taxModel, taxBasisPoints, digits, share: 1 };
}

const germany = country('Included', 1900, 2);
const japan = country('Included', 1000, 0);
const kuwait = country('Excluded', 0, 3);

test('halves are rounded up, exact quotients are unchanged', () => {
  expect([3n, 4n, 5n, 6n, 7n].map((dividend) => divideRounded(dividend, 2n))).toEqual([2n, 2n, 3n, 3n, 4n]);
  expect([0n, 1n, 2n].map((dividend) => divideRounded(dividend, 3n))).toEqual([0n, 0n, 1n]);
});

test('a local price is the US price × rate × tax, rounded once to the smallest unit', () => {
  // 9.99 × 0.862 × 1.19 = 10.2475422
  expect(localPrice(999, germany, 862_000)).toBe(1025);
  // 9.99 × 150 × 1.10 = 1648.35
  expect(localPrice(999, japan, 150_000_000)).toBe(1648);
  // 9.99 × 0.307 = 3.06693
  expect(localPrice(999, kuwait, 307_000)).toBe(3067);
  // 0.01 × 0.95 × 1.00 = 0.0095: rounding twice would lose it.
  expect(localPrice(1, country('Included', 0, 2), 950_000)).toBe(1);
  // 0.25 × 150 = 37.5
  expect(localPrice(25, country('Excluded', 1000, 0), 150_000_000)).toBe(38);
});

test('a local price is exact where floating point is not', () => {
  // 1.005 dollars do not exist in cents, but 100.5 cents' worth of a currency does: 67 cents × 1.5 = 100.5.
  expect(localPrice(67, country('Excluded', 0, 2), 1_500_000)).toBe(101);
  // 90 071 992 547 409.91 dollars: past what a product of doubles holds.
  expect(localPrice(9_007_199_254_740_991, country('Excluded', 0, 2), 1_000_000)).toBe(9_007_199_254_740_991);
});

test('major units are the nearest number', () => {
  expect(inMajorUnits(1025, germany)).toBe(10.25);
  expect(inMajorUnits(1648, japan)).toBe(1648);
  expect(inMajorUnits(3067, kuwait)).toBe(3.067);
});

test('a sale is its amount, its tax and both in US cents, each rounded once from the local amount', () => {
  // 10.25 / 0.862 = 11.890951…; 10.25 × 19 / 119 = 1.636554…; 1.636554… / 0.862 = 1.898554…
  expect(paymentAmounts(1025, germany, 862_000)).toEqual({
    amount: 1025,
    amountUsd: 1189,
    totalTaxAmount: 164,
    totalTaxAmountUsd: 190,
  });
  // 3.067 / 0.307 = 9.990228…
  expect(paymentAmounts(3067, kuwait, 307_000)).toEqual({
    amount: 3067,
    amountUsd: 999,
    totalTaxAmount: 0,
    totalTaxAmountUsd: 0,
  });
});

test('tax that a price excludes is added to it', () => {
  // 9.99 × 8.25 % = 0.824…, rounded to the cent before it is added.
  expect(paymentAmounts(999, country('Excluded', 825, 2), 1_000_000)).toEqual({
    amount: 1081,
    amountUsd: 1081,
    totalTaxAmount: 82,
    totalTaxAmountUsd: 82,
  });
  // 10.00 × 5 % = 0.50; 10.50 / 0.5 = 21.00 and 0.50 / 0.5 = 1.00.
  expect(paymentAmounts(1000, country('Excluded', 500, 2), 500_000)).toEqual({
    amount: 1050,
    amountUsd: 2100,
    totalTaxAmount: 50,
    totalTaxAmountUsd: 100,
  });
});
