import { readFileSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { openStore, overridesIn, type Store } from './run-prices.ts';

const sheet = ['price_usd_cents,country_code,override', '99,,', '999,BR,', '999,DE,9.49', '1999,JP,3000'];

test('creates, updates and deletes are sent in this order, and each is read again', async () => {
  const store = await openStore({ points: { 99: {}, 999: { BR: 39.9 }, 2999: {} } });
  store.write('prices.csv', sheet);
  const { code, out, err } = await store.run('apply', 'prices.csv', '--yes', '--prune');

  expect({ code, err: err.replaceAll(/^\d of .*\n/gm, '') }).toEqual({ code: 0, err: '' });
  expect(out).toContain('\n5 changes: 5 applied\nRecord: prices.csv.');
  expect(store.writes()).toEqual([
    'POST /v1/price-points {"priceInUsdCents":1999,"priceOverrides":[{"countryCode2":"JP","price":3000}]}',
    'PUT /v1/price-points/999 {"priceOverrides":[{"countryCode2":"DE","price":9.49}]}',
    'DELETE /v1/price-points/2999',
  ]);
  expect(await overridesIn(store)).toEqual({ 99: {}, 999: { DE: 9.49 }, 1999: { JP: 3000 } });
});

test('all wanted overrides are sent, not only those that change', async () => {
  const store = await openStore({ points: { 999: { BR: 39.9 } } });
  store.write('prices.csv', ['price_usd_cents,country_code,override', '999,BR,39.90', '999,DE,9.49']);
  await store.run('apply', 'prices.csv', '--yes');

  expect(await overridesIn(store)).toEqual({ 999: { BR: 39.9, DE: 9.49 } });
});

test('where overrides are only removed, the base price is repeated', async () => {
  const store = await openStore({ points: { 999: { BR: 39.9, DE: 9.49 } } });
  store.write('prices.csv', ['price_usd_cents,country_code,override', '999,BR,', '999,DE,9.49']);
  const { code } = await store.run('apply', 'prices.csv', '--yes');

  expect(code).toBe(0);
  expect(store.writes()).toEqual([
    'PUT /v1/price-points/999 {"updatedPriceInUsdCents":999,"priceOverrides":[{"countryCode2":"DE","price":9.49}]}',
  ]);
});

test('a service that takes the repeated base price for a conflict is named', async () => {
  const store = await openStore({
    points: { 999: { BR: 39.9 } },
    respond: ({ method }) =>
      method === 'PUT'
        ? Response.json(
            { message: 'Cannot create new pricing. The price point already exists.' },
            { status: 409 },
          )
        : undefined,
  });
  store.write('prices.csv', ['price_usd_cents,country_code,override', '999,BR,']);
  const { code, out, err } = await store.run('apply', 'prices.csv', '--yes');

  expect(code).toBe(1);
  expect(out).toContain('\n1 change: 1 rejected\nrejected:\n  999 ($9.99) BR 39.90 → calculated');
  expect(err).toContain('It repeats its base price, because it only removes overrides');
  expect(err).toContain('Correct the sheet, and run it again\n');
});

test('without a terminal, nothing is sent without --yes', async () => {
  const store = await openStore({ points: { 999: {} } });
  store.write('prices.csv', sheet);
  const { code, err } = await store.run('apply', 'prices.csv');

  expect(code).toBe(2);
  expect(err).toContain('--yes: ');
  expect(store.writes()).toEqual([]);
});

test('nothing to do is done without asking', async () => {
  const store = await openStore({ points: { 99: {} } });
  store.write('prices.csv', ['price_usd_cents', '99']);

  expect(await store.run('apply', 'prices.csv', '--quiet')).toEqual({ code: 0, out: '', err: '' });
  expect(JSON.parse((await store.run('apply', 'prices.csv', '--quiet', '--json')).out)).toMatchObject({
    changes: [],
    conflicts: [],
  });
  expect(store.files()).toEqual(['prices.csv']);
});

test('an override that the service keeps is a difference, and the rest is applied', async () => {
  const store = await openStore({
    points: { 999: { BR: 39.9 }, 2999: {} },
    rewrite: ({ method, url, body }) => {
      if (method !== 'PUT' || !url.endsWith('/999')) return body;
      const update = JSON.parse(body) as { priceOverrides: object[] };
      return JSON.stringify({
        priceOverrides: [...update.priceOverrides, { countryCode2: 'BR', price: 39.9 }],
      });
    },
  });
  store.write('prices.csv', [
    'price_usd_cents,country_code,override',
    '999,BR,',
    '999,DE,9.49',
    '2999,DE,29.99',
  ]);
  const { code, out } = await store.run('apply', 'prices.csv', '--yes', '--json', '--quiet');

  expect(code).toBe(3);
  expect(JSON.parse(out)).toMatchObject({
    changes: [
      { item: '999', cell: 'BR', state: 'differs', problem: 'read back 39.90' },
      { item: '999', cell: 'DE', state: 'applied' },
      { item: '2999', cell: 'DE', state: 'applied' },
    ],
  });
});

test('a price point that somebody else has created meanwhile is not overwritten', async () => {
  const store = await openStore({
    points: { 99: {} },
    fault: ({ method }) => (method === 'POST' ? (void create(), undefined) : undefined),
    respond: ({ method }) =>
      method === 'POST'
        ? Response.json(
            { message: 'Cannot create new pricing. The price point already exists.' },
            { status: 409 },
          )
        : undefined,
  });
  const create = () => store.client.pricePoints.create({ priceInUsdCents: 1999 });
  store.write('prices.csv', ['price_usd_cents,country_code,override', '1999,JP,3000']);
  const { code, out } = await store.run('apply', 'prices.csv', '--yes');

  expect(code).toBe(3);
  expect(out).toMatch(
    /\ndiffers:\n {2}1999 \(\$19\.99\) JP calculated.* → 3,000 JPY.*: read back calculated, about [\d,]+\n/,
  );
  expect(await overridesIn(store)).toEqual({ 99: {}, 1999: {} });
});

test('a create that the service rejects has failed: it is not taken for one that somebody else has made', async () => {
  const store = await openStore({
    points: { 99: {} },
    respond: ({ method }) =>
      method === 'POST' ? Response.json({ message: 'Not a price.' }, { status: 400 }) : undefined,
  });
  store.write('prices.csv', ['price_usd_cents', '99', '1999']);
  const { code, out } = await store.run('apply', 'prices.csv', '--yes');

  expect(code).toBe(1);
  expect(out).toContain('\nrejected:\n  created 1999 ($19.99): ');
});

test('a plan file is applied as it is', async () => {
  const store = await openStore({ points: { 99: {}, 999: { BR: 39.9 }, 2999: {} } });
  store.write('prices.csv', sheet);
  await store.run('plan', 'prices.csv', '--prune', '--out', 'plan.json');
  store.write('prices.csv', 'no longer a sheet');
  const { code } = await store.run('apply', 'plan.json', '--yes');

  expect(code).toBe(0);
  expect(await overridesIn(store)).toEqual({ 99: {}, 999: { DE: 9.49 }, 1999: { JP: 3000 } });
});

test.each<[string, string, (store: Store) => Promise<unknown>]>([
  [
    'a changed override',
    '999 ($9.99) BR',
    ({ client }) => client.pricePoints.update(999, { priceOverrides: [{ countryCode2: 'BR', price: 41 }] }),
  ],
  ['a deleted price point', '999 ($9.99)', ({ client }) => client.pricePoints.delete(999)],
])('%s makes a plan out of date, and nothing is sent', async (_name, place, change) => {
  const store = await openStore({ points: { 99: {}, 999: { BR: 39.9 } } });
  store.write('prices.csv', sheet);
  await store.run('plan', 'prices.csv', '--out', 'plan.json');
  await change(store);
  const { code, err } = await store.run('apply', 'plan.json', '--yes');

  expect(code).toBe(3);
  expect(err).toContain(`plan.json: the plan is out of date: somebody has changed ${place}`);
  expect(err).toContain('nothing was sent. Plan again\n');
  expect(store.writes()).toEqual([]);
});

test('what a plan does not change may change: it is applied, and that is kept', async () => {
  const store = await openStore({ points: { 99: {}, 999: { BR: 39.9 } } });
  store.write('prices.csv', sheet);
  await store.run('plan', 'prices.csv', '--out', 'plan.json');
  const overrides = { BR: 39.9, FR: 9.99 };
  const priceOverrides = Object.entries(overrides).map(([countryCode2, price]) => ({ countryCode2, price }));
  await store.client.pricePoints.update(999, { priceOverrides });
  await store.client.pricePoints.create({ priceInUsdCents: 500 });

  expect((await store.run('apply', 'plan.json', '--yes')).code).toBe(0);
  expect(await overridesIn(store)).toEqual({
    99: {},
    500: {},
    999: { DE: 9.49, FR: 9.99 },
    1999: { JP: 3000 },
  });
});

test.each([
  [
    { origin: 'https://other.example.com' },
    'was made for production at https://other.example.com, and this is',
  ],
  [{ environment: 'sandbox' }, 'was made for sandbox at http://127.0.0.1:'],
  [
    { version: 2, packageVersion: '0.3.0', changes: 'all' },
    'was written by publisher-commerce 0.3.0 in form 2, and this is',
  ],
  [{ resource: 'translations' }, 'is of translations, not of prices'],
  [
    { changes: [{ item: '-1', cell: 'DE', before: null, after: '1' }] },
    'changes[0]: item must be a positive',
  ],
  [
    { changes: [{ item: '999', cell: 'DE', before: null, after: '1e9' }] },
    'changes[0]: before and after must be',
  ],
  [{ changes: 'all' }, 'changes must be an array'],
  [
    { conflicts: [{ item: 'x', cell: 'DE', service: null, after: '1' }] },
    'conflicts[0]: item must be a positive',
  ],
  [
    { kept: [{ item: '999', cell: 'Germany', sheet: '1', service: null }] },
    'kept[0]: cell must be a country',
  ],
])('a plan of %j is rejected, and nothing is sent', async (changed, message) => {
  const store = await openStore({ points: { 999: { BR: 39.9 } } });
  store.write('prices.csv', sheet);
  await store.run('plan', 'prices.csv', '--out', 'plan.json');
  const plan = JSON.parse(readFileSync(store.path('plan.json'), 'utf8')) as object;
  writeFileSync(store.path('plan.json'), JSON.stringify({ ...plan, ...changed }));
  const { code, err } = await store.run('apply', 'plan.json', '--yes');

  expect(err).toContain(`publisher-commerce: plan.json: ${message}`);
  expect(code).toBe(2);
  expect(store.writes()).toEqual([]);
});

test('a plan that was edited shows what it sends', async () => {
  const store = await openStore({ points: { 999: {} } });
  store.write('prices.csv', ['price_usd_cents,country_code,override', '999,DE,9.49']);
  await store.run('plan', 'prices.csv', '--out', 'plan.json');
  store.write('plan.json', store.read('plan.json').replace('9.49', '8.99'));
  const shown = await store.run('show', 'plan.json');
  const { code, out } = await store.run('apply', 'plan.json', '--yes');

  expect(code).toBe(0);
  for (const text of [shown.out, out]) expect(text).toContain('→ 8.99 EUR');
  expect(await overridesIn(store)).toEqual({ 999: { DE: 8.99 } });
});

test('a file that is no plan is rejected', async () => {
  const store = await openStore();
  store.write('plan.json', 'price_usd_cents');

  expect((await store.run('apply', 'plan.json')).err).toContain('plan.json: is not JSON');
  for (const args of [
    ['apply', 'none.json'],
    ['undo', 'none.jsonl'],
    ['apply', 'none.csv'],
  ]) {
    const { code, err } = await store.run(...args);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(': cannot be read: it does not exist (ENOENT)\n'),
    ]);
  }
});
