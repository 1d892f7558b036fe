import { writeXlsx } from 'hucre/xlsx';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import type { Change } from '../../../../src/cli/changes/change.ts';
import { openStore } from './run-prices.ts';
import { said } from '../../../support/said.ts';

const wanted = [
  'price_usd_cents,country_code,override',
  '99,,',
  '999,BR,',
  '999,DE,9.49',
  '1999,JP,3000',
  '1999,DE,17.99',
];

test('creates, updates and the countries that an update moves are shown, and nothing is sent', async () => {
  const store = await openStore({ points: { 99: {}, 999: { BR: 39.9 }, 2999: {} } });
  store.write('prices.csv', wanted);
  const before = await store.client.pricePoints.get(999);
  const { code, out, err } = await store.run('plan', 'prices.csv', '--quiet', '--json');

  const moved = before.priceByCountry
    .filter(({ countryCode2 }) => !['BR', 'DE'].includes(countryCode2))
    .filter(({ price, realTimePrice }) => price !== realTimePrice)
    .map(({ countryCode2 }) => countryCode2);
  const { effects, changes } = JSON.parse(out) as Record<'effects' | 'changes', Change[]>;
  expect({ code, err, writes: store.writes() }).toEqual({ code: 3, err: '', writes: [] });
  expect(moved.length).toBeGreaterThan(50);
  expect(effects.map(({ cell }) => cell).toSorted()).toEqual(moved.toSorted());
  expect(effects.find(({ cell }) => cell === 'GB')).toMatchObject({
    item: '999',
    before: pound(before, 'price'),
    after: pound(before, 'realTimePrice'),
  });
  expect(changes.map(({ item, cell, before, after }) => [item, cell, before, after])).toEqual([
    ['1999', '', null, ''],
    ['1999', 'DE', null, '17.99'],
    ['1999', 'JP', null, '3000'],
    ['999', 'BR', '39.9', null],
    ['999', 'DE', null, '9.49'],
  ]);
});

function pound(
  {
    priceByCountry,
  }: { priceByCountry: { countryCode2: string; price: number; realTimePrice: number | null }[] },
  field: 'price' | 'realTimePrice',
): string | undefined {
  return priceByCountry.find(({ countryCode2 }) => countryCode2 === 'GB')?.[field]?.toFixed(2);
}

test('percentages that are rounded to ten look the same on either side of it', async () => {
  const store = await openStore({ points: { 999: { BR: 100, JP: 2500 } } });
  store.write('prices.csv', ['price_usd_cents,country_code,override', '999,BR,89.96', '999,JP,2251']);
  const { out } = await store.run('plan', 'prices.csv');

  expect(out).toContain('BR 100.00 → 89.96 BRL (-10 %)');
  expect(out).toContain('JP 2,500 → 2,251 JPY (-10 %)');
});

test('the plan names the service, old and new prices, and the largest moves', async () => {
  const store = await openStore({ points: { 99: {}, 999: { BR: 39.9, JP: 1500 } } });
  store.write('prices.csv', [
    'price_usd_cents,country_code,override',
    '999,BR,',
    '999,DE,9.49',
    '999,JP,1480',
  ]);
  const { out } = await store.run('plan', 'prices.csv', '--quiet', '--prune', '--environment', 'production');
  // With --quiet, nothing; the exit code says enough.
  expect(out).toBe('');
  const shown = await store.run('plan', 'prices.csv', '--prune');

  const [, first = '', table = '', rest = ''] =
    /^prices\.csv for http:\/\/127.*\(production\)\n([^┌]*)([^]*┘\n)([^]*)$/.exec(shown.out) ?? [];
  expect(table).toContain('│ Country │ Set │ Changed │ Removed │   From │     To │');
  expect(first).toMatch(
    /^The updates also move \d+ calculated prices in \d+ countries, to today's exchange rates; the most:\n(?: {2}999 \(\$9\.99\) \w\w [\d.,]+ → [\d.,]+ \w{3} \([+-]\d\.\d %\)\n){3}1 price point deleted\n$/,
  );
  expect(rest).toMatch(
    new RegExp(
      String.raw`^2 values of the service are replaced
99 \(\$0\.99\) is deleted, and is used by \d offers: .+\nChanges:
  deleted 99 \(\$0\.99\)
  999 \(\$9\.99\) BR 39\.90 → calculated, about [\d.]+ \([+-]\d+ %\)
  999 \(\$9\.99\) DE calculated, \d+\.\d\d → 9\.49 EUR \(-\d\.\d %\)
  999 \(\$9\.99\) JP 1,500 → 1,480 JPY \(-1\.3 %\)
$`,
    ),
  );
});

test('a sheet that says what the service has is nothing to do', async () => {
  const store = await openStore({ points: { 99: {}, 999: { BR: 39.9 } } });
  await store.run('pull', '--out', 'prices.csv');
  const { code, out } = await store.run('plan', 'prices.csv');

  expect(code).toBe(0);
  expect(out).toContain('\nNothing to do: the service has it already\n');
});

test('a price point that is deleted after it was listed does not exist', async () => {
  let isListed = 0;
  const store = await openStore({
    points: { 99: {}, 999: {} },
    respond: ({ url }) => {
      if (url.endsWith('/999'))
        return Response.json({ message: 'Price point 999 not found.' }, { status: 404 });
      if (!url.endsWith('/price-points')) return undefined;
      isListed += 1;
      const summary = (priceInUsdCents: number) => ({ priceInUsdCents, lastUpdate: '2026-01-15T12:00:00Z' });
      return Response.json({ pricePoints: (isListed === 1 ? [99, 999] : [99]).map(summary) });
    },
  });
  store.write('prices.csv', ['price_usd_cents', '99']);

  expect(await store.run('plan', 'prices.csv', '--prune', '--quiet')).toEqual({ code: 0, out: '', err: '' });
});

test('price points that are listed and cannot be found are an error, not an empty service', async () => {
  const store = await openStore({
    points: { 99: {} },
    respond: ({ url }) =>
      url.endsWith('/99')
        ? Response.json({ message: 'Price point 99 not found.' }, { status: 404 })
        : undefined,
  });
  store.write('prices.csv', ['price_usd_cents', '99']);

  for (const args of [
    ['plan', 'prices.csv'],
    ['pull', '--out', 'pulled.csv'],
  ]) {
    const { code, err } = await store.run(...args, '--quiet');
    expect(err).toContain('price point 99: the service lists it, and cannot find it (404)\n');
    expect(code).toBe(1);
  }
});

test('an override that equals the calculated price is a change', async () => {
  const store = await openStore({ points: { 999: {} } });
  const { priceByCountry } = await store.client.pricePoints.get(999);
  const germany = String(priceByCountry.find(({ countryCode2 }) => countryCode2 === 'DE')?.price);
  store.write('prices.csv', ['price_usd_cents,country_code,override', `999,DE,${germany}`]);

  expect((await store.run('plan', 'prices.csv', '--quiet')).code).toBe(3);
});

test('rows that a filter hides in a workbook count, and are said to', async () => {
  const store = await openStore({ points: { 999: {} } });
  const rows = [
    ['price_usd_cents', 'country_code', 'override'],
    [999, 'BR', 39.9],
    [999, 'DE', 9.49],
  ];
  const rowDefs = new Map([[1, { hidden: true }]]);
  writeFileSync(store.path('prices.xlsx'), await writeXlsx({ sheets: [{ name: 'Prices', rows, rowDefs }] }));

  const { out, err } = await store.run('plan', 'prices.xlsx', '--quiet', '--json');

  expect(err).toBe('publisher-commerce: prices.xlsx: reads 1 row that the workbook hides\n');
  expect((JSON.parse(out) as { changes: Change[] }).changes).toHaveLength(2);
});

test('a workbook is read, and decimals as the flags say', async () => {
  const store = await openStore({ points: { 999: { BR: 39.9 } } });
  const rows = [
    ['price_usd_cents', 'country_code', 'override'],
    [999, 'BR', 39.9],
  ];
  writeFileSync(store.path('prices.xlsx'), await writeXlsx({ sheets: [{ name: 'Prices', rows }] }));
  store.write('preise.csv', ['price_usd_cents;country_code;override', '999;BR;1.039,90']);

  expect((await store.run('plan', 'prices.xlsx', '--quiet')).code).toBe(0);
  const { out } = await store.run('plan', 'preise.csv', '--decimal', ',', '--thousands', '.');
  expect(out).toContain('BR 39.90 → 1,039.90 BRL');
});

test('price points that are not in the sheet are deleted with --prune only', async () => {
  const store = await openStore({ points: { 99: {}, 999: {}, 2999: {} } });
  store.write('prices.csv', ['price_usd_cents', '99', '999']);

  expect((await store.run('plan', 'prices.csv', '--quiet')).code).toBe(0);
  const { out } = await store.run('plan', 'prices.csv', '--prune', '--json', '--quiet');
  expect(JSON.parse(out)).toMatchObject({ changes: [{ item: '2999', cell: '', before: '', after: null }] });
});

test('more than half of the price points are deleted with --prune all only', async () => {
  const store = await openStore({ points: { 99: {}, 999: {}, 2999: {} } });
  store.write('prices.csv', ['price_usd_cents', '99']);
  const { code, err } = await store.run('plan', 'prices.csv', '--prune');

  expect(code).toBe(2);
  expect(err).toContain(
    '--prune: would delete 2 of 3 price points: is the sheet cut off? If not, use --prune all\n',
  );
  expect((await store.run('plan', 'prices.csv', '--prune', 'all', '--quiet')).code).toBe(3);
});

test('a service without price points decides on countries', async () => {
  const store = await openStore();
  store.write('prices.csv', ['price_usd_cents,country_code,override', '999,XX,9.9999']);
  const { code, out } = await store.run('plan', 'prices.csv');

  expect(code).toBe(3);
  expect(out).toContain('\n  999 ($9.99) XX calculated → 9.9999\n');
});

test.each([
  [[], 2, '"159.000" may have three decimals or be thousands: say --decimal . or --thousands . --decimal ,'],
  [['--decimal', '.'], 3, 'IQ calculated → 159\n'],
  [['--thousands', '.', '--decimal', ','], 3, 'IQ calculated → 159,000\n'],
])('of a service without price points, 159.000 is ambiguous: with %j', async (flags, exit, message) => {
  const store = await openStore();
  store.write('prices.csv', ['price_usd_cents,country_code,override', '999,IQ,159.000']);
  const { code, out, err } = await store.run('plan', 'prices.csv', ...flags);

  expect(code).toBe(exit);
  expect(out + err).toMatch(said(message));
});

test.each([
  [['price_usd_cents,country_code,overide', '999,DE,1'], 'unknown column "overide"; did you mean override?'],
  [['country_code,override', 'DE,1'], 'the column price_usd_cents is missing'],
  [['price_usd_cents,current_prize', '999,1'], 'unknown column "current_prize"; did you mean current_price?'],
  [
    ['price_usd_cents,override', '999,1'],
    'the column country_code is missing: an override needs its country',
  ],
  [
    ['price_usd_cents,country_code,current_price', '999,DE,8.49'],
    'the column override is missing: an override needs its country, and a country its override',
  ],
  [
    ['price_usd_cents,country_code,override', '999,DE,1', '999,DE,2'],
    'line 3, column country_code: DE of 999 is in prices.csv line 2 too',
  ],
  [['price_usd_cents,country_code,override', '999,DE,9.999'], 'line 2, column override: the amount "9.999" '],
  [['price_usd_cents,country_code,override', '999,JP,9.99'], 'line 2, column override: … "9.99"'],
  [['price_usd_cents,country_code,override', '999,DE,0'], 'line 2, column override: must be more than 0'],
  [['price_usd_cents,country_code,override', '9.99,DE,1'], 'line 2, column price_usd_cents: … not "9.99"'],
  [['price_usd_cents,country_code,override', '0,DE,1'], 'line 2, column price_usd_cents: '],
  [['price_usd_cents,country_code,override', '999,XX,1'], 'line 2, column country_code: … XX'],
  [
    ['price_usd_cents,country_code,override', '999,de,1'],
    'line 2, column country_code: must be two uppercase letters, such as DE, not "de"',
  ],
  [
    ['price_usd_cents,country_code,override', '999,,1'],
    'line 2, column country_code: is required for an override',
  ],
])('a wrong sheet names its place: %j', async (lines, message) => {
  const store = await openStore({ points: { 999: {} } });
  store.write('prices.csv', lines);

  for (const command of ['plan', 'apply']) {
    const { code, err } = await store.run(command, 'prices.csv', '--quiet');
    expect(err).toMatch(/^publisher-commerce: (?:prices\.csv|the sheet has faults)/);
    expect(err).toMatch(said(message));
    expect(code).toBe(2);
  }
  expect(store.writes()).toEqual([]);
});

test('spaces around the values of a sheet are no part of them', async () => {
  const store = await openStore({ points: { 999: { DE: 9.49 } } });
  store.write('prices.csv', ['price_usd_cents,country_code,currency_code,override', ' 999, DE ,EUR , 9.99 ']);
  const { out } = await store.run('plan', 'prices.csv', '--quiet', '--json');
  const { changes } = JSON.parse(out) as { changes: Change[] };

  expect(changes).toMatchObject([{ item: '999', cell: 'DE', before: '9.49', after: '9.99' }]);
});

test('an empty sheet deletes nothing', async () => {
  const store = await openStore({ points: { 999: {} } });
  store.write('prices.csv', ['price_usd_cents']);
  store.write('empty.csv', '');

  expect((await store.run('plan', 'prices.csv', '--quiet')).code).toBe(0);
  for (const prune of [['--prune'], ['--prune', 'all']]) {
    const { code, err } = await store.run('plan', 'prices.csv', '--quiet', ...prune);
    expect(err).toContain('--prune: must not be used with an empty sheet\n');
    expect(code).toBe(2);
  }
  expect((await store.run('plan', 'empty.csv', '--quiet')).err).toContain('is missing');
});

test.each([
  [['plan', '--prune', 'prices.csv'], '--prune: takes nothing, or all: write the sheet before it\n'],
  [['plan', 'plan.json'], '<sheet>: must be a sheet; prices show reads plans'],
  [['plan', 'prices.csv', '--out', 'plan.txt'], '--out: must end in .json'],
  [['plan', 'prices.csv', '--thousands', '.'], '--thousands: must differ from the decimal separator'],
  [['apply', 'plan.json', '--prune'], '--prune: is for sheets; a plan says itself what it changes'],
  [['apply', 'plan.json', '--mine'], '--mine: is for sheets; a plan says itself what it changes'],
])('a wrong command line says why: %j', async (args, message) => {
  const store = await openStore({ points: { 999: {} } });
  store.write('prices.csv', ['price_usd_cents', '999']);
  store.write('plan.json', '{"resource":"prices","origin":"","changes":[]}');

  const { code, err } = await store.run(...args);
  expect(err).toMatch(said(message));
  expect(code).toBe(2);
});

test('a sheet with decimal commas is told which flag reads it', async () => {
  const store = await openStore({ points: { 999: { BR: 39.9 } } });
  store.write('preise.csv', [
    'price_usd_cents;country_code;override;current_price',
    '999;BR;39,90;',
    '999;DE;;9,39',
  ]);
  const { code, err } = await store.run('plan', 'preise.csv');

  expect(code).toBe(2);
  expect(err).toMatch(/line 2, column override: .*"39,90".*; is it --decimal ,\?\n/);
  expect(err).toMatch(/line 3, column current_price: .*"9,39".*; is it --decimal ,\?/);
});

test('a plan names the files that it has written', async () => {
  const store = await openStore({ points: { 999: { BR: 39.9 } } });
  store.write('prices.csv', ['price_usd_cents,country_code,override', '999,BR,44.9']);
  const { out } = await store.run('plan', 'prices.csv', '--out', 'plan.json', '--review', 'review.xlsx');

  expect(out).toMatch(/\nWritten: plan\.json\nWritten: review\.xlsx\n$/);
  expect(store.files().toSorted()).toEqual(['plan.json', 'prices.csv', 'review.xlsx']);
});

test.each([
  ['review.csv', '--review'],
  ['./prices.csv', '--review'],
  ['none/plan.json', '--out'],
])('%s of %s is rejected before the service is read', async (file, flag) => {
  const store = await openStore();
  store.write('prices.csv', ['price_usd_cents', '999']);
  store.write('review.csv', ['price_usd_cents', '99']);
  const { code, err } = await store.run('plan', 'prices.csv', '--base', 'review.csv', flag, file, '--force');

  const problem = flag === '--out' ? 'the folder ' : 'must not be a file that is read';
  expect([code, err]).toEqual([2, expect.stringContaining(`${flag}: ${problem}`)]);
  expect(store.read('prices.csv') + store.read('review.csv')).toMatch(
    /^price_usd_cents\s999\s*price_usd_cents\s99\s*$/,
  );
});

test('a list may be repeated: all of its entries count', async () => {
  const store = await openStore({ points: { 999: { BR: 39.9, DE: 9, JP: 1500 } } });
  store.write('prices.csv', [
    'price_usd_cents,country_code,override',
    '999,BR,44.9',
    '999,DE,9.5',
    '999,JP,1600',
  ]);
  const { out } = await store.run('plan', 'prices.csv', '--countries', 'BR', '--countries', 'JP', '--json');
  const { changes } = JSON.parse(out) as { changes: { cell: string }[] };

  expect(changes.map(({ cell }) => cell).toSorted()).toEqual(['BR', 'JP']);
});
