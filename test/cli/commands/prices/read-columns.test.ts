import { expect, test } from 'vitest';

import { said } from '../../../support/said.ts';
import { edit, type } from './edit-sheet.ts';
import { openStore, overridesIn, type Store } from './run-prices.ts';

/** Opens a store whose price in a country has more decimals than a spreadsheet shows, and pulls it. */
async function openPulled(price: number, realTimePrice = price): Promise<Store> {
  const served: { body?: { readonly priceByCountry: readonly object[] } } = {};
  const store = await openStore({
    points: { 999: {} },
    respond: ({ method, url }) => {
      const { body } = served;
      if (method !== 'GET' || !url.endsWith('/price-points/999') || body === undefined) return undefined;
      const priceByCountry = body.priceByCountry.map((row) =>
        'countryCode2' in row && row.countryCode2 === 'KW' ? { ...row, price, realTimePrice } : row,
      );
      return Response.json({ ...body, priceByCountry });
    },
  });
  served.body = await store.client.pricePoints.get(999);
  await store.run('pull', '--out', 'sheet.csv', '--quiet');
  return store;
}

const columns = ['current_price', 'real_time_price'] as const;

test.each(columns)('a %s that a spreadsheet has rounded to two decimals is no fault', async (column) => {
  const store = await openPulled(0.417);
  type(store, 'sheet.csv', 999, { KW: '0.42' }, column);

  expect(await store.run('plan', 'sheet.csv', '--quiet')).toMatchObject({ code: 0, err: '' });
});

test.each(columns.flatMap((column) => ['0.43', '0.4', '0', '4.17'].map((typed) => [column, typed] as const)))(
  'a %s of %s, where it was 0.417, is a fault, which --ignore-column passes',
  async (column, typed) => {
    const store = await openPulled(0.417);
    type(store, 'sheet.csv', 999, { KW: typed }, column);
    const { code, err } = await store.run('plan', 'sheet.csv', '--quiet');

    expect(code).toBe(2);
    expect(err).toMatch(said(`column ${column}: is "${typed}", and it was 0.417: … override`));
    expect((await store.run('plan', 'sheet.csv', '--ignore-column', column, '--quiet')).code).toBe(0);
  },
);

test('an override that a spreadsheet has rounded with the price beside it is not sent, and one that was typed is', async () => {
  const store = await openStore({ points: { 999: { KW: 0.417 } } });
  await store.run('pull', '--out', 'sheet.csv', '--quiet');
  type(store, 'sheet.csv', 999, { KW: '0.42' });
  const typed = await store.run('plan', 'sheet.csv');
  type(store, 'sheet.csv', 999, { KW: '0.42' }, 'current_price');
  const rounded = await store.run('apply', 'sheet.csv', '--yes');

  expect(typed.code).toBe(3);
  expect(typed.out).toContain('999 ($9.99) KW 0.417 → 0.420 KWD');
  expect(rounded.code).toBe(0);
  expect(rounded.out).toMatch(
    said('\n1 cell differs from what was pulled in … rounding only, and counts as unchanged\n'),
  );
  expect(await overridesIn(store)).toEqual({ 999: { KW: 0.417 } });
});

test('a pulled sheet whose column was removed is applied, and applied again', async () => {
  const store = await openStore({ points: { 999: { DE: 9.49 } } });
  await store.run('pull', '--out', 'sheet.csv', '--quiet');
  edit(store, 'sheet.csv', (rows) => rows);
  type(store, 'sheet.csv', 999, { FR: '8.99', DE: '8.49' });
  store.write('sheet.csv', store.read('sheet.csv').replaceAll(/,[^,\n]*(?=\r?\n)/g, ''));
  expect(store.read('sheet.csv')).not.toContain('# pulled');
  // It moves the calculated prices of all countries, too.
  for (const times of [1, 2])
    expect(await store.run('apply', 'sheet.csv', '--yes', '--quiet'), String(times)).toMatchObject({
      code: 0,
      err: '',
    });
  expect(await overridesIn(store)).toEqual({ 999: { DE: 8.49, FR: 8.99 } });

  type(store, 'sheet.csv', 999, { FR: '7.99' }, 'current_price');
  expect((await store.run('plan', 'sheet.csv', '--quiet')).code).toBe(2);
});

test('a price point that was deleted since is no edited price', async () => {
  const store = await openStore({ points: { 499: {}, 999: {} } });
  await store.run('pull', '--out', 'sheet.csv', '--quiet');
  await store.client.pricePoints.delete(999);

  expect(await store.run('plan', 'sheet.csv', '--quiet')).toMatchObject({ code: 3, err: '' });
});
