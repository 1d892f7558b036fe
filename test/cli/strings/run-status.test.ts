import { expect, test } from 'vitest';

import { openStore } from '../open-store.ts';
import { said } from '../../support/said.ts';

const gems = { type: 'product', externalId: 'gems', field: 'name' };
const translations = {
  staticTranslations: [
    { key: 'title', locale: 'en', value: 'Store' },
    { key: 'title', locale: 'de', value: 'Store' },
    { key: 'buy', locale: 'en', value: 'Buy' },
    { key: 'buy', locale: 'de', value: 'Kaufen' },
    { key: 'only', locale: 'ja', value: 'のみ' },
  ],
  dynamicTranslations: [{ ...gems, locale: 'en', value: 'Gems' }],
};

test('the status of the service counts every key that any locale has, for all locales but English', async () => {
  const store = await openStore(translations);
  const { code, out } = await store.run('translations', 'status', '--json');

  expect(code).toBe(3);
  expect(JSON.parse(out)).toEqual({
    locales: {
      de: {
        ...{ total: 4, translated: 2, missing: 2, sameAsEnglish: 1 },
        missingKeys: ['only', 'product gems name'],
      },
      ja: {
        ...{ total: 4, translated: 1, missing: 3, sameAsEnglish: 0 },
        missingKeys: ['buy', 'title', 'product gems name'],
      },
    },
  });
});

test('people get a table, and with --list the names of what is missing', async () => {
  const store = await openStore(translations);
  const { out } = await store.run('translations', 'status', '--locales', 'de,fr', '--list');

  expect(out.split('\n').map((line) => line.replaceAll(/[│ ]+/g, ' ').trim())).toEqual([
    expect.stringContaining('┌'),
    'Locale Translated Missing Same as English',
    expect.stringContaining('├'),
    'de 2 2 1',
    'fr 0 4 0',
    expect.stringContaining('└'),
    ...['de lacks 2 translations:', 'only', 'product gems name'],
    ...['fr lacks 4 translations:', 'buy', 'only', 'title', 'product gems name', ''],
  ]);
});

test('the status of a file needs no service, and exits with 0 if nothing is missing', async () => {
  const store = await openStore();
  store.write('t.csv', 'kind,key,en,de\nstatic,buy,Buy,Kaufen\nstatic,unused,,\n');
  const { code, out } = await store.run('translations', 'status', 't.csv', '--json');

  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    locales: { de: { total: 1, translated: 1, missing: 0, sameAsEnglish: 0, missingKeys: [] } },
  });
  expect((await store.run('translations', 'status', 't.csv', '--quiet')).out).toBe('');
  expect(store.requests).toEqual([]);
});

test('of a file with one locale and no English, each empty cell is missing', async () => {
  const store = await openStore();
  store.write('t.csv', 'key,de\nbuy,Kaufen\nsell,\n');
  const { code, out } = await store.run('translations', 'status', 't.csv', '--json');

  expect(code).toBe(3);
  expect(JSON.parse(out)).toMatchObject({ locales: { de: { total: 2, missing: 1, missingKeys: ['sell'] } } });
});

test('what English lacks is found with --locales en', async () => {
  const store = await openStore(translations);
  const { code, out } = await store.run('translations', 'status', '--locales', 'en', '--json');

  expect(code).toBe(3);
  expect(JSON.parse(out)).toMatchObject({
    locales: { en: { missing: 1, sameAsEnglish: 0, missingKeys: ['only'] } },
  });
});

test('a service with English alone has no other locale to check', async () => {
  const store = await openStore({ staticTranslations: [{ key: 'buy', locale: 'en', value: 'Buy' }] });

  expect(await store.run('translations', 'status')).toMatchObject({
    code: 0,
    out: 'No locale besides English has translations\n',
  });
});

test('a file that does not exist is named', async () => {
  const store = await openStore();

  expect(await store.run('translations', 'status', 'none.csv')).toMatchObject({
    code: 2,
    err: expect.stringMatching(said('none.csv: … ENOENT')) as string,
  });
});
