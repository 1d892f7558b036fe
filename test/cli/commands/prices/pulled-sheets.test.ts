import { readFileSync, writeFileSync } from 'node:fs';

import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';

import { edit, set, type } from './edit-sheet.ts';
import { openStore, overridesIn, type Store } from './run-prices.ts';
import { said } from '../../../support/said.ts';

async function pulled(points: Readonly<Record<number, Readonly<Record<string, number>>>>): Promise<Store> {
  const store = await openStore({ points });
  await store.run('pull', '--out', 'monday.csv', '--quiet');
  return store;
}

const kept = 'cell unchanged in the sheet, other in the service, kept (the sheet says | the service has):';

test('what a colleague has changed since the pull stays, is listed, and is no reason for another exit code if something is sent', async () => {
  const store = await pulled({ 499: {}, 999: {} });
  await set(store, 999, { DE: 9.99 });
  type(store, 'monday.csv', 499, { FR: '4.80' });
  const { code, out } = await store.run('apply', 'monday.csv', '--yes');

  expect(code).toBe(0);
  expect(out).toContain(`\n1 ${kept}\n  999 ($9.99) DE `);
  expect(await overridesIn(store)).toEqual({ 499: { FR: 4.8 }, 999: { DE: 9.99 } });
});

test('points that a replacement has made commas of, in # pulled too, are no fault of the command', async () => {
  const store = await pulled({ 999: { DE: 9.49 } });
  const sheet = readFileSync(store.path('monday.csv'), 'utf8');
  writeFileSync(store.path('monday.csv'), sheet.replaceAll(',', ';').replaceAll('.', ','));
  const { code, out } = await store.run('plan', 'monday.csv', '--decimal', ',');

  expect(out).toContain('Nothing to do');
  expect(code).toBe(0);

  await set(store, 999, { DE: 9.99 });
  const kept = await store.run('plan', 'monday.csv', '--decimal', ',');
  expect(kept.out).toContain('\n  999 ($9.99) DE 9.49 EUR | 9.99\n');
  expect(kept.out).not.toContain('conflict');
});

test('a cell in the form of pull that a colleague has changed since stays, whatever --decimal says of the others', async () => {
  const store = await pulled({ 499: {}, 999: { DE: 8.99 } });
  await set(store, 999, { DE: 7.99 });
  type(store, 'monday.csv', 499, { FR: '4;80' });
  store.write('monday.csv', store.read('monday.csv').replace('4;80', '"4,80"'));
  const { code, out } = await store.run('apply', 'monday.csv', '--decimal', ',', '--yes');

  expect(code).toBe(0);
  expect(out).toContain(`\n1 ${kept}\n  999 ($9.99) DE `);
  expect(await overridesIn(store)).toEqual({ 499: { FR: 4.8 }, 999: { DE: 7.99 } });
});

test('the JSON of an apply has what was kept, beside what was sent', async () => {
  const store = await pulled({ 999: { DE: 9.49 } });
  await set(store, 999, { DE: 9.99 });
  type(store, 'monday.csv', 999, { FR: '8' });
  const { out } = await store.run('apply', 'monday.csv', '--yes', '--json');
  const { changes, kept } = JSON.parse(out) as Record<string, { cell: string }[]>;

  expect(changes?.map(({ cell }) => cell)).toEqual(['FR']);
  expect(kept).toEqual([expect.objectContaining({ cell: 'DE', sheet: '9.49', service: '9.99' })]);
});

test('nothing to do, with exit code 0, is said only if the service has what the sheet says', async () => {
  const store = await pulled({ 999: { DE: 9.49 } });
  expect((await store.run('plan', 'monday.csv')).out).toContain('Nothing to do: ');
  await set(store, 999, { DE: 9.99 });
  const { code, out } = await store.run('plan', 'monday.csv');

  expect(code).toBe(3);
  expect((await store.run('apply', 'monday.csv', '--yes')).code).toBe(3);
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

test("one's own change is not called somebody else's, and the plan marks it as replaced, with its time", async () => {
  const store = await pulled({ 999: {} });
  for (const override of ['9.49', '8.99', '9.49']) {
    type(store, 'monday.csv', 999, { DE: override });
    const { code, out } = await store.run('apply', 'monday.csv', '--yes');
    expect(code).toBe(0);
    expect(await overridesIn(store)).toEqual({ 999: { DE: Number(override) } });
    if (override === '8.99')
      expect(out).toMatch(
        said(
          '\n  999 ($9.99) DE 9.49 → 8.99 EUR … (replaces what was set by a run of this sheet on … UTC)\n',
        ),
      );
  }
});

test('a cell that is typed back to what was pulled stays, and the command that takes it back is printed, quoted', async () => {
  const store = await openStore({ points: { 999: {} } });
  const sheet = 'Q4 sale (v2).csv';
  await store.run('pull', '--out', sheet, '--quiet');
  type(store, sheet, 999, { DE: '9.49', FR: '9.50' });
  await store.run('apply', sheet, '--yes', '--quiet');
  type(store, sheet, 999, { DE: '', FR: '9.60' });
  const { code, out } = await store.run('apply', sheet, '--yes');

  // Something else was sent, and what the sheet's own run has set there is still live.
  expect(code).toBe(3);
  expect(await overridesIn(store)).toEqual({ 999: { DE: 9.49, FR: 9.6 } });
  expect(out).toMatch(said(`\n1 ${kept}\n  999 ($9.99) DE … | 9.49 (set by a run of this sheet on … UTC)\n`));
  expect(out).toContain("\n  publisher-commerce prices undo 'Q4 sale (v2).csv' --only 999 --countries DE\n");

  await store.run('undo', sheet, '--only', '999', '--countries', 'DE', '--yes', '--quiet');
  expect(await overridesIn(store)).toEqual({ 999: { FR: 9.6 } });
});

test('a plan lists what its sheet left, as far as it is still so, and ends as the sheet does', async () => {
  const store = await pulled({ 499: {}, 999: { DE: 9, FR: 9 } });
  type(store, 'monday.csv', 999, { DE: '8' });
  await store.run('apply', 'monday.csv', '--yes', '--quiet');
  type(store, 'monday.csv', 999, { DE: '9', FR: '7' });
  await set(store, 999, { DE: 8, FR: 8.5 });
  await store.run('plan', 'monday.csv', '--out', 'nothing.json', '--quiet');
  const nothing = await store.run('apply', 'nothing.json', '--yes');
  expect(nothing.code).toBe(3);
  expect(nothing.out).toContain('\n1 conflict, ');
  expect(nothing.out).toContain('\n  publisher-commerce prices undo monday.csv --only 999 --countries DE\n');

  type(store, 'monday.csv', 499, { IT: '4' });
  await store.run('plan', 'monday.csv', '--out', 'plan.json', '--quiet');
  expect((await store.run('apply', 'plan.json', '--yes', '--quiet')).code).toBe(3);
  expect(await overridesIn(store)).toEqual({ 499: { IT: 4 }, 999: { DE: 8, FR: 8.5 } });

  await set(store, 999, { DE: 9, FR: 7 });
  expect((await store.run('apply', 'plan.json', '--yes')).out).toContain('Nothing to do: ');
  expect((await store.run('apply', 'plan.json', '--yes')).code).toBe(0);
});

test('of a kept cell, the plan says which sheet set it, and what sends it all the same', async () => {
  const store = await pulled({ 999: { DE: 9 } });
  const sheet = store.read('monday.csv');
  store.write('weekend.csv', sheet);
  type(store, 'weekend.csv', 999, { DE: '9.49' });
  await store.run('apply', 'weekend.csv', '--yes', '--quiet');
  const { code, out } = await store.run('plan', 'monday.csv');

  expect(code).toBe(3);
  expect(out).toMatch(said('\n  999 ($9.99) DE 9.00 EUR | 9.49 (set by weekend.csv on … UTC)\n'));
  expect(out).toContain(" --ignore-column '# pulled' with --only or --countries\n");
  const flags = ['--ignore-column', '# pulled', '--only', '999', '--countries', 'DE'];
  expect((await store.run('apply', 'monday.csv', ...flags, '--yes', '--quiet')).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ 999: { DE: 9 } });

  // The last record did not set this.
  await set(store, 999, { DE: 9.99 });
  expect((await store.run('plan', 'monday.csv')).out).not.toContain('(set by');
});

test('--quiet prints what stays, and nothing else', async () => {
  const store = await pulled({ 999: { DE: 9, FR: 9, CH: 9 } });
  type(store, 'monday.csv', 999, { CH: '8' });
  expect(await store.run('plan', 'monday.csv', '--quiet')).toMatchObject({ code: 3, out: '' });
  await set(store, 999, { DE: 9.49, FR: 9.49, CH: 9 });
  type(store, 'monday.csv', 999, { FR: '8' });
  const shown =
    /^monday\.csv for \S+ \(production\)\n1 conflict, [^]+ FR [^]+\n1 cell unchanged [^]+ DE [^]+$/;

  for (const command of [['plan'], ['apply', '--yes']]) {
    const { code, out } = await store.run(...command, 'monday.csv', '--quiet');
    expect(code).toBe(3);
    expect(out).toMatch(shown);
    expect(out).not.toContain(' CH ');
  }
  await set(store, 999, { DE: 9.49, FR: 9.49, CH: 7 });
  const undone = await store.run('undo', 'monday.csv', '--yes', '--quiet');
  expect(undone.out).toMatch(/^Undo of \S+ for \S+ \(production\)\n1 conflict, [^]+ CH [^]+$/);
});

test("a second person's sheet of the same name neither reverts what the first one's has set, nor overwrites it", async () => {
  const store = await pulled({ 999: { DE: 9, FR: 9 } });
  await store.run('pull', '--out', 'ben.csv', '--quiet');
  type(store, 'monday.csv', 999, { DE: '8', FR: '8' });
  await store.run('apply', 'monday.csv', '--yes', '--quiet');
  type(store, 'ben.csv', 999, { FR: '7' });
  // Ben saves his under that name.
  store.write('monday.csv', store.read('ben.csv'));
  const { code, out } = await store.run('apply', 'monday.csv', '--yes');

  expect(code).toBe(3);
  expect(await overridesIn(store)).toEqual({ 999: { DE: 8, FR: 8 } });
  expect(out).toMatch(said('\n  999 ($9.99) FR 9.00 EUR → 8.00 | 7.00 EUR (set by monday.csv on … UTC)\n'));
});

test('what somebody puts back after a run of the sheet is a conflict for its next one', async () => {
  const store = await pulled({ 999: { DE: 9 } });
  type(store, 'monday.csv', 999, { DE: '8' });
  await store.run('apply', 'monday.csv', '--yes', '--quiet');
  await set(store, 999, { DE: 9 });
  type(store, 'monday.csv', 999, { DE: '7' });

  expect((await store.run('apply', 'monday.csv', '--yes', '--quiet')).code).toBe(3);
  expect(await overridesIn(store)).toEqual({ 999: { DE: 9 } });
});

test('a base counts as the column would in the sheet, for a correction too', async () => {
  const store = await pulled({ 499: {}, 999: { DE: 9, FR: 9 } });
  store.write('sent-out.csv', store.read('monday.csv'));
  edit(store, 'monday.csv', (rows) => rows.map((row) => ({ ...row, '# pulled': '' })));
  await set(store, 999, { DE: 9, FR: 8 });
  for (const override of ['7', '6']) {
    type(store, 'monday.csv', 999, { DE: override });
    const { code } = await store.run('apply', 'monday.csv', '--base', 'sent-out.csv', '--yes', '--quiet');
    expect(code).toBe(0);
    expect(await overridesIn(store)).toEqual({ 499: {}, 999: { DE: Number(override), FR: 8 } });
  }
});

test('with a base, what a spreadsheet has rounded in the sheet is unchanged too', async () => {
  const store = await pulled({ 999: { KW: 3.085, DE: 9 } });
  store.write('sent-out.csv', store.read('monday.csv'));
  const rounded = { override: '3.09', current_price: '3.09' };
  edit(store, 'monday.csv', (rows) =>
    rows.map((row) => ({ ...row, ...(row['country_code'] === 'KW' && rounded), '# pulled': '' })),
  );
  type(store, 'monday.csv', 999, { DE: '8' });
  const { code, out } = await store.run('apply', 'monday.csv', '--base', 'sent-out.csv', '--yes');

  expect({ code, overrides: await overridesIn(store) }).toEqual({
    code: 0,
    overrides: { 999: { KW: 3.085, DE: 8 } },
  });
  expect(out).toContain('\n1 cell differs from what was pulled in ');
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

test('rows that were sorted, deleted, added, copied or filled down say what they say, and what was pulled belongs to its key', async () => {
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

test.each([
  ['sorted without its last column', (all: readonly string[]) => all.toReversed()],
  ['moved down by a line', (all: readonly string[]) => [...all.slice(-1), ...all.slice(0, -1)]],
])('a sheet whose rows are %s is as if nothing had happened', async (_, move) => {
  const store = await pulled({ 499: { DE: 4.49 }, 999: { DE: 9.49, FR: 9.99 } });
  await set(store, 499, { DE: 4.79 });
  edit(store, 'monday.csv', (rows) => {
    const marks = move(rows.map((row) => row['# pulled'] ?? ''));
    return rows.map((row, index) => ({ ...row, '# pulled': marks[index] ?? '' }));
  });
  type(store, 'monday.csv', 999, { DE: '8.99' });
  const { code, out } = await store.run('apply', 'monday.csv', '--yes');

  expect(code).toBe(0);
  expect(out).toContain(`\n1 ${kept}\n  499 ($4.99) DE 4.49 EUR | 4.79\n`);
  expect(await overridesIn(store)).toEqual({ 499: { DE: 4.79 }, 999: { DE: 8.99, FR: 9.99 } });
});

test.each([
  ['cleared', () => ''],
  ['filled down', (marks: readonly string[]) => marks[0] ?? ''],
])(
  'where the column is %s, what the service has otherwise is a conflict, and new rows go',
  async (_, fill) => {
    const store = await pulled({ 499: {}, 999: { DE: 9.49, FR: 9.99 } });
    await set(store, 999, { DE: 8.49, FR: 9.99 });
    edit(store, 'monday.csv', (rows) => {
      const mark = fill(rows.map((row) => row['# pulled'] ?? ''));
      const added = { price_usd_cents: '1999', country_code: 'DE', override: '18', '# pulled': mark };
      return [...rows.map((row) => ({ ...row, '# pulled': mark, current_price: '' })), added];
    });
    const { code, out } = await store.run('apply', 'monday.csv', '--yes');

    expect(code).toBe(3);
    expect(out).toContain('\n1 conflict, ');
    expect(out).toMatch(said('\n  999 ($9.99) DE … → 8.49 | 9.49 EUR\n'));
    expect(await overridesIn(store)).toEqual({ 499: {}, 999: { DE: 8.49, FR: 9.99 }, 1999: { DE: 18 } });
  },
);

test('of rows that were copied between two sheets, each is compared with its own pull', async () => {
  const store = await pulled({ 499: { DE: 4 }, 999: { DE: 9 } });
  await set(store, 499, { DE: 5 });
  await store.run('pull', '--out', 'tuesday.csv', '--quiet');
  type(store, 'tuesday.csv', 499, { DE: '3' });
  type(store, 'tuesday.csv', 999, { DE: '8' });
  let copied: Record<string, string>[] = [];
  edit(store, 'tuesday.csv', (rows) => (copied = rows.filter((row) => row['country_code'] === 'DE')));
  edit(store, 'monday.csv', (rows) => [...rows.filter((row) => row['country_code'] !== 'DE'), ...copied]);

  expect((await store.run('apply', 'monday.csv', '--yes', '--quiet')).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ 499: { DE: 3 }, 999: { DE: 8 } });
});

test('if two pulls name one price, the one in its own line counts', async () => {
  const store = await pulled({ 999: { DE: 9, FR: 9 } });
  await set(store, 999, { DE: 8, FR: 9 });
  await store.run('pull', '--out', 'tuesday.csv', '--quiet');
  let newer = '';
  edit(store, 'tuesday.csv', (rows) => {
    newer = rows.find((row) => row['country_code'] === 'DE')?.['# pulled'] ?? '';
    return rows;
  });
  edit(store, 'monday.csv', (rows) =>
    rows.map((row) => (row['country_code'] === 'FR' ? { ...row, '# pulled': newer } : row)),
  );
  const { code, out } = await store.run('apply', 'monday.csv', '--yes');

  expect(code).toBe(3);
  expect(out).toContain('\n  999 ($9.99) DE 9.00 EUR | 8.00');
  expect(await overridesIn(store)).toEqual({ 999: { DE: 8, FR: 9 } });
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
