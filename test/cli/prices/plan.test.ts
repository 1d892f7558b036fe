import { writeXlsx } from 'hucre/xlsx';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { openStore } from './run-prices.ts';

const wanted = [
  'price_usd_cents,country_code,override',
  '99,,',
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
  const [update, ...others] = (JSON.parse(out) as { updates: { recalculated: { countryCode2: string }[] }[] })
    .updates;
  expect({ code, err, writes: store.writes(), others }).toEqual({ code: 3, err: '', writes: [], others: [] });
  expect(moved.length).toBeGreaterThan(50);
  expect(update?.recalculated.map(({ countryCode2 }) => countryCode2)).toEqual(moved.toSorted());
  expect(update?.recalculated.find(({ countryCode2 }) => countryCode2 === 'GB')).toEqual({
    countryCode2: 'GB',
    from: pound(before, 'price'),
    to: pound(before, 'realTimePrice'),
  });
  expect(JSON.parse(out)).toMatchObject({
    creates: [
      {
        priceInUsdCents: 1999,
        overrides: [
          { countryCode2: 'DE', price: 17.99 },
          { countryCode2: 'JP', price: 3000 },
        ],
      },
    ],
    updates: [
      {
        priceInUsdCents: 999,
        overrides: [{ countryCode2: 'DE', price: 9.49 }],
        changes: [
          { countryCode2: 'BR', from: '39.90', to: null },
          { countryCode2: 'DE', from: null, to: '9.49' },
        ],
      },
    ],
    deletes: [],
  });
});

function pound(
  { priceByCountry }: { priceByCountry: { countryCode2: string; price: number; realTimePrice: number }[] },
  field: 'price' | 'realTimePrice',
): string | undefined {
  return priceByCountry.find(({ countryCode2 }) => countryCode2 === 'GB')?.[field].toFixed(2);
}

test('the plan names the service, old and new prices, and the largest moves', async () => {
  const store = await openStore({ points: { 99: {}, 999: { BR: 39.9, JP: 1500 } } });
  store.write('prices.csv', ['price_usd_cents,country_code,override', '999,DE,9.49', '999,JP,1480']);
  const { out } = await store.run('plan', 'prices.csv', '--quiet', '--prune', '--environment', 'production');
  // With --quiet, nothing; the exit code says enough.
  expect(out).toBe('');
  const shown = await store.run('plan', 'prices.csv', '--prune');

  expect(shown.out).toMatch(
    new RegExp(
      String.raw`^http://127\.0\.0\.1:\d+ \(production\)
update 999 \(\$9\.99\)
  BR 39\.90 BRL → calculated: its override is removed
  DE calculated, now \d+\.\d\d EUR → 9\.49 EUR
  JP 1,500 JPY → 1,480 JPY
  also moves \d+ of 70 countries, to today's exchange rates \(--json lists them\); the most:
    (\w\w [\d.,]+ → [\d.,]+ \w{3} \([+-]\d+\.\d\d%\)(, |\n)){3}delete 99 \(\$0\.99\)
1 update, 1 delete
$`,
    ),
  );
});

test('a sheet that says what the service has is nothing to do', async () => {
  const store = await openStore({ points: { 99: {}, 999: { BR: 39.9 } } });
  await store.run('pull', '--out', 'prices.csv');
  const { code, out } = await store.run('plan', 'prices.csv');

  expect(code).toBe(0);
  expect(out).toContain('\nNothing to do: the prices are as in the sheet\n');
});

test('a price point that is deleted after it was listed does not exist', async () => {
  const store = await openStore({
    points: { 99: {}, 999: {} },
    respond: ({ url }) =>
      url.endsWith('/999')
        ? Response.json({ message: 'Price point 999 not found.' }, { status: 404 })
        : undefined,
  });
  store.write('prices.csv', ['price_usd_cents', '99']);

  expect(await store.run('plan', 'prices.csv', '--prune', '--quiet')).toEqual({ code: 0, out: '', err: '' });
});

test('an override that equals the calculated price is a change', async () => {
  const store = await openStore({ points: { 999: {} } });
  const { priceByCountry } = await store.client.pricePoints.get(999);
  const germany = String(priceByCountry.find(({ countryCode2 }) => countryCode2 === 'DE')?.price);
  store.write('prices.csv', ['price_usd_cents,country_code,override', `999,DE,${germany}`]);

  expect((await store.run('plan', 'prices.csv', '--quiet')).code).toBe(3);
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
  expect(out).toContain('\n  BR 39.90 BRL → 1,039.90 BRL\n');
});

test('price points that are not in the sheet are deleted with --prune only', async () => {
  const store = await openStore({ points: { 99: {}, 999: {}, 2999: {} } });
  store.write('prices.csv', ['price_usd_cents', '99', '999']);

  expect((await store.run('plan', 'prices.csv', '--quiet')).code).toBe(0);
  const { out } = await store.run('plan', 'prices.csv', '--prune', '--json', '--quiet');
  expect(JSON.parse(out)).toEqual({ creates: [], updates: [], deletes: [{ priceInUsdCents: 2999 }] });
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

test('a service without price points decides on countries and decimals, and the plan says so', async () => {
  const store = await openStore();
  store.write('prices.csv', ['price_usd_cents,country_code,override', '999,XX,9.9999']);
  const { code, out } = await store.run('plan', 'prices.csv');

  expect(code).toBe(3);
  expect(out).toContain('\nThe service has no price point yet: it decides on countries and decimals\n');
  expect(out).toContain('\ncreate 999 ($9.99): XX 9.9999\n1 create\n');
});

test.each([
  [['price_usd_cents,country_code,overide', '999,DE,1'], 'unknown column "overide"; did you mean override?'],
  [['price,country_code,override', '9,DE,1'], 'the column price_usd_cents is missing'],
  [
    ['price_usd_cents,override', '999,1'],
    'the column country_code is missing: an override needs its country',
  ],
  [
    ['price_usd_cents,country_code,override', '999,DE,1', '999,DE,2'],
    'line 3, column country_code: DE has an override of 999 in prices.csv line 2 too',
  ],
  [['price_usd_cents,country_code,override', '999,DE,9.999'], 'line 2, column override: the amount "9.999" '],
  [
    ['price_usd_cents,country_code,override', '999,JP,9.99'],
    'line 2, column override: the amount "9.99" must be an integer: the currency has no decimals',
  ],
  [['price_usd_cents,country_code,override', '999,DE,0'], 'line 2, column override: must be more than 0'],
  [
    ['price_usd_cents,country_code,override', '9.99,DE,1'],
    'line 2, column price_usd_cents: must be a positive integer number of US cents, such as 999, not "9.99"',
  ],
  [
    ['price_usd_cents,country_code,override', '0,DE,1'],
    'line 2, column price_usd_cents: must be a positive integer',
  ],
  [
    ['price_usd_cents,country_code,override', '999,XX,1'],
    'line 2, column country_code: no price point of the service has the country XX',
  ],
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
    expect(err).toContain(`publisher-commerce: prices.csv`);
    expect(err).toContain(message);
    expect(code).toBe(2);
  }
  expect(store.writes()).toEqual([]);
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
  [['plan', 'plan.json'], '<sheet>: must be a sheet; prices apply reads plans'],
  [['plan', 'prices.csv', '--out', 'plan.txt'], '--out: must end in .json'],
  [['plan', 'prices.csv', '--thousands', '.'], '--thousands: must differ from the decimal separator'],
  [['apply', 'plan.json', '--prune'], '--prune: is for sheets; a plan says itself what it deletes'],
])('a wrong command line says why: %j', async (args, message) => {
  const store = await openStore({ points: { 999: {} } });
  store.write('prices.csv', ['price_usd_cents', '999']);
  store.write('plan.json', '{}');

  const { code, err } = await store.run(...args);
  expect(err).toContain(message);
  expect(code).toBe(2);
});
