import { expect, test } from 'vitest';

import { openStore } from './run-prices.ts';

test.each([
  [
    'JP',
    '1480',
    '1400.55',
    'changes[0]: 999 JP: the amount "1400.55" must be an integer: the currency has no decimals',
  ],
  ['DE', '9.49', '9.4999', 'changes[0]: 999 DE: the amount "9.4999" must have'],
  ['DE', '9.49', '0', 'changes[0]: before and after must be a decimal of more than 0'],
  ['XX', '9.49', '9.49', 'changes[0]: no price point of the service has the country XX'],
])(
  'a plan that was edited to %s %s → %s is held to the rules of a sheet',
  async (country, planned, edited, message) => {
    const store = await openStore({ points: { 999: {} } });
    const row = country === 'XX' ? `999,DE,${planned}` : `999,${country},${planned}`;
    store.write('sale.csv', ['price_usd_cents,country_code,override', row]);
    await store.run('plan', 'sale.csv', '--out', 'plan.json', '--quiet');
    const plan = JSON.parse(store.read('plan.json')) as { changes: { cell: string; after: string }[] };
    for (const change of plan.changes) Object.assign(change, { cell: country, after: edited });
    store.write('plan.json', JSON.stringify(plan));
    const { code, err } = await store.run('apply', 'plan.json', '--yes', '--quiet');

    expect({ code, writes: store.writes() }).toEqual({ code: 2, writes: [] });
    expect(err).toContain(`plan.json: ${message}`);
  },
);

test('decimals that the service or the command line has are those of a plan too', async () => {
  const store = await openStore({ points: { 999: {} } });
  store.write('sale.csv', ['price_usd_cents,country_code,override', '999,HU,3490.5']);
  const digits = ['--currency-digits', 'HUF=2'];
  await store.run('plan', 'sale.csv', ...digits, '--out', 'plan.json', '--quiet');
  const { code } = await store.run('apply', 'plan.json', ...digits, '--yes', '--quiet');

  expect({ code, writes: store.writes().length }).toEqual({ code: 0, writes: 1 });
});
