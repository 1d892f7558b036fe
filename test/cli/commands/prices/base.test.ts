import { expect, test } from 'vitest';

import { openStore, overridesIn } from './run-prices.ts';
import { said } from '../../../support/said.ts';

const head = 'price_usd_cents,country_code,override';
const before = { 999: { BR: 55, DE: 9.49, MX: 199 }, 1999: {} };
const base = [head, '999,BR,55', '999,DE,9.49', '999,MX,199', '1999,,'];
/** BR is changed, MX is removed, JP is added. */
const sheet = [head, '999,BR,49.9', '999,DE,9.49', '999,MX,', '1999,JP,3000'];
/** What a colleague has meanwhile: another BR, another DE, and FR. */
const meanwhile = { 999: { BR: 52, DE: 8.99, FR: 9.99, MX: 199 }, 1999: {} };

async function opened() {
  const store = await openStore({ points: meanwhile });
  store.write('base.csv', base);
  store.write('prices.csv', sheet);
  return store;
}

test('with --base, only what differs from it is wanted, and a conflict is not sent', async () => {
  const store = await opened();
  const { code, out } = await store.run('apply', 'prices.csv', '--base', 'base.csv', '--yes');

  expect(code).toBe(3);
  expect(out).toContain(
    '1 conflict, which somebody else has changed, not sent (it was → the service has | the sheet says):\n',
  );
  expect(out).toContain('\n  999 ($9.99) BR 55.00 BRL → 52.00 | 49.90 BRL\n');
  expect(await overridesIn(store)).toEqual({ 999: { BR: 52, DE: 8.99, FR: 9.99 }, 1999: { JP: 3000 } });
});

test.each([
  ['--mine', 49.9],
  ['--theirs', 52],
])('%s decides conflicts', async (side, expected) => {
  const store = await opened();
  const { code } = await store.run('apply', 'prices.csv', '--base', 'base.csv', side, '--yes');

  expect(code).toBe(0);
  expect((await overridesIn(store))['999']).toEqual({ BR: expected, DE: 8.99, FR: 9.99 });
});

test('a price point that a colleague has deleted is a conflict', async () => {
  const store = await openStore({ points: { 1999: {} } });
  store.write('base.csv', base);
  store.write('prices.csv', sheet);
  const { code } = await store.run('apply', 'prices.csv', '--base', 'base.csv', '--yes');

  expect(code).toBe(3);
  expect(await overridesIn(store)).toEqual({ 1999: { JP: 3000 } });
});

test('without --base, the number of values that are replaced is said', async () => {
  const store = await openStore({ points: before });
  store.write('prices.csv', sheet);

  expect((await store.run('plan', 'prices.csv')).out).toContain('\n2 values of the service are replaced\n');
});

test.each([
  [['--only', '1999'], { ...before, 1999: { JP: 3000 } }],
  [['--countries', 'BR'], { 999: { ...before[999], BR: 49.9 }, 1999: {} }],
])('%j narrows what is wanted', async (flags, expected) => {
  const store = await openStore({ points: before });
  store.write('prices.csv', sheet);
  expect((await store.run('apply', 'prices.csv', '--yes', ...flags)).code).toBe(0);

  expect(await overridesIn(store)).toEqual(expected);
});

test.each([
  ['--only', '1999,1998', '1998'],
  ['--countries', 'BR,XX', 'XX'],
])('%s %s names what neither the sheet nor the service has', async (flag, values, unknown) => {
  const store = await openStore({ points: before });
  store.write('prices.csv', sheet);
  const { code, err } = await store.run('plan', 'prices.csv', flag, values);

  expect([code, err]).toEqual([2, expect.stringMatching(said(`${flag}: ${unknown} … sheet … service\n`))]);
});

test('--prune, which deletes the prices of all countries, is not for some of them', async () => {
  const store = await openStore({ points: before });
  store.write('prices.csv', sheet);
  const { code, err } = await store.run(
    'apply',
    'prices.csv',
    '--prune',
    'all',
    '--countries',
    'BR',
    '--yes',
  );

  expect([code, err]).toEqual([2, expect.stringMatching(said('--prune: … --countries'))]);
  expect(store.writes()).toEqual([]);
});
