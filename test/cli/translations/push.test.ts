import { parse } from 'csv-parse/sync';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';

import { reset } from '../../support/faults.ts';
import { openStore, type Store } from '../open-store.ts';

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

test('only what is new or changed is sent, and read again; the next push has nothing to do', async () => {
  const store = await openWithSheet();
  const { code, out } = await store.run('translations', 'push', 't.csv', '--yes');

  expect(code).toBe(0);
  expect(store.writes()).toEqual([body]);
  expect(out).toContain(`t.csv has 3 changes for ${store.url} (production)\n`);
  expect(out).toMatch(/│ de +│ +2 │ +1 │/);
  expect(out).toContain(
    '  de title: "Laden" → "Geschäft"\n  de buy: none → "Kaufen"\n  de product gems name: none → "Edelsteine"\n',
  );
  expect(out).toContain('Sent 3 translations, and read again: the service has all of them\n');
  // Without --yes: nothing is asked where nothing is to do.
  expect(await store.run('translations', 'push', 't.csv')).toEqual({
    code: 0,
    out: `Nothing to do: ${store.url} (production) has all of t.csv\n`,
    err: '',
  });
});

test('without a terminal and without --yes, the changes are shown and nothing is sent', async () => {
  const store = await openWithSheet();
  const { code, out, err } = await store.run('translations', 'push', 't.csv');

  expect(code).toBe(2);
  expect(out).toContain('t.csv has 3 changes');
  expect(err).toContain('--yes: is required without a terminal; nothing was sent\n');
  expect(store.writes()).toEqual([]);
});

test('--dry-run shows the changes, exits with 3 and sends nothing', async () => {
  const store = await openWithSheet();
  const { code, out } = await store.run('translations', 'push', 't.csv', '--dry-run');

  expect(code).toBe(3);
  expect(out).toContain('  de title: "Laden" → "Geschäft"\n');
  expect(out).toContain('Nothing was sent: --dry-run\n');
  expect(store.writes()).toEqual([]);
});

test('--json prints one document with the state of each change', async () => {
  const store = await openWithSheet();
  const dry = await store.run('translations', 'push', 't.csv', '--dry-run', '--json');
  const { out, err } = await store.run('translations', 'push', 't.csv', '--yes', '--json', '--quiet');
  const document = (state: string): object => ({
    ...{ file: 't.csv', environment: 'production', origin: store.url },
    locales: { de: { new: 2, changed: 1 } },
    changes: [
      { kind: 'static', key: 'title', locale: 'de', from: 'Laden', to: 'Geschäft', state },
      { kind: 'static', key: 'buy', locale: 'de', from: null, to: 'Kaufen', state },
      { kind: 'dynamic', ...gems, locale: 'de', from: null, to: 'Edelsteine', state },
    ],
  });

  expect(JSON.parse(dry.out)).toEqual(document('not_sent'));
  expect(JSON.parse(out)).toEqual(document('applied'));
  expect(err).toBe('');
});

test('a translation that the service stores in another form is shown, and exits with 3', async () => {
  const store = await openWithSheet('kind,key,de\nstatic,buy,Kaufen \n');
  store.intercept((request) =>
    request.method === 'POST'
      ? store.applyThen({ ...request, body: request.body.replace('Kaufen ', 'Kaufen') }, (response) =>
          response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
        )
      : undefined,
  );
  const { code, out } = await store.run('translations', 'push', 't.csv', '--yes', '--quiet');
  const { out: json } = await store.run('translations', 'push', 't.csv', '--yes', '--quiet', '--json');

  expect({ code, out }).toEqual({
    code: 3,
    out:
      'Sent 1 translation, but the service stores 1 otherwise (sent → stored):\n' +
      '  de buy: "Kaufen " → "Kaufen"\n',
  });
  expect(JSON.parse(json)).toMatchObject({ changes: [{ from: 'Kaufen', to: 'Kaufen ', state: 'differs' }] });
});

test('requests stay under 100 KB, and one that fails says what was sent; the next run sends the rest', async () => {
  const long = (letter: string): string => letter.repeat(60_000);
  const store = await openWithSheet(
    `kind,key,de\nstatic,a,${long('a')}\nstatic,b,${long('b')}\nstatic,c,${long('c')}\n`,
  );
  store.intercept(() => (store.writes().length === 2 ? { status: 403, json: {} } : undefined));
  const failed = await store.run('translations', 'push', 't.csv', '--yes', '--json');

  expect(failed.code).toBe(1);
  expect(failed.err).toContain(
    'Sent before: 1 of 3 translations; outcome: applied. Run it again: it sends only what is left\n',
  );
  expect(JSON.parse(failed.out)).toMatchObject({
    changes: [{ state: 'applied' }, { state: 'failed' }, { state: 'failed' }],
    error: { code: 'forbidden', outcome: 'applied' },
  });
  store.intercept(() => undefined);
  expect((await store.run('translations', 'push', 't.csv', '--yes')).code).toBe(0);
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
    const failed = await store.run('translations', 'push', 't.csv', '--yes');

    expect(failed.code).toBe(1);
    expect(failed.err).toContain('Sent before: 0 of 3 translations; outcome: unknown.');
    store.intercept(() => undefined);
    const dry = await store.run('translations', 'push', 't.csv', '--dry-run', '--json');
    expect(JSON.parse(dry.out)).toMatchObject({ changes: { length: left } });
    expect((await store.run('translations', 'push', 't.csv', '--yes')).code).toBe(0);
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
  expect(await store.run('translations', 'push', 't.xlsx', '--dry-run')).toMatchObject({ code: 0 });
});
