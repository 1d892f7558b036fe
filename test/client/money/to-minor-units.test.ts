import { expect, test } from 'vitest';

import {
  formatAmount,
  type MoneyOptions,
  toMajorUnits,
  toMinorUnits,
} from '../../../src/client/money/index.ts';
import * as fc from '../../support/fast-check.ts';
import { expectOccurrences } from '../../support/occurrences.ts';
import { anyCurrency } from './currencies.ts';
import { rejection } from './rejection.ts';

test.each([
  ['9.99', 'USD', 999],
  [9.99, 'USD', 999],
  ['9.9', 'USD', 990],
  ['9', 'USD', 900],
  ['-0.05', 'USD', -5],
  [-0.05, 'USD', -5],
  ['-0.00', 'USD', 0],
  [-0, 'USD', 0],
  ['0', 'USD', 0],
  ['007.50', 'USD', 750],
  ['9.990000', 'USD', 999],
  ['999.000', 'JPY', 999],
  ['0.001', 'KWD', 1],
  [0.0001, 'CLF', 1],
  [1.1, 'USD', 110],
  [4.35, 'USD', 435],
  [1.15, 'USD', 115],
  ['90071992547409.91', 'USD', Number.MAX_SAFE_INTEGER],
  ['-90071992547409.91', 'USD', Number.MIN_SAFE_INTEGER],
  [Number.MAX_SAFE_INTEGER, 'JPY', Number.MAX_SAFE_INTEGER],
  ['0.001', 'kwd', 1],
  [9.99, 'uSd', 999],
  [999, 'jpy', 999],
])('converts %j %s to %d smallest units', (amount, code, expected) => {
  expect(toMinorUnits(amount, code)).toBe(expected);
});

test.each([
  '',
  ' 9',
  '9 ',
  '9\n',
  'abc',
  '9,99',
  '1,000.00',
  '+9',
  '.5',
  '5.',
  '--5',
  '1e3',
  '0x10',
  '٣',
  '$9',
])('rejects %j, which is not a plain decimal string', (amount) => {
  expect(rejection(() => toMinorUnits(amount, 'USD'))).toBe(
    'amount: must be a decimal string such as 9.99, or a finite number',
  );
});

test.each([NaN, Infinity, -Infinity, null, undefined, 9n, true, ['9.99'], { toString: () => '9.99' }])(
  'rejects %s, which is neither a string nor a finite number',
  (amount) => {
    // A caller without types can pass anything.
    expect(rejection(() => toMinorUnits(amount as unknown as number, 'USD'))).toBe(
      'amount: must be a decimal string such as 9.99, or a finite number',
    );
  },
);

test.each([
  [1.005, 'USD', 'must have at most 2 decimals'],
  ['9.991', 'USD', 'must have at most 2 decimals'],
  ['0.0001', 'KWD', 'must have at most 3 decimals'],
  [0.1 + 0.2, 'USD', 'must have at most 2 decimals'],
  [1e-7, 'USD', 'must have at most 2 decimals'],
  [-1e-7, 'JPY', 'must be an integer: the currency has no decimals'],
  ['0.5', 'JPY', 'must be an integer: the currency has no decimals'],
])('throws instead of rounding %j %s', (amount, code, rule) => {
  expect(rejection(() => toMinorUnits(amount, code))).toBe(`amount: ${rule}`);
});

test.each(['90071992547409.92', '-90071992547409.92', '100000000000000', 1e21, -1e300, '9'.repeat(100_000)])(
  'rejects an amount beyond the safe integers: %.20s',
  (amount) => {
    expect(rejection(() => toMinorUnits(amount, 'USD'))).toBe(
      'amount: must not exceed 2^53 - 1 smallest units',
    );
  },
);

test('rejects an unknown currency and names the function', () => {
  expect(() => toMinorUnits('1', 'EURO')).toThrow(/^toMinorUnits: currencyCode: .*ISO 4217/);
});

test('never quotes a rejected amount', () => {
  expect(() => toMinorUnits('4111-1111', 'USD')).toThrow(/^(?!.*4111)/);
});

test('agrees with integer arithmetic on any decimal string', () => {
  const parts = fc.record({
    negative: fc.boolean(),
    integer: fc.oneof(fc.bigInt({ min: 0n, max: 99_999_999_999n }), fc.bigInt({ min: 0n, max: 2n })),
    fraction: fc.nat({ max: 9999 }),
  });
  const seen = { negative: 0, belowOne: 0, leadingZero: 0, otherDigits: 0 };
  fc.assert(
    fc.property(parts, anyCurrency, ({ negative, integer, fraction }, { code, digits }) => {
      const tail = BigInt(fraction) % 10n ** BigInt(digits);
      const text = `${negative ? '-' : ''}${integer}.${String(tail).padStart(digits, '0')}000`;
      const size = integer * 10n ** BigInt(digits) + tail;
      expect(BigInt(toMinorUnits(text, code))).toBe(negative ? -size : size);
      if (negative) seen.negative += 1;
      if (integer === 0n) seen.belowOne += 1;
      if (tail > 0n && tail * 10n < 10n ** BigInt(digits)) seen.leadingZero += 1;
      if (digits !== 2) seen.otherDigits += 1;
    }),
  );
  expectOccurrences(seen, { negative: 30, belowOne: 8, leadingZero: 8, otherDigits: 40 });
});

test('converts a number exactly as its string form', () => {
  const seen = { fraction: 0 };
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), anyCurrency, (units, { code }) => {
      const asNumber = Number(toMajorUnits(units, code));
      expect(toMinorUnits(asNumber, code)).toBe(units);
      if (!Number.isInteger(asNumber)) seen.fraction += 1;
    }),
  );
  expectOccurrences(seen, { fraction: 40 });
});

test('either rejects a number or keeps its value', () => {
  // Nearly all doubles have more decimals than any currency.
  const decimal = fc
    .tuple(fc.integer({ min: -20_000, max: 20_000 }), fc.nat({ max: 4 }))
    .map(([digits, scale]) => digits / 10 ** scale);
  const seen = { rejected: 0, fraction: 0, belowOne: 0 };
  fc.assert(
    fc.property(fc.oneof(fc.double(), decimal), anyCurrency, (value, { code }) => {
      let units: number;
      try {
        units = toMinorUnits(value, code);
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_amount' });
        seen.rejected += 1;
        return;
      }
      expect(Number(toMajorUnits(units, code))).toBe(value === 0 ? 0 : value);
      if (!Number.isInteger(value)) seen.fraction += 1;
      if (!Number.isInteger(value) && Math.abs(value) < 1) seen.belowOne += 1;
    }),
    { numRuns: 300 },
  );
  expectOccurrences(seen, { rejected: 100, fraction: 25, belowOne: 6 });
});

test.each([
  ['70368744177664.01', 'USD'],
  ['-70368744177664.01', 'USD'],
  ['9007199254740.993', 'KWD'],
])('rejects the number %s: beyond 15 digits it may be that of a neighbour', (amount, code) => {
  expect(rejection(() => toMinorUnits(Number(amount), code))).toBe(
    'amount: must be a string if it has more than 15 digits: a number cannot hold them exactly',
  );
});

test('a string of 16 digits is exact', () => {
  expect(toMinorUnits('70368744177664.01', 'USD')).toBe(7_036_874_417_766_401);
  expect(toMinorUnits(1_234_567_890_123.45, 'USD')).toBe(123_456_789_012_345);
});

const otherwise = { currencyDigits: { HUF: 0, KWD: 2, GEM: 1 } };

test.each([
  ['3490', 'HUF', 3490],
  ['3490.00', 'huf', 3490],
  [9.99, 'KWD', 999],
  ['12.5', 'GEM', 125],
  ['9.99', 'USD', 999],
] as const)('a service that counts otherwise has %s %s as %d smallest units', (amount, code, units) => {
  expect(toMinorUnits(amount, code, otherwise)).toBe(units);
  expect(Number(toMajorUnits(units, code, otherwise))).toBe(Number(amount));
});

test.each([
  [{ HUF: 0 }, 'HUF: is not an option; known: currencyDigits'],
  ['HUF', 'options: must be an object with currencyDigits'],
  [{ currencyDigits: 'HUF=0' }, 'currencyDigits: must be an object, for example { HUF: 0 }'],
  [
    { currencyDigits: { huf: 0 } },
    'currencyDigits: "huf" must be a currency code in capital letters, such as HUF',
  ],
  [{ currencyDigits: { HUF: 0.5 } }, 'currencyDigits: HUF must be an integer from 0 to 4'],
  [{ currencyDigits: { HUF: -1 } }, 'currencyDigits: HUF must be an integer from 0 to 4'],
  [{ currencyDigits: { HUF: '0' } }, 'currencyDigits: HUF must be an integer from 0 to 4'],
  [{ currencyDigits: { USD: 0 } }, 'currencyDigits: USD must be 2: amounts in US dollars are cents'],
])('rejects the options %j', (options, message) => {
  // A cast, as a JavaScript program may pass anything.
  const given = options as MoneyOptions;
  expect(rejection(() => toMinorUnits('9', 'EUR', given))).toBe(message);
  expect(rejection(() => toMajorUnits(9, 'EUR', given))).toBe(message);
  expect(rejection(() => formatAmount(9, 'EUR', given))).toBe(
    message.replace('known: ', 'known: locale, ').replace('with ', 'with locale, '),
  );
});
