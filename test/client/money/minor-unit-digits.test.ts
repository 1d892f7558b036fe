import { expect, test } from 'vitest';

import { minorUnitDigits } from '../../../src/client/money/index.ts';
import { currencies } from './currencies.ts';
import { rejection } from './rejection.ts';

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

test('supports every currency that this runtime supports', () => {
  expect(
    Intl.supportedValuesOf('currency').filter((code) => !Number.isInteger(minorUnitDigits(code))),
  ).toEqual([]);
});

test('supports recently withdrawn currencies, which old transactions use', () => {
  expect(['HRK', 'SLL', 'ZWL', 'CUC', 'ANG'].map(minorUnitDigits)).toEqual([2, 2, 2, 2, 2]);
});

test('accepts a code in any case', () => {
  for (const { code, digits } of currencies) {
    const lower = code.toLowerCase();
    expect([lower, `${code.slice(0, 1)}${lower.slice(1)}`].map(minorUnitDigits)).toEqual([digits, digits]);
  }
});

// In upper case 'ſ' is S and 'ı' is I; 'K' is the sign for kelvin.
test.each(['uſd', 'ınr', '\u212Awd', 'US', 'USDT', '', ' USD', 'ABC', 'QQQ', '__proto__', 'constructor'])(
  'rejects %j, which is not a currency of ISO 4217',
  (code) => {
    expect(rejection(() => minorUnitDigits(code))).toBe(
      'currencyCode: must be an ISO 4217 currency code, for example USD',
    );
  },
);

test.each([undefined, null, 840, {}, ['usd'], { toString: () => 'usd' }])(
  'rejects %j, which is not a string',
  (code) => {
    // A caller without types can pass anything.
    expect(rejection(() => minorUnitDigits(code as string))).toMatch(/^currencyCode: /);
  },
);
