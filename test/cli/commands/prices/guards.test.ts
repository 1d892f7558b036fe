import { readFileSync, writeFileSync } from 'node:fs';

import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';

import { said } from '../../../support/said.ts';
import { type } from './edit-sheet.ts';
import { openStore, overridesIn } from './run-prices.ts';

const head = 'price_usd_cents,country_code,override';

test('a change of more than --max-change is listed, and nothing is sent until it is allowed', async () => {
  const store = await openStore({ points: { 999: { AU: 33.83 } } });
  store.write('prices.csv', [head, '999,AU,338.40']);
  const { code, out, err } = await store.run('apply', 'prices.csv', '--yes', '--max-change', '50');

  expect(code).toBe(3);
  expect(out).toContain(
    '1 change of more than 50 %, sent with --max-change only:\n  999 ($9.99) AU 33.83 → 338.40 AUD (+900 %)\n',
  );
  expect(err).toContain(
    '1 change of more than 50 %; nothing was sent. If they are meant, allow them: --max-change',
  );
  expect((await store.run('apply', 'prices.csv', '--yes', '--max-change', '50', '--quiet')).out).toBe(out);
  expect(store.writes()).toEqual([]);
  expect((await store.run('apply', 'prices.csv', '--yes', '--max-change', '901')).code).toBe(0);
});

test('50 percent is the default', async () => {
  const store = await openStore({ points: { 999: { AU: 10 } } });
  const run = (price: string) => {
    store.write('prices.csv', [head, `999,AU,${price}`]);
    return store
      .run('plan', 'prices.csv', '--max-change', '50')
      .then(({ out }) => out.includes('more than 50 %'));
  };
  expect([await run('14.9'), await run('15.1'), await run('4.9')]).toEqual([false, true, true]);
});

test('an override of a new price point is compared with the nearest price point, in proportion', async () => {
  const store = await openStore({ points: { 1000: {} } });
  const { priceByCountry } = await store.client.pricePoints.get(1000);
  const euros = priceByCountry.find(({ countryCode2 }) => countryCode2 === 'DE')?.price ?? 0;
  store.write('prices.csv', [
    head,
    '1000,,',
    `2000,DE,${(euros * 2.1).toFixed(2)}`,
    `3000,DE,${(euros * 6).toFixed(2)}`,
  ]);
  const { out } = await store.run('plan', 'prices.csv', '--max-change', '50');

  expect(out).toContain(
    '1 change of more than 50 %, sent with --max-change only:\n  3000 ($30.00) DE calculated, about ',
  );
});

test.each([
  ['999,DE,,4.99', 2],
  ['999,BR,55,4.99', 2],
  // The row asks for something: which of the two prices was edited is not known.
  ['999,BR,54,4.99', 3],
])('current_price that was edited, in a sheet without a base: %s', async (row, exit) => {
  const store = await openStore({ points: { 999: { BR: 55 } } });
  store.write('prices.csv', ['price_usd_cents,country_code,override,current_price', row]);
  const { code, err } = await store.run('plan', 'prices.csv', '--quiet');

  expect(code).toBe(exit);
  if (exit === 2)
    expect(err).toMatch(/column current_price: is "4\.99", .*: is it meant for the column override\?/);
});

test('a currency that is not that of the country is a fault', async () => {
  const store = await openStore({ points: { 999: {} } });
  store.write('prices.csv', ['price_usd_cents,country_code,currency_code,override', '999,DE,USD,9.49']);

  expect((await store.run('plan', 'prices.csv')).err).toContain(
    'column currency_code: is USD, and the currency of DE is EUR',
  );
});

test('every fault of a sheet is reported at once, twenty in the text and all in JSON', async () => {
  const store = await openStore({ points: { 999: {} } });
  store.write('prices.csv', [
    head,
    ...Array.from({ length: 25 }, () => '999,de,x'),
    '9.9,DE,1',
    '999,DE,#N/A',
    '999,FR',
  ]);
  const { code, out, err } = await store.run('apply', 'prices.csv', '--yes', '--json');

  expect(code).toBe(2);
  expect(err.match(/prices\.csv line \d+/g)).toHaveLength(20);
  expect(err).toContain('… and 8 more; --json has all of them');
  const { error } = JSON.parse(out) as {
    error: { faults: { where: string; column?: string; message: string }[] };
  };
  expect(error.faults).toContainEqual({
    where: 'prices.csv line 28',
    column: 'override',
    message: '#N/A is an error of the spreadsheet',
  });
  expect(error.faults).toContainEqual({
    where: 'prices.csv line 29',
    message: 'has 2 cells, and the first line 3',
  });
});

test('a formula without a value and merged cells of a workbook are faults', async () => {
  const store = await openStore({ points: { 999: {} } });
  const rows = [
    ['price_usd_cents', 'country_code', 'override'],
    [999, 'DE', null],
    [1999, 'DE', 19],
    [null, 'JP', 3000],
  ];
  const cells = new Map([['1,2', { formula: 'A2/100' }]]);
  const merges = [{ startRow: 2, startCol: 0, endRow: 3, endCol: 0 }];
  const workbook = await writeXlsx({ sheets: [{ name: 'Prices', rows, cells, merges }] });
  writeFileSync(store.path('prices.xlsx'), workbook);
  const { code, err } = await store.run('plan', 'prices.xlsx');

  expect(code).toBe(2);
  expect(err).toContain('prices.xlsx row 2, column override: the formula has no stored value');
  expect(err).toContain('prices.xlsx row 3, column price_usd_cents: is merged with others');
});

test('columns that begin with # or are ignored are not read', async () => {
  const store = await openStore({ points: { 999: {} } });
  store.write('prices.csv', [`${head},#why,note`, '999,DE,9.49,#N/A,"sale"']);
  expect((await store.run('plan', 'prices.csv')).err).toContain('unknown column "note"');

  expect((await store.run('plan', 'prices.csv', '--ignore-column', 'note', '--quiet')).code).toBe(3);
});

test.each([{ JP: 1200.5 }, { DE: 9.489999771118164 }])(
  'overrides that the service has itself are valid: %j',
  async (own) => {
    const store = await openStore({ points: { 999: own } });
    for (const name of ['prices.csv', 'prices.xlsx']) {
      await store.run('pull', '--out', name, '--quiet', '--overrides-only');
      expect(await store.run('plan', name, '--quiet')).toMatchObject({ code: 0, out: '' });
    }
  },
);

test.each(['csv', 'xlsx'])(
  'a review as %s has a row for each change, with its percentage',
  async (extension) => {
    const store = await openStore({ points: { 999: { AU: 10, BR: 50 } } });
    store.write('prices.csv', [head, '999,AU,8', '999,BR,50', '1999,DE,25']);
    const review = `review.${extension}`;
    await store.run('plan', 'prices.csv', '--review', review, '--max-change', '10');
    const rows =
      extension === 'csv'
        ? store
            .read(review)
            .trimEnd()
            .split('\r\n')
            .map((line) => line.split(','))
        : ((await readXlsx(readFileSync(store.path(review)))).sheets[0]?.rows ?? []).map((cells) =>
            cells.map((cell) => cell ?? ''),
          );
    // Numbers are numbers in a workbook, and begin with no quote in a CSV.
    const number = (decimal: string) => (extension === 'csv' ? decimal : Number(decimal));

    expect(rows[0]).toEqual([
      'price_usd_cents',
      'country_code',
      'currency_code',
      'before',
      'after',
      'difference_percent',
      'note',
    ]);
    expect(rows).toContainEqual([
      number('999'),
      'AU',
      'AUD',
      number('10.00'),
      number('8.00'),
      number('-20.0'),
      'more than 10 %',
    ]);
    expect(rows).toContainEqual([number('1999'), '', '', '', '', '', 'price point created']);
    expect(rows.filter((cells) => cells.at(-1) === 'calculated by the service').length).toBeGreaterThan(50);
  },
);

test('a review has what is not sent, and who has set that, and what a change replaces', async () => {
  const store = await openStore({ points: { 999: { AU: 10, BR: 50, DE: 9, FR: 9 } } });
  const edits = [
    ['mine.csv', { DE: '8' }],
    ['theirs.csv', { BR: '45', FR: '7' }],
    ['mine.csv', { DE: '8.5', FR: '8' }],
  ] as const;
  for (const name of ['mine.csv', 'theirs.csv']) await store.run('pull', '--out', name, '--quiet');
  for (const [index, [name, cells]] of edits.entries()) {
    type(store, name, 999, cells);
    if (index < 2) await store.run('apply', name, '--yes', '--quiet');
  }
  await store.run('plan', 'mine.csv', '--review', 'review.csv', '--quiet');
  const rows = store.read('review.csv').trimEnd().split('\r\n');
  const date = String.raw`on \d+ \w+ \d{4}, \d\d:\d\d UTC\)`;

  expect(rows.slice(1, 4)).toEqual(
    [
      `"?999,FR,EUR,7.00,8.00,14.3,"?conflict, not sent: it was 9 \\(set by theirs.csv ${date}"?`,
      `"?999,BR,BRL,45.00,50.00,11.1,"?unchanged in the sheet, not sent \\(set by theirs.csv ${date}"?`,
      `"?999,DE,EUR,8.00,8.50,6.3,"?\\(replaces what was set by a run of this sheet ${date}"?`,
    ].map((row) => expect.stringMatching(new RegExp(`^${row}$`)) as string),
  );
});

test('what somebody changes during the run is not overwritten', async () => {
  let isChanged = false;
  const store = await openStore({
    points: { 999: { BR: 55 }, 1999: { BR: 109 } },
    fault: ({ method }) => {
      if (method !== 'PUT' || isChanged) return undefined;
      isChanged = true;
      const priceOverrides = [
        { countryCode2: 'BR', price: 105 },
        { countryCode2: 'FR', price: 20 },
      ];
      void store.client.pricePoints.update(1999, { priceOverrides });
      return undefined;
    },
  });
  store.write('prices.csv', [head, '999,BR,49', '1999,BR,99', '1999,DE,18']);
  const { code, out } = await store.run('apply', 'prices.csv', '--yes');

  expect(code).toBe(3);
  expect(out).toContain(
    'kept:\n  1999 ($19.99) BR 109.00 → 99.00 BRL (-9.2 %): somebody else has changed it meanwhile\n',
  );
  expect(await overridesIn(store)).toEqual({ 999: { BR: 49 }, 1999: { BR: 105, DE: 18, FR: 20 } });
});

test.each([
  ['6.792', 'round a formula with ROUND, such as =ROUND(E2*0.8, 2)'],
  ['€8.99', 'type it without its symbol'],
  ['8,99 €', 'type it without its symbol'],
  ['8,99', 'is it --decimal ,?'],
  ['6,792', 'round a formula with ROUND, such as =ROUND(E2*0.8, 2)', '--decimal', ','],
  ['8.99', 'is it --decimal .?', '--decimal', ','],
])('an override of %s says what to type: %s', async (override, hint, ...flags) => {
  const store = await openStore({ points: { 999: {} } });
  store.write('prices.csv', [head, `999,DE,"${override}"`]);

  expect((await store.run('plan', 'prices.csv', ...flags)).err).toMatch(
    said(`column override: … ; ${hint}\n`),
  );
});
