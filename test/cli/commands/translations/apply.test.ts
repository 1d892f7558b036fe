import { parse } from 'csv-parse/sync';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';

import { reset } from '../../../support/faults.ts';
import { openStore, type Store } from '../../open-store.ts';

const gems = { type: 'product', externalId: 'gems', field: 'name' };
const stored = {
  staticTranslations: [
    { key: 'title', locale: 'en', value: 'Store' },
    { key: 'title', locale: 'de', value: 'Laden' },
    { key: 'buy', locale: 'en', value: 'Buy' },
  ],
  dynamicTranslations: [{ ...gems, locale: 'en', value: 'Gems' }],
};
/** Two new translations and a changed one. */
const sheet = `kind,key,type,external_id,field,en,de
dynamic,,product,gems,name,Gems,Edelsteine
static,title,,,,Store,Geschäft
static,buy,,,,,Kaufen
`;
const body = {
  staticTranslations: [
    { key: 'title', locale: 'de', value: 'Geschäft' },
    { key: 'buy', locale: 'de', value: 'Kaufen' },
  ],
  dynamicTranslations: [{ ...gems, locale: 'de', value: 'Edelsteine' }],
};

async function openWithSheet(content = sheet): Promise<Store> {
  const store = await openStore(stored);
  store.write('t.csv', content);
  return store;
}

test('only what is new or changed is sent, and read again; the next run has nothing to do', async () => {
  const store = await openWithSheet();
  const { code, out } = await store.run('translations', 'apply', 't.csv', '--yes');

  expect(code).toBe(0);
  expect(store.writes()).toEqual([body]);
  expect(out).toContain(`t.csv for ${store.url} (production)\n`);
  expect(out).toMatch(/│ de +│ +2 │ +1 │/);
  expect(out).toContain(
    '1 value of the service is replaced\n2 new strings cannot be deleted later\nChanges:\n' +
      '  title de "Laden" → "Geschäft"\n  buy de none → "Kaufen"\n  product gems name de none → "Edelsteine"\n',
  );
  expect(out).toContain('3 changes: 3 applied\n');
  // Without --yes: nothing is asked where nothing is to do.
  expect(await store.run('translations', 'apply', 't.csv')).toMatchObject({ code: 0, err: '' });
});

test('a plan in a file is shown without the service, and sent as it is shown', async () => {
  const store = await openWithSheet();
  const plan = await store.run('translations', 'plan', 't.csv', '--out', 'plan.json', '--review', 'r.csv');
  const shown = await store.run('translations', 'show', 'plan.json');

  expect(plan.code).toBe(3);
  expect(shown.out).toContain('  product gems name de none → "Edelsteine"\n');
  const review: string[][] = parse(store.folder.read('r.csv'));
  expect(review[2]).toEqual([
    ...['static', 'buy', '', '', '', 'de', 'Buy', '', 'Kaufen', ''],
    'cannot be deleted later',
  ]);
  expect(store.writes()).toEqual([]);
  expect(await store.run('translations', 'apply', 'plan.json', '--yes')).toMatchObject({ code: 0 });
  expect(store.writes()).toEqual([body]);
});

test.each([
  [['--locales', 'fr'], []],
  [['--keys', 'gems'], ['gems']],
  [
    ['--keys', 'buy,gems'],
    ['buy', 'gems'],
  ],
])('with %j, only that is wanted of a sheet', async (flags, wanted) => {
  const store = await openWithSheet();
  await store.run('translations', 'apply', 't.csv', '--yes', '--new-locales', 'fr', ...flags);

  const sent = store.writes().flatMap((one) => Object.values(one as object).flat() as Partial<typeof gems>[]);
  expect(sent.map((one) => ('key' in one ? one.key : one.externalId))).toEqual(wanted);
});

test.each([
  ['--locales', 'ja'],
  ['--keys', 'buy,gem'],
])('%s %s names what neither the sheet nor the service has', async (flag, values) => {
  const store = await openWithSheet();
  const { code, err } = await store.run('translations', 'plan', 't.csv', flag, values);

  const unknown = values.split(',').at(-1);
  expect([code, err]).toEqual([2, expect.stringContaining(`${flag}: ${unknown}`)]);
});

test('what was replaced is taken back by undo; what was new stays, and is named', async () => {
  const store = await openWithSheet();
  await store.run('translations', 'apply', 't.csv', '--yes', '--record', 'r.jsonl');
  const { code, out } = await store.run('translations', 'undo', 'r.jsonl', '--yes');

  expect(code).toBe(3);
  expect(out).toContain(
    '2 changes cannot be taken back, because the API deletes none of them: buy de, product gems name de\n',
  );
  expect(store.writes()[1]).toEqual({
    staticTranslations: [{ key: 'title', locale: 'de', value: 'Laden' }],
    dynamicTranslations: [],
  });
});

test('a sheet that was out reverts nothing that somebody has fixed meanwhile', async () => {
  const store = await openWithSheet();
  store.write('base.csv', 'kind,key,en,de\nstatic,title,Store,Loden\nstatic,buy,Buy,\n');
  store.write('back.csv', 'kind,key,en,de\nstatic,title,Store,Loden\nstatic,buy,Buy,Kaufen\n');
  const { code } = await store.run('translations', 'apply', 'back.csv', '--base', 'base.csv', '--yes');

  expect(code).toBe(0);
  expect(store.writes()).toMatchObject([{ staticTranslations: [{ key: 'buy' }] }]);

  store.write('both.csv', 'kind,key,en,de\nstatic,title,Store,Geschäft\nstatic,buy,Buy,\n');
  const both = await store.run('translations', 'apply', 'both.csv', '--base', 'base.csv', '--yes');
  expect(both.code).toBe(3);
  expect(both.out).toContain('  title de "Loden" → "Laden" | "Geschäft"\n');
  expect(store.writes()).toHaveLength(1);
});

test('a translation that the service stores in another form is shown, and exits with 3', async () => {
  const store = await openWithSheet('kind,key,de\nstatic,buy,Kaufen\n');
  store.intercept((request) =>
    request.method === 'POST'
      ? store.applyThen({ ...request, body: request.body.replace('Kaufen', 'kaufen') }, (response) =>
          response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
        )
      : undefined,
  );
  const { code, out } = await store.run('translations', 'apply', 't.csv', '--yes');

  expect(code).toBe(3);
  expect(out).toContain('  buy de none → "Kaufen": read back "kaufen"\n');
});

test('requests stay under 100 KB, and one that fails says what was sent; the next run sends the rest', async () => {
  const long = (letter: string): string => letter.repeat(60_000);
  const store = await openWithSheet(
    `kind,key,de\nstatic,a,${long('a')}\nstatic,b,${long('b')}\nstatic,c,${long('c')}\n`,
  );
  const run = ['translations', 'apply', 't.csv', '--yes', '--new-keys', '--skip-checks'];
  store.intercept(() => (store.writes().length === 2 ? { status: 400, json: {} } : undefined));
  const failed = await store.run(...run, '--json');

  expect(failed.code).toBe(1);
  expect(failed.err).toContain('Correct the sheet, and run it again\n');
  expect(JSON.parse(failed.out)).toMatchObject({
    changes: [{ state: 'applied' }, { state: 'rejected' }, { state: 'not_sent' }],
  });
  store.intercept(() => undefined);
  expect((await store.run(...run)).code).toBe(0);
  expect(store.writes().slice(2)).toMatchObject([
    { staticTranslations: [{ key: 'b' }] },
    { staticTranslations: [{ key: 'c' }] },
  ]);
  for (const request of store.requests) expect(Buffer.byteLength(request.body)).toBeLessThan(100_000);
});

test.each([
  ['before', 3],
  ['after', 0],
])(
  'if the connection is lost %s the service applied the changes, the next run finishes',
  async (when, left) => {
    const store = await openWithSheet();
    store.intercept((request) => {
      if (request.method === 'GET') return undefined;
      return when === 'before' ? reset : store.applyThen(request, reset as (response: object) => void);
    });
    const failed = await store.run('translations', 'apply', 't.csv', '--yes');

    expect(failed.code).toBe(1);
    expect(failed.out).toContain('3 changes: 3 unknown whether applied\n');
    store.intercept(() => undefined);
    const plan = await store.run('translations', 'plan', 't.csv', '--json');
    expect(JSON.parse(plan.out)).toMatchObject({ changes: { length: left } });
    expect((await store.run('translations', 'apply', 't.csv', '--yes')).code).toBe(0);
    expect(store.sandbox.state().translations.staticTranslations).toContainEqual(body.staticTranslations[0]);
  },
);

test('a workbook that a spreadsheet has made of the file changes nothing', async () => {
  const values = ['=1+1', "'quoted", '+49 30', 'a;=b', ' 0012 '];
  const store = await openStore({
    staticTranslations: values.map((value, index) => ({ key: `key-${index}`, locale: 'en', value })),
  });
  await store.run('translations', 'pull', '--out', 't.csv');
  const rows: string[][] = parse(store.folder.read('t.csv'));
  store.write('t.xlsx', await writeXlsx({ sheets: [{ name: 't', rows }] }));

  expect(rows.map((cells) => cells[5])).toContain("'=1+1");
  expect(await store.run('translations', 'plan', 't.xlsx')).toMatchObject({ code: 0 });
});
