import { expect, test } from 'vitest';

import { openStore, overridesIn, recordsOf, type Store } from './run-prices.ts';

const points = { 999: { BR: 55 }, 1999: { BR: 109, DE: 19 }, 2999: { FR: 29.99 } };
const sheet = [
  'price_usd_cents,country_code,override',
  '499,DE,4.49',
  '999,BR,49.9',
  '1999,BR,',
  '1999,DE,19',
  '1999,JP,3000',
];

/** Applies that sheet, which deletes 2999 too, and returns the name of its record. */
async function applied(store: Store): Promise<string> {
  store.write('prices.csv', sheet);
  expect((await store.run('apply', 'prices.csv', '--yes', '--prune')).code).toBe(0);
  return recordOf(store);
}

/** The newest record. */
function recordOf(store: Store): string {
  return recordsOf(store).at(-1) ?? '';
}

function set({ client }: Store, price: number, own: Readonly<Record<string, number>>): Promise<unknown> {
  const priceOverrides = Object.entries(own).map(([countryCode2, price]) => ({ countryCode2, price }));
  return client.pricePoints.update(price, { priceOverrides });
}

test('an undo restores what a run changed, removed and deleted, and with --prune deletes what it created', async () => {
  const store = await openStore({ points });
  const record = await applied(store);
  const kept = await store.run('undo', record, '--yes');
  expect(kept.code).toBe(3);
  expect(kept.out).toContain(
    '1 price point that the run created stays: 499 ($4.99). An offer may use it by now',
  );
  expect(await overridesIn(store)).toEqual({ 499: { DE: 4.49 }, ...points });

  const { code, err } = await store.run('undo', record, '--yes', '--prune', '--quiet');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(await overridesIn(store)).toEqual(points);
});

test('what somebody has changed since is listed and kept', async () => {
  const store = await openStore({ points });
  const record = await applied(store);
  await set(store, 999, { BR: 51, MX: 199 });
  await set(store, 499, { DE: 4.49, FR: 4.79 });
  const { code, out } = await store.run('undo', record, '--yes', '--prune');

  expect(code).toBe(3);
  expect(out).toContain('\n  999 ($9.99) BR 49.90 BRL → 51.00 | 55.00 BRL\n');
  expect(out).toContain('\n  499 ($4.99) FR ');
  expect(await overridesIn(store)).toEqual({
    ...points,
    499: { DE: 4.49, FR: 4.79 },
    999: { BR: 51, MX: 199 },
  });
});

test('--dry-run shows what an undo would take back, and sends nothing', async () => {
  const store = await openStore({ points });
  const record = await applied(store);
  const writes = store.writes().length;
  const { code, out } = await store.run('undo', record, '--dry-run', '--prune');

  expect(code).toBe(3);
  expect(out).toContain('\nChanges:\n  deleted 499 ($4.99)\n');
  expect(store.writes()).toHaveLength(writes);
  expect(recordOf(store)).toBe(record);
});

test('an undo can be undone, by its own record', async () => {
  const store = await openStore({ points: { 999: { BR: 55 } } });
  store.write('prices.csv', ['price_usd_cents,country_code,override', '999,BR,49.9']);
  await store.run('apply', 'prices.csv', '--yes');
  await store.run('undo', recordOf(store), '--yes', '--record', 'undo.jsonl');
  expect(await overridesIn(store)).toEqual({ 999: { BR: 55 } });
  expect((await store.run('undo', 'undo.jsonl', '--yes')).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ 999: { BR: 49.9 } });
});

test('a record shows each change and what was done of it, without a service', async () => {
  const store = await openStore({ points, fault: ({ method }) => (method === 'PUT' ? 'lost' : undefined) });
  store.write('prices.csv', sheet);
  expect((await store.run('apply', 'prices.csv', '--yes')).code).toBe(1);
  const { code, out } = await store.run('show', recordOf(store));

  expect(code).toBe(0);
  expect(out).toContain(
    'unknown whether applied:\n  999 ($9.99) BR 55.00 → 49.90 BRL (-9.3 %): pricePoints.update',
  );
  expect(out).toContain('applied:\n  created 499 ($4.99)\n');
  expect(out).toContain('not sent:\n  1999 ($19.99) BR ');
});

test.each([
  [{ environment: 'sandbox' }, 'is of sandbox at http://127.0.0.1:'],
  [{ origin: 'https://old.example.com' }, '--yes: prices.jsonl is of another address'],
  [{ resource: 'translations' }, 'is of translations, not of prices'],
])('a record of %j is rejected', async (changed, message) => {
  const store = await openStore({ points });
  store.write('prices.csv', sheet);
  await store.run('apply', 'prices.csv', '--yes', '--record', 'prices.jsonl');
  const writes = store.writes().length;
  const [head = '', ...lines] = store.read('prices.jsonl').split('\n');
  const other = JSON.stringify({ ...(JSON.parse(head) as object), ...changed });
  store.write('prices.jsonl', [other, ...lines].join('\n'));
  const { code, err } = await store.run('undo', 'prices.jsonl', '--yes');

  expect(err).toContain(message);
  expect(code).toBe(2);
  expect(store.writes()).toHaveLength(writes);
});

test('the table of an undo has all its columns where a country goes back to its calculated price', async () => {
  const store = await openStore({ points: { 999: { BR: 40 } } });
  store.write('prices.csv', ['price_usd_cents,country_code,override', '999,BR,50', '999,DE,8']);
  await store.run('apply', 'prices.csv', '--yes', '--record', 'r.jsonl');
  const { out } = await store.run('undo', 'r.jsonl', '--dry-run');

  expect(out).toMatch(/│ DE +│ +0 │ +1 │ +│ +│\n/);
  expect(out).toMatch(/│ BR +│ +1 │ +0 │ -20 % │ -20 % │\n/);
});

test('a sheet without a record, and a sheet beside a record, are wrong usage', async () => {
  const store = await openStore();
  const [alone, both] = [
    await store.run('undo', 'a.csv', '--yes'),
    await store.run('undo', 'a.csv', 'b.jsonl'),
  ];

  expect([alone.code, both.code]).toEqual([2, 2]);
  expect(alone.err).toContain('a.csv: no record of it for http://127.0.0.1:');
  expect(both.err).toContain(
    '<file>: must be records (.jsonl), or one sheet or plan, whose last change is taken back\n',
  );
});
