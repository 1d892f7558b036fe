import { expect, test } from 'vitest';

import { diagnose, digitsInIso, list, openStore, otherwise } from '../../odd-decimals.ts';

test('without the option, doctor names the currencies that a service counts otherwise, and nothing else', async () => {
  const store = await openStore({ seed: 1, transactions: 12_000, currencyDigits: otherwise });
  const { status, text, advice, finding } = await diagnose(store);
  expect(text).toMatch(
    /^HUF amounts are whole units: set HUF=0; KWD amounts have 2 decimals: set KWD=2; TWD amounts are whole units: set TWD=0; \d+ as expected$/,
  );
  expect(status).toBe('problem');
  expect(advice).toContain(
    `Commands: PUBLISHER_CURRENCY_DIGITS=${list}. Programs: the option currencyDigits of flatten and the conversions.`,
  );
  const others = Object.entries(finding ?? {}).filter(([code]) => !(code in otherwise));
  expect(others.length).toBeGreaterThan(30);
  expect(others).toEqual(others.map(([code]) => [code, digitsInIso.get(code)]));
});

test('doctor says nothing of decimals that are set', async () => {
  const store = await openStore({ seed: 100, currencyDigits: { EUR: 0, JPY: 3, GBP: 2 } });
  const { text } = await diagnose(store);
  expect(text?.match(/[A-Z]{3}(?= amounts )/g)).toEqual(['EUR', 'JPY']);

  const { status, text: right } = await diagnose(store, '--currency-digits', 'EUR=0,JPY=3,GBP=2');
  expect(right).toMatch(/^\d+ as expected$/);
  expect(status).toBe('ok');
});
