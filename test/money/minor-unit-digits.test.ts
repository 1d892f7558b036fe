import { expect, test } from 'vitest';

import { minorUnitDigits } from '../../src/money/index.ts';
import { currencies } from './currencies.ts';
import { refusal } from './refusal.ts';

test('returns the digits of the standard for every currency of ISO 4217', () => {
  expect(currencies.length).toBeGreaterThan(170);
  expect(currencies.map(({ code }) => [code, minorUnitDigits(code)])).toEqual(
    currencies.map(({ code, digits }) => [code, digits]),
  );
});

test.each([
  ['IQD', 3],
  ['LAK', 2],
  ['HUF', 2],
  ['IDR', 2],
  ['UGX', 0],
  ['CLF', 4],
])('follows ISO 4217 for %s, where the locale data of a runtime may differ', (code, digits) => {
  expect(minorUnitDigits(code)).toBe(digits);
});

test('knows every currency that this runtime can name', () => {
  expect(
    Intl.supportedValuesOf('currency').filter((code) => !Number.isInteger(minorUnitDigits(code))),
  ).toEqual([]);
});

test('keeps currencies withdrawn lately, which old transactions are in', () => {
  expect(['HRK', 'SLL', 'ZWL', 'CUC', 'ANG'].map(minorUnitDigits)).toEqual([2, 2, 2, 2, 2]);
});

test.each(['usd', 'US', 'USDT', '', ' USD', 'ABC', 'QQQ', '__proto__', 'constructor'])(
  'rejects %j, which is not a currency of ISO 4217',
  (code) => {
    expect(refusal(() => minorUnitDigits(code))).toBe(
      'currencyCode: must be a currency code of ISO 4217 in capital letters, for example USD',
    );
  },
);

test.each([undefined, null, 840, {}])('rejects %j, which is not a string', (code) => {
  // Untyped code can pass anything.
  expect(refusal(() => minorUnitDigits(code as string))).toMatch(/^currencyCode: /);
});
