import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { toMajorUnits, toMinorUnits } from '../../src/money/index.ts';
import { anyAmount, anyCurrency, currencies } from './currencies.ts';
import { refusal } from './refusal.ts';

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
  [Number.MAX_SAFE_INTEGER, 'USD', '90071992547409.91'],
  [Number.MIN_SAFE_INTEGER, 'KWD', '-9007199254740.991'],
])('writes %d in smallest units of %s as %s', (amount, code, expected) => {
  expect(toMajorUnits(amount, code)).toBe(expected);
});

test.each([1.5, NaN, Infinity, -Infinity, 2 ** 53, 1e21])(
  'rejects %d as an amount of smallest units',
  (amount) => {
    expect(refusal(() => toMajorUnits(amount, 'USD'))).toBe(
      'amount: must be a whole number of smallest units, up to 2^53 - 1',
    );
  },
);

test.each(['999', 999n, null, undefined])('rejects an amount that is not a number: %s', (amount) => {
  // Untyped code can pass anything.
  expect(refusal(() => toMajorUnits(amount as unknown as number, 'USD'))).toMatch(/^amount: /);
});

test('rejects an unknown currency, and names the helper', () => {
  expect(() => toMajorUnits(1, 'usd')).toThrow(/^toMajorUnits: currencyCode: must be a currency code/);
});

test('is reversed by toMinorUnits, for every currency and any amount', () => {
  for (const { code } of currencies) {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(toMinorUnits(toMajorUnits(amount, code), code)).toBe(amount);
      }),
      { numRuns: 25, examples: [[0], [1], [-1], [Number.MAX_SAFE_INTEGER], [Number.MIN_SAFE_INTEGER]] },
    );
  }
});

test('agrees with whole-number arithmetic', () => {
  fc.assert(
    fc.property(anyAmount, anyCurrency, (amount, { code, digits }) => {
      const scale = 10n ** BigInt(digits);
      const size = BigInt(Math.abs(amount));
      const [whole = '', fraction = ''] = toMajorUnits(amount, code).replace('-', '').split('.');
      expect(BigInt(whole)).toBe(size / scale);
      expect(BigInt(fraction)).toBe(size % scale);
      expect(fraction).toHaveLength(digits);
      expect(toMajorUnits(amount, code).startsWith('-')).toBe(amount < 0);
    }),
  );
});
