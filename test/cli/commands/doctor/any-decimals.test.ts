import { expect, test } from 'vitest';

import * as fc from '../../../support/fast-check.ts';
import { diagnose, digitsInIso, openStore, otherwise } from '../../odd-decimals.ts';

test('doctor names the currencies that ten services count otherwise, and nothing else', async () => {
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    const store = await openStore({ seed, transactions: 12_000, currencyDigits: otherwise });
    const { finding } = await diagnose(store);
    const expected = Object.keys(finding ?? {}).map((code) => [code, digitsInIso.get(code)]);
    expect(finding).toEqual({ ...Object.fromEntries(expected), ...otherwise });
    expect(expected.length).toBeGreaterThan(30);
  }
});

test('doctor finds any decimals of any currency, and says nothing of those that are set', async () => {
  const codes = fc.constantFrom('EUR', 'JPY', 'GBP', 'CAD', 'KRW', 'BRL', 'IDR', 'TWD', 'KWD', 'AUD');
  const sets = fc.dictionary(codes, fc.integer({ min: 0, max: 3 }), { minKeys: 2, maxKeys: 4 });
  for (const [index, currencyDigits] of fc.sample(sets, 10).entries()) {
    const store = await openStore({ seed: 100 + index, transactions: 3000, currencyDigits });
    const wrong = Object.entries(currencyDigits).filter(([code, digits]) => digits !== digitsInIso.get(code));
    const { finding, text = '' } = await diagnose(store);
    expect(finding).toMatchObject(currencyDigits);
    expect(text.match(/[A-Z]{3}(?= amounts )/g) ?? []).toEqual(wrong.map(([code]) => code).sort());

    const set = Object.entries(currencyDigits).map((entry) => entry.join('='));
    const { status, text: right } = await diagnose(store, '--currency-digits', set.join(','));
    expect(right).toMatch(/^\d+ as expected$/);
    expect(status).toBe('ok');
  }
});
