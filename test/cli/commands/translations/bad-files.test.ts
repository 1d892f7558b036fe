import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';

import { openStore } from '../../open-store.ts';
import { said } from '../../../support/said.ts';

const allowed = ['--new-keys', '--new-locales', 'en,de'];
const head = 'kind,key,type,external_id,field,en,de\n';

test.each([
  [
    'kind,key,type,extrenal_id,field,de\n',
    't.csv, column extrenal_id: is unknown; did you mean external_id?',
  ],
  ['kind,Key,de\n', 't.csv: the column key is missing'],
  ['key,value\nstatic.a,b\n', 't.csv, column value: is of one language: --locale de says which'],
  ['key,German,de\na,b,c\n', 't.csv, column de: is de, as German is: leave one of them out'],
  [
    'kind,key,Klingon\n',
    't.csv, column Klingon: is not a locale such as de or pt-BR: rename a column of translations; of any other, let the',
  ],
  ['kind,key,de_DE\nstatic,a,b\n', 't.csv, column de_DE: … did you mean de-DE?'],
  ['kind,key,PT-br\nstatic,a,b\n', 't.csv, column PT-br: … did you mean pt-BR?'],
  ['kind,key,de,de\n', 't.csv: has two columns "de"'],
  ['Key,de\na,b\n', 't.csv: the column key is missing; rename "Key" to key'],
  ['de\nb\n', 't.csv: the column key is missing; the first line must be kind,key,de or key,de'],
  ['', 't.csv: the row with the names of the columns is missing'],
  [`${head}statik,a,,,,,\n`, 't.csv line 2, column kind: must be static or dynamic, not "statik"'],
  [
    `${head}static,a,,,,A,\nstatic,,,,,B,\n`,
    't.csv line 3, column key: is required for a static translation',
  ],
  [`${head}static,a,,b,,A,\n`, 't.csv line 2, column external_id: must be empty for a static translation'],
  [
    `${head}dynamic,,product,,name,A,\n`,
    't.csv line 2, column external_id: is required for a dynamic translation',
  ],
  [`${head}dynamic,,product,a,,A,\n`, 't.csv line 2, column field: is required for a dynamic translation'],
  [
    `${head}static,a,,,,"A\nB",\nstatic,a,,,,B,\n`,
    't.csv line 4, column key: "a" is in t.csv line 3 already',
  ],
  [
    `${head}static,a,,,,A,B, and more\n`,
    't.csv line 2, column 8: has a value, and the first line has no name for it: a value with the delimiter needs quotes',
  ],
  [
    'kind,key,de,,\nstatic,a,A,,\n,,,,\nstatic,b,B,,C\n',
    't.csv line 4, column 5: has a value, and the first',
  ],
  [`${head}static,a,,,,A\n`, 't.csv line 2: … 6 cells, … 7'],
  [
    `${head}static,a,,,,A,${'b'.repeat(100_000)}\n`,
    't.csv line 2, column de: is too large for a request of 100 KB',
  ],
])('the file %j is wrong, and nothing is sent', async (content, message) => {
  const store = await openStore();
  store.write('t.csv', content);
  const { code, err } = await store.run('translations', 'apply', 't.csv', '--yes', ...allowed);

  expect(code).toBe(2);
  expect(err).toMatch(said(`publisher-commerce: ${message}`));
  expect(store.writes()).toEqual([]);
});

test('a column without a name is left out by its number', async () => {
  const store = await openStore();
  store.write('t.csv', `${head}static,a,,,,A,B,a note\n`);

  const { code } = await store.run(
    ...['translations', 'apply', 't.csv', '--yes', '--ignore-column', '8', ...allowed],
  );

  expect(code).toBe(0);
  expect(store.writes()).toHaveLength(1);
});

test('an unusual form of a locale is valid if the service has it', async () => {
  const store = await openStore({ staticTranslations: [{ key: 'a', locale: 'de_DE', value: 'A' }] });
  store.write('t.csv', 'kind,key,de_DE\nstatic,a,B\n');

  expect((await store.run('translations', 'apply', 't.csv', '--yes', ...allowed)).code).toBe(0);
  expect(store.writes()).toEqual([
    { staticTranslations: [{ key: 'a', locale: 'de_DE', value: 'B' }], dynamicTranslations: [] },
  ]);
});

test('the strings of a workbook are read; a number or a date in it is named and not guessed', async () => {
  const store = await openStore();
  const rows = (cell: string | number | Date): Promise<Uint8Array> =>
    writeXlsx({
      sheets: [
        {
          name: 'T',
          rows: [
            ['kind', 'key', 'de'],
            ['static', 'a', cell],
          ],
        },
      ],
    });
  const apply = async (cell: string | number | Date) => {
    store.write('t.xlsx', await rows(cell));
    return store.run('translations', 'apply', 't.xlsx', '--yes', '--skip-checks', ...allowed);
  };

  expect((await apply(100)).err).toContain(
    't.xlsx row 2, column de: is the number 100; set its format to Text, and type it again\n',
  );
  expect((await apply(new Date('2026-01-02'))).err).toContain('t.xlsx row 2, column de: is a date; set its');
  expect(store.writes()).toEqual([]);
  expect((await apply(" '=1\n100 ")).code).toBe(0);
  expect(store.writes()).toMatchObject([{ staticTranslations: [{ value: " '=1\n100 " }] }]);
});

test.each([
  [{ cell: 'de_DE' }, 'changes[0]: cell "de_DE" is not a locale … did you mean de-DE?'],
  [{ after: '' }, 'changes[0]: after must be a string'],
  [{ after: null }, 'changes[0]: after must be a string'],
])('a plan that was edited to %j is held to the rules of a sheet', async (edited, message) => {
  const store = await openStore({
    staticTranslations: [
      { key: 'a', locale: 'en', value: 'A' },
      { key: 'a', locale: 'de', value: 'Ah' },
    ],
  });
  store.write('t.csv', 'kind,key,de\nstatic,a,Aha\n');
  await store.run('translations', 'plan', 't.csv', '--out', 'plan.json', '--quiet');
  const plan = JSON.parse(store.folder.read('plan.json')) as { readonly changes: readonly object[] };
  for (const change of plan.changes) Object.assign(change, edited);
  store.write('plan.json', JSON.stringify(plan));
  const { code, err } = await store.run('translations', 'apply', 'plan.json', '--yes', '--quiet');

  expect({ code, writes: store.writes() }).toEqual({ code: 2, writes: [] });
  expect(err).toMatch(said(`plan.json: ${message}`));
});

test.each([
  [
    'strings.json',
    '{ "title": "Laden" }',
    '--locale: is required, because strings.json does not say its language',
  ],
  [
    'de.json',
    '{\n"title": ["Laden"] }',
    'de.json line 2, column title: must be a string, or an object of strings',
  ],
  ['de.json', '["Laden"]', 'de.json line 1, column : must be a string, or an object of strings'],
  [
    'de.json',
    '{ "title": "Laden",\n"title": "Geschäft" }',
    'de.json line 2, column key: "title" is in de.json line 1 already',
  ],
  ['de.json', '{ "title": ', 'de.json: … is not JSON'],
])('%s with %s is wrong, for plan as for check', async (name, content, message) => {
  const store = await openStore();
  store.write(name, content);
  const [plan, check] = [
    await store.run('translations', 'plan', name),
    await store.run('translations', 'check', name),
  ];

  expect([plan.code, check.code]).toEqual([2, 2]);
  expect(plan.err).toMatch(said(message));
  expect(check.err).toMatch(said(message));
  expect((await store.run('content', 'check', name)).code).toBe(2);
});

test('a base that is the sheet itself is an error', async () => {
  const store = await openStore();
  store.write('t.csv', `${head}static,a,,,,A,B\n`);
  const { code, err } = await store.run('translations', 'plan', 't.csv', '--base', './t.csv');

  expect(code).toBe(2);
  expect(err).toContain('--base: is the sheet itself; it must be the sheet as it was sent out\n');
});
