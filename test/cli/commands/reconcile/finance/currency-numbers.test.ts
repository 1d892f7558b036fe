import { data } from 'currency-codes';
import { expect, test } from 'vitest';

import { currencyOfNumber } from '../../../../../src/cli/commands/reconcile/finance/currency-numbers.ts';

test('every currency of ISO 4217 is found by its number, with its zeros and without', () => {
  for (const { code, number } of data) {
    expect(currencyOfNumber(number)).toBe(code);
    expect(currencyOfNumber(String(Number(number)))).toBe(code);
  }
  expect(data.length).toBeGreaterThan(170);
  for (const other of ['', '1', '0978', 'EUR']) expect(currencyOfNumber(other)).toBeUndefined();
});
