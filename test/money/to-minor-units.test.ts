import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { toMajorUnits, toMinorUnits } from '../../src/money/index.ts';
import { anyAmount, anyCurrency } from './currencies.ts';
import { refusal } from './refusal.ts';

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
])('reads %j %s as %d smallest units', (amount, code, expected) => {
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
  expect(refusal(() => toMinorUnits(amount, 'USD'))).toBe(
    'amount: must be decimal text such as 9.99, or a finite number',
  );
});

test.each([NaN, Infinity, -Infinity, null, undefined, 9n, true, ['9.99'], { toString: () => '9.99' }])(
  'rejects %s, which is neither a string nor a finite number',
  (amount) => {
    // Untyped code can pass anything.
    expect(refusal(() => toMinorUnits(amount as unknown as number, 'USD'))).toBe(
      'amount: must be decimal text such as 9.99, or a finite number',
    );
  },
);

test.each([
  [1.005, 'USD', 'must have at most 2 decimals'],
  ['9.991', 'USD', 'must have at most 2 decimals'],
  ['0.0001', 'KWD', 'must have at most 3 decimals'],
  [0.1 + 0.2, 'USD', 'must have at most 2 decimals'],
  [1e-7, 'USD', 'must have at most 2 decimals'],
  [-1e-7, 'JPY', 'must be whole: the currency has no decimals'],
  ['0.5', 'JPY', 'must be whole: the currency has no decimals'],
])('rejects to round %j %s', (amount, code, rule) => {
  expect(refusal(() => toMinorUnits(amount, code))).toBe(`amount: ${rule}`);
});

test.each(['90071992547409.92', '-90071992547409.92', '100000000000000', 1e21, -1e300, '9'.repeat(100_000)])(
  'rejects an amount beyond the safe integers: %.20s',
  (amount) => {
    expect(refusal(() => toMinorUnits(amount, 'USD'))).toBe('amount: must not pass 2^53 - 1 smallest units');
  },
);

test('rejects ten million digits at once, where a BigInt of them takes seconds', () => {
  const started = performance.now();
  expect(refusal(() => toMinorUnits('9'.repeat(10_000_000), 'USD'))).toContain('must not pass');
  expect(performance.now() - started).toBeLessThan(1000);
});

test('rejects an unknown currency, and names the helper', () => {
  expect(() => toMinorUnits('1', 'EURO')).toThrow(/^toMinorUnits: currencyCode: must be a currency code/);
});

test('never quotes the amount it rejects', () => {
  expect(() => toMinorUnits('4111-1111', 'USD')).toThrow(/^(?!.*4111)/);
});

test('agrees with integer arithmetic on any decimal string', () => {
  const parts = fc.record({
    negative: fc.boolean(),
    whole: fc.bigInt({ min: 0n, max: 99_999_999_999n }),
    fraction: fc.nat({ max: 9999 }),
  });
  fc.assert(
    fc.property(parts, anyCurrency, ({ negative, whole, fraction }, { code, digits }) => {
      const tail = BigInt(fraction) % 10n ** BigInt(digits);
      const text = `${negative ? '-' : ''}${whole}.${String(tail).padStart(digits, '0')}000`;
      const size = whole * 10n ** BigInt(digits) + tail;
      expect(BigInt(toMinorUnits(text, code))).toBe(negative ? -size : size);
    }),
  );
});

test('reads a number exactly as it reads the number as a string', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), anyCurrency, (units, { code }) => {
      const asNumber = Number(toMajorUnits(units, code));
      expect(toMinorUnits(asNumber, code)).toBe(units);
    }),
  );
});

test('either rejects any number or keeps its value', () => {
  fc.assert(
    fc.property(fc.double(), anyCurrency, (value, { code }) => {
      let units: number;
      try {
        units = toMinorUnits(value, code);
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_amount' });
        return;
      }
      expect(Number(toMajorUnits(units, code))).toBe(value === 0 ? 0 : value);
    }),
  );
});

test('is reversed by toMajorUnits with the same value', () => {
  fc.assert(
    fc.property(anyAmount, anyCurrency, (amount, { code }) => {
      const text = toMajorUnits(amount, code);
      expect(toMajorUnits(toMinorUnits(`${text}${text.includes('.') ? '00' : '.00'}`, code), code)).toBe(
        text,
      );
    }),
  );
});
