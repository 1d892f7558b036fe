import { expect, test } from 'vitest';

import { countries } from '../../../src/sandbox/market/countries.ts';

test('there are more than forty countries, each once, with a code and a name of ISO 3166', () => {
  expect(countries.length).toBeGreaterThan(40);
  expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length);
  // `fallback: 'none'` returns undefined for a code that is not a region.
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const { code, name } of countries) {
    expect(names.of(code), code).toBeDefined();
    expect(name.length, code).toBeGreaterThan(2);
  }
});

test('every currency is known to the runtime', () => {
  const known = new Set(Intl.supportedValuesOf('currency'));
  for (const { currency } of countries) expect(known).toContain(currency.code);
});

test.each([
  ['US', 'USD', 'Excluded', 0, 2],
  ['CA', 'CAD', 'Excluded', 500, 2],
  ['DE', 'EUR', 'Included', 1900, 2],
  ['FI', 'EUR', 'Included', 2550, 2],
  ['GB', 'GBP', 'Included', 2000, 2],
  ['JP', 'JPY', 'Included', 1000, 0],
  ['KR', 'KRW', 'Included', 1000, 0],
  ['CL', 'CLP', 'Included', 1900, 0],
  ['VN', 'VND', 'Included', 1000, 0],
  ['IS', 'ISK', 'Included', 2400, 0],
  ['PY', 'PYG', 'Included', 1000, 0],
  ['BH', 'BHD', 'Included', 1000, 3],
  ['JO', 'JOD', 'Included', 1600, 3],
  ['KW', 'KWD', 'Excluded', 0, 3],
])(
  '%s pays in %s, tax %s at %d basis points, %d digits',
  (code, currency, taxModel, taxBasisPoints, digits) => {
    expect(countries.find((country) => country.code === code)).toMatchObject({
      currency: { code: currency },
      taxModel,
      taxBasisPoints,
      digits,
    });
  },
);
