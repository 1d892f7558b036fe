import { readFileSync, writeFileSync } from 'node:fs';

import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';

import { openStore, overridesIn, type Store } from './run-prices.ts';
import { said } from '../../../support/said.ts';

/** Changes the rows of a sheet that was pulled, each as its cells by column. */
function edit(
  store: Store,
  name: string,
  change: (rows: Record<string, string>[]) => Record<string, string>[],
): void {
  const [head = '', ...lines] = store.read(name).trimEnd().split(/\r?\n/);
  const columns = head.split(',');
  const rows = lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
  const edited = change(rows).map((row) => columns.map((column) => row[column] ?? '').join(','));
  store.write(name, [head, ...edited]);
}

/** Types a value into the cells of a price point. */
function type(
  store: Store,
  name: string,
  price: number,
  cells: Readonly<Record<string, string>>,
  column = 'override',
): void {
  edit(store, name, (rows) =>
    rows.map((row) => {
      const value = row['price_usd_cents'] === String(price) ? cells[row['country_code'] ?? ''] : undefined;
      return value === undefined ? row : { ...row, [column]: value };
    }),
  );
}

/** A colleague sets these overrides of a price point in the dashboard. */
function set({ client }: Store, price: number, own: Readonly<Record<string, number>>): Promise<unknown> {
  const priceOverrides = Object.entries(own).map(([countryCode2, override]) => ({
    countryCode2,
    price: override,
  }));
  return client.pricePoints.update(price, { priceOverrides });
}

async function pulled(points: Readonly<Record<number, Readonly<Record<string, number>>>>): Promise<Store> {
  const store = await openStore({ points });
  await store.run('pull', '--out', 'monday.csv', '--quiet');
  return store;
}

const kept = 'cell unchanged in the sheet, other in the service, kept (the sheet says | the service has):';

test('what a colleague has changed since the pull stays, is listed, and is no reason for another exit code', async () => {
  const store = await pulled({ 499: {}, 999: {} });
  await set(store, 999, { DE: 9.99 });
  type(store, 'monday.csv', 499, { FR: '4.80' });
  const { code, out } = await store.run('apply', 'monday.csv', '--yes');

  expect(code).toBe(0);
  expect(out).toContain(`\n1 ${kept}\n  999 ($9.99) DE `);
  expect(await overridesIn(store)).toEqual({ 499: { FR: 4.8 }, 999: { DE: 9.99 } });
});

test('nothing to do is said only if the service has what the sheet says', async () => {
  const store = await pulled({ 999: { DE: 9.49 } });
  expect((await store.run('plan', 'monday.csv')).out).toContain('Nothing to do: ');
  await set(store, 999, { DE: 9.99 });
  const { code, out } = await store.run('plan', 'monday.csv');

  expect(code).toBe(0);
  expect(out).not.toContain('Nothing to do');
  expect(out).toContain(`Nothing to send\n1 ${kept}\n  999 ($9.99) DE 9.49 EUR | 9.99\n`);
});

test('what both have changed is a conflict with its three values, and --mine decides', async () => {
  const store = await pulled({ 999: { DE: 9.49 } });
  await set(store, 999, { DE: 9.99 });
  type(store, 'monday.csv', 999, { DE: '8.99' });
  const { code, out } = await store.run('apply', 'monday.csv', '--yes');

  expect(code).toBe(3);
  expect(out).toContain('\n  999 ($9.99) DE 9.49 EUR → 9.99 | 8.99 EUR\n');
  expect(await overridesIn(store)).toEqual({ 999: { DE: 9.99 } });
  expect((await store.run('apply', 'monday.csv', '--mine', '--yes')).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ 999: { DE: 8.99 } });
});

test("one's own change is not called somebody else's: apply, edit, apply, empty, apply end where the sheet says", async () => {
  const store = await pulled({ 999: {} });
  for (const [override, expected] of [
    ['9.49', { DE: 9.49 }],
    ['8.99', { DE: 8.99 }],
    ['', {}],
    ['9.49', { DE: 9.49 }],
  ] as const) {
    type(store, 'monday.csv', 999, { DE: override });
    expect((await store.run('apply', 'monday.csv', '--yes', '--quiet')).code).toBe(0);
    expect(await overridesIn(store)).toEqual({ 999: expected });
  }
});

test('a copy of a sheet under another name is told which runs have set what it keeps', async () => {
  const store = await pulled({ 999: {} });
  const sheet = store.read('monday.csv');
  type(store, 'monday.csv', 999, { DE: '9.49' });
  await store.run('apply', 'monday.csv', '--yes', '--quiet');
  store.write('copy.csv', sheet.trimEnd().split(/\r?\n/));
  const { code, out } = await store.run('plan', 'copy.csv');

  expect(code).toBe(0);
  expect(out).toContain(
    'Of what is kept, runs of monday.csv have set something: if this is a copy, give it that name\n1 cell unchanged',
  );

  await set(store, 999, { DE: 9.99 });
  expect((await store.run('plan', 'copy.csv')).out).not.toContain('Of what is kept');
});

test('a sheet that was taken back is applied again', async () => {
  const store = await pulled({ 999: {} });
  type(store, 'monday.csv', 999, { DE: '9.49' });
  await store.run('apply', 'monday.csv', '--yes', '--quiet');
  await store.run('undo', 'monday.csv', '--yes', '--quiet');
  expect(await overridesIn(store)).toEqual({ 999: {} });

  expect((await store.run('apply', 'monday.csv', '--yes', '--quiet')).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ 999: { DE: 9.49 } });
});

test('a newer pull into the same file counts, and not the record of a run before it', async () => {
  const store = await pulled({ 999: {} });
  type(store, 'monday.csv', 999, { DE: '9.49' });
  await store.run('apply', 'monday.csv', '--yes', '--quiet');
  await set(store, 999, { DE: 9.99 });
  await store.run('pull', '--out', 'monday.csv', '--force', '--quiet');
  type(store, 'monday.csv', 999, { DE: '9.49' });

  expect((await store.run('apply', 'monday.csv', '--yes', '--quiet')).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ 999: { DE: 9.49 } });
});

test('rows that were sorted, deleted, added, copied or filled down say what they say, and a copied base counts as none', async () => {
  const store = await pulled({ 499: { DE: 4.49 }, 999: { DE: 9.49, FR: 9.99 } });
  await set(store, 499, { DE: 4.79 });
  edit(store, 'monday.csv', (rows) => {
    const of = (price: string, country: string) =>
      rows.find((row) => row['price_usd_cents'] === price && row['country_code'] === country) ?? {};
    const copied = { ...of('999', 'DE'), price_usd_cents: '1999' };
    const filledDown = { ...of('499', 'FR'), '# pulled': of('499', 'DE')['# pulled'] ?? '', override: '' };
    return [copied, filledDown, of('999', 'DE'), of('499', 'DE')];
  });
  const { code, out } = await store.run('apply', 'monday.csv', '--yes');

  expect(code).toBe(0);
  expect(out).toContain(`\n1 ${kept}\n  499 ($4.99) DE 4.49 EUR | 4.79\n`);
  // 1999 is new, FR of 999 is not named.
  expect(await overridesIn(store)).toEqual({
    499: { DE: 4.79 },
    999: { DE: 9.49, FR: 9.99 },
    1999: { DE: 9.49 },
  });
});

test('a base begins with a letter, and a workbook carries it as a CSV does', async () => {
  const store = await openStore({ points: { 499: {}, 999: {} } });
  await store.run('pull', '--out', 'monday.xlsx', '--quiet');
  const [sheet] = (await readXlsx(readFileSync(store.path('monday.xlsx')))).sheets;
  const [head = [], ...rows] = sheet?.rows ?? [];
  const at = (name: string): number => head.indexOf(name);
  expect(rows.map((row) => String(row[at('# pulled')])).every((base) => /^[a-z]/.test(base))).toBe(true);
  await set(store, 999, { DE: 9.99 });
  const edited = rows.map((row) =>
    row[at('price_usd_cents')] === 499 && row[at('country_code')] === 'FR'
      ? row.map((cell, index) => (index === at('override') ? 4.8 : cell))
      : row,
  );
  const workbook = await writeXlsx({ sheets: [{ name: 'Prices', rows: [head, ...edited.toReversed()] }] });
  writeFileSync(store.path('monday.xlsx'), workbook);

  expect((await store.run('apply', 'monday.xlsx', '--yes', '--quiet')).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ 499: { FR: 4.8 }, 999: { DE: 9.99 } });
});

test('a sheet that was pulled from another service is a wish', async () => {
  const production = await pulled({ 999: { DE: 9.49 } });
  const other = await openStore({ points: { 999: { DE: 7 } } });
  other.write('monday.csv', production.read('monday.csv'));
  const { code, out } = await other.run('apply', 'monday.csv', '--yes');

  expect(code).toBe(0);
  expect(out).toContain('\n1 value of the service is replaced\n');
  expect(await overridesIn(other)).toEqual({ 999: { DE: 9.49 } });
});

test.each([
  ['beside an override', { DE: '6.66' }],
  ['in a row without one', { FR: '6.66' }],
])('a number typed into current_price %s is a fault, however old the sheet is', async (_, cells) => {
  const store = await pulled({ 999: { DE: 9.99 } });
  type(store, 'monday.csv', 999, cells, 'current_price');
  await set(store, 999, { DE: 9.49, FR: 5 });
  const { code, err } = await store.run('plan', 'monday.csv', '--quiet');

  expect(code).toBe(2);
  expect(err).toMatch(
    /column current_price: is "6\.66", and it was [\d.]+: is it meant for the column override\?\n/,
  );
});

test('an empty override of a pulled workbook takes a formula', async () => {
  const store = await openStore({ points: { 999: { DE: 9.49 } } });
  await store.run('pull', '--out', 'prices.xlsx', '--quiet');
  const [sheet] = (await readXlsx(readFileSync(store.path('prices.xlsx')), { readStyles: true })).sheets;
  const formats = [...(sheet?.cells ?? new Map<string, { style?: { numFmt?: string } }>())]
    .filter(([place]) => place.endsWith(',3') && place !== '0,3')
    .map(([, { style }]) => style?.numFmt ?? 'General');

  expect(formats).not.toContain('@');
});

const head = 'price_usd_cents,country_code,override';

test('what a sheet does not name stays: a sale of some countries leaves the others', async () => {
  const store = await openStore({ points: { 999: { PL: 29.99, CH: 9.9 } } });
  store.write('sale.csv', [head, '999,DE,8.25', '999,FR,8.30', '999,CH,']);

  expect((await store.run('apply', 'sale.csv', '--yes', '--quiet')).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ 999: { DE: 8.25, FR: 8.3, PL: 29.99 } });
});

test('--exact removes the overrides that the sheet lacks, of its own price points', async () => {
  const store = await openStore({ points: { 499: { PL: 19.99 }, 999: { PL: 29.99, CH: 9.9 } } });
  store.write('prices.csv', [head, '999,CH,9.90']);

  expect((await store.run('apply', 'prices.csv', '--exact', '--yes', '--quiet')).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ 499: { PL: 19.99 }, 999: { CH: 9.9 } });
});

test('the plan of a delete names the offers that use the price point, or says why that is not known', async () => {
  let isBroken = false;
  const store = await openStore({
    points: { 499: {}, 999: {} },
    respond: ({ url }) => {
      if (!url.startsWith('/offering/')) return undefined;
      if (isBroken) return Response.json({}, { status: 403 });
      const offers = [
        { offerId: 'o-1', name: 'Starter pack', productsSequence: [{ index: 0, priceInUsdCents: 999 }] },
      ];
      return Response.json({ result: { totalCount: 1, offers }, status: 200, message: 'ok' });
    },
  });
  store.write('prices.csv', [head, '499,,']);
  const known = await store.run('plan', 'prices.csv', '--prune');
  isBroken = true;
  const unknown = await store.run('plan', 'prices.csv', '--prune');

  expect(known.out).toMatch(said('\n999 ($9.99) … 1 offer: Starter pack\n'));
  expect(unknown.code).toBe(3);
  expect(unknown.out).toContain('\nWhether offers use what is deleted is not known: ');
});
