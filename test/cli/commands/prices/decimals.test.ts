import { expect, test } from 'vitest';

import { openStore } from './run-prices.ts';
import { said } from '../../../support/said.ts';

const sheet = (override: string) => ['price_usd_cents,country_code,override', `999,HU,${override}`];

test('an override has no more decimals than the option says', async () => {
  const store = await openStore({ points: { 999: {} }, currencyDigits: { HUF: 0 } });
  store.write('prices.csv', sheet('3490.50'));
  expect((await store.run('plan', 'prices.csv')).code).toBe(3);
  const { code, err } = await store.run('plan', 'prices.csv', '--currency-digits', 'HUF=0');
  expect(code).toBe(2);
  expect(err).toMatch(said('override: … "3490.50"'));
  store.write('prices.csv', sheet('3490.00'));
  expect((await store.run('plan', 'prices.csv', '--currency-digits', 'HUF=0')).code).toBe(3);
});

test('an override may have as many decimals as a price of the service, which is said', async () => {
  const store = await openStore({ points: { 999: {}, 1999: { HU: 6990.125 } } });
  store.write('prices.csv', [...sheet('3490.125'), '1999,HU,6990.125']);
  const { code, out, err } = await store.run('plan', 'prices.csv');
  expect(err).toContain('HUF: the service has a price with 3 decimals, not 2: up to 3 are accepted\n');
  expect(err.match(/the service has a price/g)).toHaveLength(1);
  expect(code).toBe(3);
  expect(out).toContain('→ 3,490.125 HUF');
  store.write('prices.csv', [...sheet('3490.1255'), '1999,HU,6990.125']);
  expect((await store.run('plan', 'prices.csv')).code).toBe(2);
});
