import { expect, test } from 'vitest';

import { openStore } from '../open-store.ts';
import { said } from '../../support/said.ts';

const staticTranslations = [
  { key: 'title', locale: 'ja', value: 'ストア' },
  { key: 'title', locale: 'en', value: 'Store' },
  { key: 'buy', locale: 'de', value: '=Kaufen, jetzt' },
  { key: 'buy', locale: 'en', value: ' Buy ' },
  { key: 'sold', locale: 'en', value: '' },
];
const gems = { type: 'product', externalId: 'gems', field: 'name' };
const dynamicTranslations = [{ ...gems, locale: 'de', value: 'Edelsteine "100"' }];

/** A sheet without its last column, which has the time. */
function withoutBase(sheet: string): string {
  expect(sheet).toMatch(/^.*,# pulled\r\n/);
  return sheet.replaceAll(/,(?:# pulled|at[^\r]*)\r\n/g, '\r\n');
}

test('all translations are written, static ones first, with a column for each locale and English first', async () => {
  const store = await openStore({ staticTranslations, dynamicTranslations });

  expect(await store.run('translations', 'pull', '--out', 't.csv')).toEqual({
    code: 0,
    out: `t.csv: 4 strings in en, de, ja, from ${store.url} (production)\n`,
    err: '',
  });
  expect(withoutBase(store.folder.read('t.csv'))).toBe(
    [
      'kind,key,type,external_id,field,en,de,ja',
      `static,buy,,,, Buy ,"'=Kaufen, jetzt",`,
      'static,sold,,,,,,',
      'static,title,,,,Store,,ストア',
      'dynamic,,product,gems,name,,"Edelsteine ""100""",',
      '',
    ].join('\r\n'),
  );
  // With a locale, English would fill what is missing.
  expect(store.requests.map(({ url }) => url)).toEqual(['/v1/translations']);
});

test('--locales limits the columns to English and these, and a new locale gets an empty one', async () => {
  const store = await openStore({ staticTranslations });
  const { code } = await store.run('translations', 'pull', '--out', 't.csv', '--locales', 'pt-BR, ja');

  expect(code).toBe(0);
  expect(withoutBase(store.folder.read('t.csv'))).toContain('field,en,ja,pt-BR\r\nstatic,buy,,,, Buy ,,\r\n');
});

test('pull --json prints what was written', async () => {
  const store = await openStore({ staticTranslations });
  const { out } = await store.run('translations', 'pull', '--out', 't.csv', '--json');

  expect(JSON.parse(out)).toEqual({
    ...{ file: 't.csv', environment: 'production', origin: store.url, keys: 3 },
    locales: ['en', 'de', 'ja'],
  });
});

test('a file that exists is replaced with --force only, and nothing is read without it', async () => {
  const store = await openStore({ staticTranslations });
  store.write('t.csv', 'precious');
  const { code, err } = await store.run('translations', 'pull', '--out', 't.csv');

  expect(code).toBe(2);
  expect(err).toMatch(said('--out: t.csv … --force'));
  expect(store.folder.read('t.csv')).toBe('precious');
  expect(store.requests).toEqual([]);
  expect((await store.run('translations', 'pull', '--out', 't.csv', '--force', '--quiet')).out).toBe('');
  expect(store.folder.read('t.csv')).toContain('static,title,');
});

test('a translation that is no Unicode is named, and no file is written', async () => {
  const store = await openStore({ staticTranslations: [{ key: 'odd', locale: 'en', value: 'a\uD800' }] });
  const { code, err } = await store.run('translations', 'pull', '--out', 't.csv');

  expect(code).toBe(1);
  expect(err).toContain('odd: has half of a character, which no file can hold\n');
  expect(store.folder.names()).toEqual(['seed.json']);
});

test.each([
  [['--out', 't.xls'], '--out: t.xls must end in .xlsx, or be CSV'],
  [
    ['--out', 't.csv', '--locales', 'de_DE'],
    '--locales: "de_DE" is not a locale such as de or pt-BR; did you mean de-DE?',
  ],
  [['--out', 't.csv', '--locales', 'German'], 'or pt-BR; did you mean de?'],
  [['--out', 't.csv', '--locales', 'Klingon'], '--locales: "Klingon" is not a locale such as de or pt-BR\n'],
  [['--out', 't.csv', '--locales', ''], '--locales: must be locales, such as de,pt-BR\n'],
])('pull %j is wrong usage', async (args, message) => {
  const store = await openStore({ staticTranslations });
  const { code, err } = await store.run('translations', 'pull', ...args);

  expect(code).toBe(2);
  expect(err).toContain(message);
});

test('--missing writes only what lacks a translation into the locales that are asked for', async () => {
  const store = await openStore({
    staticTranslations: [
      { key: 'a', locale: 'en', value: 'A' },
      { key: 'a', locale: 'de', value: 'Ä' },
      { key: 'b', locale: 'en', value: 'B' },
      { key: 'b', locale: 'fr', value: 'Bé' },
    ],
  });
  await store.run('translations', 'pull', '--out', 'de.csv', '--locales', 'de', '--missing');
  await store.run('translations', 'pull', '--out', 'all.csv', '--missing');

  expect(withoutBase(store.folder.read('de.csv'))).toBe(
    'kind,key,type,external_id,field,en,de\r\nstatic,b,,,,B,\r\n',
  );
  expect(withoutBase(store.folder.read('all.csv'))).toContain('static,a,,,,A,Ä,\r\nstatic,b,,,,B,,Bé\r\n');
});
