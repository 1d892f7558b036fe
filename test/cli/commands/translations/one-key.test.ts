import { expect, test } from 'vitest';

import * as fc from '../../../support/fast-check.ts';
import { storeStrings } from '../../../../src/cli/commands/translations/store-strings.ts';
import { openStore, type Store } from '../../open-store.ts';

const gem = { type: 'product', externalId: 'gems/100', field: 'name' };
const staticTranslations = [
  { key: 'store.title', locale: 'en', value: 'Store' },
  { key: 'static.title', locale: 'en', value: 'Static' },
  { key: 'a/b/c', locale: 'en', value: 'Slashes' },
];
const dynamicTranslations = [{ ...gem, locale: 'en', value: 'Gems' }];

/** What the service has in German, by the first parts of the key. */
function german({ sandbox }: Store): string[] {
  const { staticTranslations: fixed, dynamicTranslations: dynamic } = sandbox.state().translations;
  return [...(fixed ?? []), ...(dynamic ?? [])]
    .filter(({ locale }) => locale === 'de')
    .map((one) => `${'key' in one ? one.key : one.externalId}: ${one.value ?? ''}`)
    .sort();
}

test('pull --one-key writes a key that every command reads again, whatever is in it', async () => {
  const store = await openStore({ staticTranslations, dynamicTranslations });
  await store.run('translations', 'pull', '--one-key', '--out', 't.csv', '--locales', 'de');
  const keys = store.folder
    .read('t.csv')
    .split('\r\n')
    .map((line) => line.split(',')[0]);
  expect(keys).toEqual([
    'key',
    'static.a/b/c',
    'static.static.title',
    'static.store.title',
    'product/gems/100/name',
    '',
  ]);
  const filled = store.folder.read('t.csv').replaceAll(/^([^,\r]+),([^,]+),,(at.*)$/gm, '$1,$2,D-$2,$3');
  store.write('t.csv', filled);

  expect((await store.run('translations', 'apply', 't.csv', '--new-locales', 'de', '--yes')).code).toBe(0);
  expect(german(store)).toEqual([
    'a/b/c: D-Slashes',
    'gems/100: D-Gems',
    'static.title: D-Static',
    'store.title: D-Store',
  ]);
  expect((await store.run('translations', 'check', 't.csv')).code).toBe(0);
});

test.each([
  ['store.title', 'store.title: X'],
  ['static.title', 'static.title: X'],
  ['a/b/c', 'a/b/c: X'],
  ['gems/100', 'gems/100: X'],
])('a plain key that only one string has is read without its kind: %s', async (key, expected) => {
  const store = await openStore({ staticTranslations, dynamicTranslations });
  store.write('back.csv', `key,de\n${key},X\n`);

  expect(
    (await store.run('translations', 'apply', 'back.csv', '--new-locales', 'de', '--skip-checks', '--yes'))
      .code,
  ).toBe(0);
  expect(german(store)).toEqual([expected]);
});

test('the id of several strings is no key, and their keys are named', async () => {
  const description = { ...gem, field: 'description', locale: 'en', value: 'Many gems' };
  const store = await openStore({
    staticTranslations,
    dynamicTranslations: [...dynamicTranslations, description],
  });
  store.write('back.csv', 'key,de\ngems/100,X\n');
  const { code, err } = await store.run('translations', 'plan', 'back.csv', '--new-locales', 'de');

  expect(code).toBe(2);
  expect(err).toContain(
    '"gems/100" is the id of several strings: product/gems/100/description, product/gems/100/name\n',
  );
});

test('columns that are no locales are named together, with what to do', async () => {
  const store = await openStore({ staticTranslations, dynamicTranslations });
  store.write('back.csv', 'key,Comment,Max length,de\nstore.title,ok,20,Laden\n');
  const { code, err } = await store.run('translations', 'plan', 'back.csv', '--new-locales', 'de');

  expect(code).toBe(2);
  expect(err).toContain(
    'back.csv, column Comment, Max length: is not a locale such as de or pt-BR: rename a column of translations; of any other, let the name begin with #, or add ' +
      "--ignore-column Comment --ignore-column 'Max length'\n",
  );
});

test('two strings never have one key', () => {
  const part = fc.string({ unit: fc.constantFrom('a', '/', '%', '2', 'F', '.'), minLength: 1, maxLength: 4 });
  const item = fc.oneof(
    fc.tuple(fc.constant('static'), part, fc.constant(''), fc.constant(''), fc.constant('')),
    fc.tuple(fc.constant('dynamic'), fc.constant(''), part, part, part),
  );
  fc.assert(
    fc.property(item, item, (one, other) => {
      fc.pre(one[0] === other[0]);
      const [key, otherKey] = [one, other].map((cells) => storeStrings.oneKeyOf?.(JSON.stringify(cells)));
      expect(key === otherKey).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});

test.each([
  ['en:\n  store:\n    title: Store\n', 'YAML'],
  ['store.title=Store\nstore.buy=Buy\n', 'a .properties file'],
  ['<?xml version="1.0"?>\n<resources>\n<string name="a">A</string></resources>', 'Android strings (XML)'],
])('a file of another form says how to send it: %j', async (content, what) => {
  const store = await openStore({ staticTranslations });
  store.write('back.csv', content);

  expect((await store.run('translations', 'check', 'back.csv')).err).toContain(
    `it is ${what}: a table is needed, CSV or .xlsx; export translations as one, with a column for each locale\n`,
  );
});
