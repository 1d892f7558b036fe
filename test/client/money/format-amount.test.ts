import { expect, test } from 'vitest';

import { formatAmount, toMajorUnits, toMinorUnits } from '../../../src/client/money/index.ts';
import * as fc from '../../support/fast-check.ts';
import { expectOccurrences } from '../../support/occurrences.ts';
import { anyAmount, currencies } from './currencies.ts';
import { rejection } from './rejection.ts';

test.each([
  [123456, 'USD', 'en-US', '$1,234.56'],
  [-5, 'USD', 'en-US', '-$0.05'],
  [999, 'JPY', 'en-US', '¥999'],
  [123456, 'EUR', 'de-DE', '1.234,56 €'],
  [1, 'KWD', 'en-US', 'KWD 0.001'],
  [1500, 'IQD', 'en-US', 'IQD 1.500'],
  [123456, 'usd', 'en-US', '$1,234.56'],
  [1500, 'iqd', 'tr-TR', 'IQD 1,500'],
  [999, 'Jpy', 'en-US', '¥999'],
  [Number.MAX_SAFE_INTEGER, 'USD', 'en-US', '$90,071,992,547,409.91'],
])('formats %d in smallest units of %s for %s as %s', (amount, code, locale, expected) => {
  // Locale data separates with no-break spaces, which differ between its versions.
  expect(formatAmount(amount, code, { locale }).replaceAll(/\s/g, ' ')).toBe(expected);
});

test.each([
  [3490, { HUF: 0 }, 'HUF 3,490'],
  [3490, { HUF: 1 }, 'HUF 349.0'],
  [3490, {}, 'HUF 34.90'],
  [3490, undefined, 'HUF 34.90'],
])('formats %d in forints that are counted as %j as %s', (amount, currencyDigits, expected) => {
  const options = { locale: 'en-US', currencyDigits };
  expect(formatAmount(amount, 'HUF', options).replaceAll(/\s/g, ' ')).toBe(expected);
});

test('uses the locale of the runtime by default', () => {
  const { locale } = new Intl.NumberFormat().resolvedOptions();
  expect(formatAmount(999, 'USD')).toBe(formatAmount(999, 'USD', { locale }));
  expect(formatAmount(999, 'USD', {})).toBe(formatAmount(999, 'USD', { locale }));
});

test.each([
  ['de-DE', 'options: must be an object with locale, currencyDigits'],
  [null, 'options: must be an object with locale, currencyDigits'],
  [{ local: 'de-DE' }, 'local: is not an option; known: locale, currencyDigits'],
])('rejects the options %j', (options, message) => {
  // A cast, as a JavaScript program may pass anything.
  expect(rejection(() => formatAmount(999, 'USD', options as object))).toBe(message);
});

test('rejects a locale that is not a language tag', () => {
  expect(rejection(() => formatAmount(999, 'USD', { locale: 'en_US' }))).toBe(
    'locale: must be a BCP 47 language tag, for example en-US',
  );
});

test('rejects an invalid amount or currency and names the function', () => {
  expect(() => formatAmount(9.99, 'USD')).toThrow(/^formatAmount: amount: /);
  expect(() => formatAmount(999, 'DOLLAR')).toThrow(/^formatAmount: currencyCode: .*ISO 4217/);
});

test('the digits convert back to the same amount, for every currency', () => {
  const seen = { belowOne: 0 };
  for (const { code, digits } of currencies) {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const digitsOnly = formatAmount(amount, code, { locale: 'en-US' }).replaceAll(/[^\d.-]/g, '');
        expect(digitsOnly).toBe(toMajorUnits(amount, code));
        expect(toMinorUnits(digitsOnly, code)).toBe(amount);
        if (amount !== 0 && Math.abs(amount) < 10 ** digits) seen.belowOne += 1;
      }),
      { numRuns: 10, examples: [[0], [-1], [Number.MAX_SAFE_INTEGER], [Number.MIN_SAFE_INTEGER]] },
    );
  }
  expectOccurrences(seen, { belowOne: 100 });
});
