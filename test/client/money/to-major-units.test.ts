import { expect, test } from 'vitest';

import { toMajorUnits } from '../../../src/client/money/index.ts';
import * as fc from '../../support/fast-check.ts';
import { expectOccurrences } from '../../support/occurrences.ts';
import { anyAmount, anyCurrency } from './currencies.ts';
import { rejection } from './rejection.ts';
import { said } from '../../support/said.ts';

test.each([
  [999, 'USD', '9.99'],
  [999, 'JPY', '999'],
  [-5, 'USD', '-0.05'],
  [1, 'KWD', '0.001'],
  [-1, 'CLF', '-0.0001'],
  [0, 'USD', '0.00'],
  [-0, 'USD', '0.00'],
  [-0, 'JPY', '0'],
  [-7, 'JPY', '-7'],
  [100, 'USD', '1.00'],
  [100, 'usd', '1.00'],
  [1, 'Kwd', '0.001'],
  [Number.MAX_SAFE_INTEGER, 'USD', '90071992547409.91'],
  [Number.MIN_SAFE_INTEGER, 'KWD', '-9007199254740.991'],
])('converts %d in smallest units of %s to %s', (amount, code, expected) => {
  expect(toMajorUnits(amount, code)).toBe(expected);
});

test.each([1.5, NaN, Infinity, -Infinity, 2 ** 53, 1e21])(
  'rejects %d as an amount of smallest units',
  (amount) => {
    expect(rejection(() => toMajorUnits(amount, 'USD'))).toMatch(said('amount: … up to 2^53 - 1'));
  },
);

test('says what an amount must be', () => {
  expect(rejection(() => toMajorUnits(1.5, 'USD'))).toBe(
    'amount: must be an integer number of smallest units, up to 2^53 - 1',
  );
});

test.each(['999', 999n, null, undefined])('rejects an amount that is not a number: %s', (amount) => {
  // A caller without types can pass anything.
  expect(rejection(() => toMajorUnits(amount as unknown as number, 'USD'))).toMatch(/^amount: /);
});

test('rejects an unknown currency and names the function', () => {
  expect(() => toMajorUnits(1, 'DOLLAR')).toThrow(/^toMajorUnits: currencyCode: .*ISO 4217/);
});

test('agrees with integer arithmetic', () => {
  const seen = { negative: 0, belowOne: 0, leadingZero: 0, otherDigits: 0 };
  fc.assert(
    fc.property(anyAmount, anyCurrency, (amount, { code, digits }) => {
      const scale = 10n ** BigInt(digits);
      const size = BigInt(Math.abs(amount));
      const [integer = '', fraction = ''] = toMajorUnits(amount, code).replace('-', '').split('.');
      expect(BigInt(integer)).toBe(size / scale);
      expect(BigInt(fraction)).toBe(size % scale);
      expect(fraction).toHaveLength(digits);
      expect(toMajorUnits(amount, code).startsWith('-')).toBe(amount < 0);
      if (amount < 0) seen.negative += 1;
      if (amount !== 0 && size < scale) seen.belowOne += 1;
      if (size % scale > 0n && fraction.startsWith('0')) seen.leadingZero += 1;
      if (digits !== 2) seen.otherDigits += 1;
    }),
  );
  expectOccurrences(seen, { negative: 30, belowOne: 15, leadingZero: 10, otherDigits: 40 });
});
