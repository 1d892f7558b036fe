import { readFileSync } from 'node:fs';

import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';

import { openStore } from './run-prices.ts';

const header = 'price_usd_cents,country_code,currency_code,override,current_price,real_time_price,tax_model';

test('a row for each country is written, in order of price and country', async () => {
  const store = await openStore({ points: { 2999: {}, 999: { JP: 1500, BR: 39.9 } } });
  const { code, out, err } = await store.run('pull', '--out', 'prices.csv', '--quiet');
  const lines = store.read('prices.csv').trimEnd().split('\r\n');
  const names = lines.slice(1).map((line) => line.split(',', 2).join(' '));

  expect({ code, out, err }).toEqual({ code: 0, out: '', err: '' });
  expect(lines[0]).toBe(`${header},# pulled`);
  expect(names).toHaveLength(140);
  expect(names.slice(0, 70)).toEqual(names.slice(0, 70).toSorted());
  expect(names[70]?.startsWith('2999 ')).toBe(true);
});

test('only overridden countries have an override, and decimals have the digits of the currency', async () => {
  const store = await openStore({ points: { 999: { JP: 1500, BR: 39.9, KW: 3.5 } } });
  await store.run('pull', '--out', 'prices.csv');
  const overrides = store
    .read('prices.csv')
    .split('\r\n')
    .map((line) => line.split(','))
    .filter((cells) => cells[3] !== '' && cells[3] !== undefined)
    .map((cells) => cells.slice(0, 5).join(' '));

  expect(overrides).toEqual([
    'price_usd_cents country_code currency_code override current_price',
    '999 BR BRL 39.90 39.90',
    '999 JP JPY 1500 1500',
    '999 KW KWD 3.500 3.500',
  ]);
});

test('with --overrides-only, a price point without one has a row of its own', async () => {
  const store = await openStore({ points: { 99: {}, 999: { BR: 39.9 } } });
  const { out } = await store.run('pull', '--overrides-only', '--out', 'prices.csv', '--quiet', '--json');

  expect(JSON.parse(out)).toEqual({ file: 'prices.csv', pricePoints: 2, rows: 2 });
  expect(store.read('prices.csv')).toBe(`${header}\r\n99,,,,,,\r\n999,BR,BRL,39.90,39.90,39.90,Included\r\n`);
});

test('a file is replaced with --force only', async () => {
  const store = await openStore({ points: { 99: {} } });
  store.write('prices.csv', 'precious');
  const { code, err } = await store.run('pull', '--out', 'prices.csv');

  expect(code).toBe(2);
  expect(err).toContain('--out: prices.csv already exists');
  expect(store.read('prices.csv')).toBe('precious');
  expect((await store.run('pull', '--out', 'prices.csv', '--force')).code).toBe(0);
});

test('a workbook has text cells for codes, and numbers for prices, and is read again', async () => {
  const store = await openStore({ points: { 999: { BR: 39.9, JP: 1500 } } });
  expect((await store.run('pull', '--overrides-only', '--out', 'prices.xlsx')).code).toBe(0);
  const { sheets } = await readXlsx(readFileSync(store.path('prices.xlsx')));

  expect(sheets[0]?.rows.slice(1).map((cells) => cells.slice(0, 5))).toEqual([
    [999, 'BR', 'BRL', 39.9, 39.9],
    [999, 'JP', 'JPY', 1500, 1500],
  ]);
  expect((await store.run('plan', 'prices.xlsx', '--quiet')).code).toBe(0);
});

test('a name that would be another kind of workbook is rejected', async () => {
  const store = await openStore();

  expect(await store.run('pull', '--out', 'prices.xlsm')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--out: prices.xlsm must end in .xlsx, or be CSV') as string,
  });
});

test('a price that does not say whether it is overridden is not taken for calculated', async () => {
  const row = { price: 9.49, currencyCode: 'EUR', countryCode2: 'DE', realTimePrice: 9.49 };
  const point = { priceInUsdCents: 999, lastUpdate: '2026-01-15T12:00:00Z', priceByCountry: [row] };
  const store = await openStore({
    points: { 999: {} },
    respond: ({ url }) => (url.endsWith('/999') ? Response.json(point) : undefined),
  });
  const { code, err } = await store.run('pull', '--out', 'prices.csv', '--quiet');

  expect(code).toBe(1);
  expect(err).toContain('price point 999: the service does not say whether DE is overridden');
});

test('a price without one of today is pulled, and can be changed', async () => {
  const own = { isOverridden: false, taxModel: 'Included', taxRate: 19, country: 'Germany' };
  const rate = { usdExchangeRateOnCalc: 0.9, exchangeRateDrift: '+0.00%' };
  const row = { ...own, ...rate, price: 9.49, currencyCode: 'EUR', countryCode2: 'DE', realTimePrice: null };
  const point = { priceInUsdCents: 999, lastUpdate: '2026-01-15T12:00:00Z', priceByCountry: [row] };
  const store = await openStore({
    points: { 999: {} },
    respond: ({ url, method }) =>
      url.endsWith('/999') && method === 'GET' ? Response.json(point) : undefined,
  });
  store.write('sheet.csv', ['price_usd_cents,country_code,override', '999,DE,8.99']);

  expect(await store.run('pull', '--out', 'prices.csv', '--quiet')).toMatchObject({ code: 0, err: '' });
  expect(store.read('prices.csv')).toContain('999,DE,EUR,,9.49,,Included,');
  expect((await store.run('plan', 'sheet.csv')).out).toContain('DE calculated, 9.49 → 8.99 EUR (-5.3 %)');
});
