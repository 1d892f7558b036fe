import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';

import { openStore, type Store } from '../open-store.ts';

const english = { title: 'Store', 'cart.left': '%d left', hello: 'Hi {name}!' };
const keys = Object.keys(english);

/** Opens a store that has these strings in English and German, and the title in Brazilian Portuguese. */
function openAgencyStore(): Promise<Store> {
  const staticTranslations = Object.entries(english).map(([key, value]) => ({ key, locale: 'en', value }));
  const others = [
    { key: 'title', locale: 'de', value: 'Laden' },
    { key: 'title', locale: 'pt-BR', value: 'Loja' },
  ];
  return openStore({ staticTranslations: [...staticTranslations, ...others] });
}

function workbook(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Promise<Uint8Array> {
  return writeXlsx({
    sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows: rows.map((row) => [...row]) })),
  });
}

/** The rows of a sheet that has the title only. */
function titled(column: string, title: string): string[][] {
  return [
    ['key', column],
    ['title', title],
  ];
}

/** What the plan of a file would set, as `key locale value`, and the messages of what is wrong. */
async function planOf(store: Store, ...args: readonly string[]) {
  const { out, err, code } = await store.run('translations', 'plan', ...args, '--json');
  const { changes = [], findings = [] } = JSON.parse(out) as {
    changes?: readonly { item: string; cell: string; after: string }[];
    findings?: readonly { message: string }[];
  };
  return {
    code,
    err,
    sets: changes.map(({ item, cell, after }) => `${(JSON.parse(item) as string[])[1]} ${cell} ${after}`),
    findings: findings.map(({ message }) => message),
  };
}

test.each([
  ['key,value\ntitle,Geschäft\n', ['--locale', 'de']],
  ['key,Value\ntitle,Geschäft\n', ['--locale', 'German']],
  ['key,German\ntitle,Geschäft\n', []],
  ['key,Deutsch\ntitle,Geschäft\n', []],
  ['key,English,German\ntitle,Store,Geschäft\n', []],
  ['key,Englisch,Deutsch\ntitle,Store,Geschäft\n', ['--ignore-column', 'Englisch']],
])('the language of %j is said by its head, or by %j', async (content, flags) => {
  const store = await openAgencyStore();
  store.write('back.csv', content);

  expect(await planOf(store, 'back.csv', ...flags)).toMatchObject({ sets: ['title de Geschäft'], err: '' });
});

test.each([
  [
    'it.csv',
    'key,value\ntitle,Negozio\n',
    ['--locale', 'pt-BR'],
    '--locale: is pt-BR, and it.csv is named it',
  ],
  [
    'Italian.csv',
    'key,value\ntitle,Negozio\n',
    ['--locale', 'de'],
    '--locale: is de, and Italian.csv is named',
  ],
  [
    'back.csv',
    'key,en,de,pt-BR\ntitle,Store,Geschäft,Boutique\n',
    ['--locale', 'de'],
    '--locale: back.csv also has pt-BR; --locales de sends only that',
  ],
  [
    'strings.json',
    '{ "de": { "title": "Geschäft" }, "footer": "Impressum" }',
    ['--locale', 'de'],
    'strings.json line 1, column footer: stands beside the strings of de, and would be left out',
  ],
  [
    'it.csv',
    'key,Text\ntitle,Negozio\n',
    ['--ignore-column', 'Text'],
    'it.csv: has no column of a language: name it by that, or value with --locale',
  ],
])('%s with %j and %j is wrong usage', async (name, content, flags, problem) => {
  const store = await openAgencyStore();
  store.write(name, content);
  const { code, err } = await store.run('translations', 'plan', name, ...flags);

  expect(err).toContain(problem);
  expect(code).toBe(2);
});

test.each([
  ['de.json', { title: 'Geschäft', cart: { left: 'noch %d' } }, []],
  ['Deutsch.json', { title: 'Geschäft', cart: { left: 'noch %d' } }, []],
  ['strings.json', { title: 'Geschäft', 'cart.left': 'noch %d' }, ['--locale', 'de']],
  ['de.json', { de: { title: 'Geschäft', cart: { left: 'noch %d' } } }, []],
])('%s with %j is the JSON of one language', async (name, content, flags) => {
  const store = await openAgencyStore();
  store.write(name, JSON.stringify(content));

  expect((await planOf(store, name, ...flags)).sets).toEqual(['title de Geschäft', 'cart.left de noch %d']);
  expect((await store.run('translations', 'apply', name, ...flags, '--yes')).code).toBe(0);
  expect((await store.run('translations', 'undo', name, '--yes')).code).toBe(3);
});

test('JSON and a plan with a byte order mark, as editors add it, are read', async () => {
  const store = await openAgencyStore();
  store.write('de.json', '\uFEFF{ "title": "Geschäft" }');
  const planned = await planOf(store, 'de.json', '--out', 'plan.json');
  store.write('plan.json', `\uFEFF${store.folder.read('plan.json')}`);

  expect(planned.sets).toEqual(['title de Geschäft']);
  expect((await store.run('translations', 'apply', 'plan.json', '--yes')).code).toBe(0);
});

test('JSON with several languages is read in the one that is given, and says which it leaves', async () => {
  const store = await openAgencyStore();
  store.write('strings.json', '{ "de": { "title": "Geschäft" }, "pt-BR": { "title": "Boutique" } }');
  const { sets, err } = await planOf(store, 'strings.json', '--locale', 'de');

  expect(sets).toEqual(['title de Geschäft']);
  expect(err).toContain('strings.json: does not read "pt-BR"\n');
});

test('a copy in a sheet with a short name is not taken for the language of the file', async () => {
  const store = await openAgencyStore();
  store.write(
    'back.xlsx',
    await workbook({ Translations: titled('de', 'Geschäft'), old: titled('de', 'Laden alt') }),
  );
  const { code, err } = await store.run('translations', 'plan', 'back.xlsx');

  expect(code).toBe(2);
  expect(err).toContain('--sheet: is required, because the sheet "Translations" of back.xlsx has strings');
});

test('a hidden sheet is named as one that is not read', async () => {
  const store = await openAgencyStore();
  const rows = titled('value', 'Geschäft');
  const sheets = [
    { name: 'German', rows },
    { name: 'Spanish', rows, hidden: true },
  ];
  store.write('back.xlsx', await writeXlsx({ sheets }));
  const { sets, err } = await planOf(store, 'back.xlsx');

  expect(sets).toEqual(['title de Geschäft']);
  expect(err).toContain('back.xlsx: does not read "Spanish" (hidden)\n');
});

test('a sheet that is named says its language, in any form of its code, and another one is wrong usage', async () => {
  const store = await openAgencyStore();
  store.write(
    'back.xlsx',
    await workbook({ DE: titled('value', 'Geschäft'), 'PT-BR': titled('value', 'Boutique') }),
  );
  const wrong = await store.run('translations', 'plan', 'back.xlsx', '--sheet', 'PT-BR', '--locale', 'de');

  expect((await planOf(store, 'back.xlsx')).sets).toEqual(['title de Geschäft', 'title pt-BR Boutique']);
  expect((await planOf(store, 'back.xlsx', '--sheet', 'PT-BR')).sets).toEqual(['title pt-BR Boutique']);
  expect([wrong.code, wrong.err]).toEqual([
    2,
    expect.stringContaining('--locale: is de, and back.xlsx is named PT-BR'),
  ]);
});

test('a language that the service lacks may be left out by --locales', async () => {
  const store = await openAgencyStore();
  store.write('back.csv', 'key,de,ko\ntitle,Geschäft,가게\n');

  expect((await planOf(store, 'back.csv')).code).toBe(2);
  expect((await planOf(store, 'back.csv', '--locales', 'de')).sets).toEqual(['title de Geschäft']);
});

test('a new string has the line ends of its source', async () => {
  const store = await openStore({ staticTranslations: [{ key: 'promo', locale: 'en', value: 'One\nTwo' }] });
  store.write('back.csv', 'key,de\npromo,"Eins\r\nZwei"\n');

  expect((await planOf(store, 'back.csv', '--new-locales', 'de')).sets).toEqual(['promo de Eins\nZwei']);
});

test('a plan keeps the finding that a source has changed since the sheet was sent out', async () => {
  const store = await openAgencyStore();
  await store.run('translations', 'pull', '--out', 'back.csv', '--quiet');
  store.write('back.csv', store.folder.read('back.csv').replace('Laden', 'Geschäft'));
  store.write('en.csv', 'key,en\ntitle,Market\n');
  expect((await store.run('translations', 'apply', 'en.csv', '--yes')).code).toBe(0);
  const planned = await planOf(store, 'back.csv', '--out', 'plan.json');
  const { code, out } = await store.run('translations', 'apply', 'plan.json', '--yes');

  const finding = 'its source has changed since it was sent out; now it is "Market"';
  expect(planned.findings).toEqual([finding]);
  expect(code).toBe(3);
  expect(out).toContain(`title de ${finding}\n`);
  expect((await store.run('translations', 'apply', 'plan.json', '--yes', '--skip-checks')).code).toBe(0);
});

test('JSON with changes is a plan, and a translation of that name is none', async () => {
  const store = await openAgencyStore();
  store.write('back.csv', 'key,de\ntitle,Geschäft\n');
  await store.run('translations', 'plan', 'back.csv', '--out', 'plan.json');
  store.write('de.json', '{ "changes": "Änderungen", "title": "Geschäft" }');

  expect((await store.run('translations', 'plan', 'plan.json')).err).toContain(
    'translations show reads plans',
  );
  expect((await planOf(store, 'de.json', '--new-keys')).sets).toEqual([
    'changes de Änderungen',
    'title de Geschäft',
  ]);
  expect((await store.run('translations', 'apply', 'plan.json', '--yes')).code).toBe(0);
});

test('a locale that the service lacks is said with the one that it has, and new with --new-locales only', async () => {
  const store = await openAgencyStore();
  store.write('back.csv', 'key,value\ntitle,Geschäft\n');
  const rejected = await planOf(store, 'back.csv', '--locale', 'de-DE');
  const allowed = await planOf(store, 'back.csv', '--locale', 'de-DE', '--new-locales', 'de-DE');

  expect([rejected.code, rejected.sets]).toEqual([2, []]);
  expect(rejected.err).toContain(
    'back.csv, column de-DE: is no locale of the service; did you mean de? A new one cannot be deleted later: --new-locales de-DE\n',
  );
  expect(allowed.sets).toEqual(['title de-DE Geschäft']);
});

/** The sheets of a week: six languages, of which the service has two, and a page of notes. */
const week = {
  Notes: [['Please check the title']],
  German: [
    ['key', 'English', 'value'],
    ...keys.map((key, index) => [
      key,
      Object.values(english)[index] ?? '',
      ['Geschäft', 'noch %d', 'Hallo {name}!'][index] ?? '',
    ]),
  ],
  Français: [
    ['key', 'value'],
    ['title', 'Boutique'],
    ['hello', 'Salut {name} !'],
  ],
  'pt-BR': [
    ['key', 'value'],
    ['title', 'Loja'],
  ],
  Japanese: [
    ['key', 'value'],
    ['title', 'ストア'],
  ],
  Korean: [
    ['key', 'Korean'],
    ['title', '스토어'],
  ],
  es: [
    ['key', 'es'],
    ['title', 'Tienda'],
    ['hello', '¡Hola {nombre}!'],
  ],
};

test('a column value beside one of its language is rejected', async () => {
  const store = await openAgencyStore();
  store.write('back.csv', 'key,de,value\ntitle,A,B\n');

  expect((await store.run('translations', 'check', 'back.csv', '--locale', 'de')).err).toContain(
    'back.csv: the columns value and de are both de\n',
  );
});

test('one command takes all sheets of a workbook that languages name', async () => {
  const store = await openAgencyStore();
  store.write('week.xlsx', await workbook(week));
  const check = await store.run('translations', 'check', 'week.xlsx', '--base', 'week.xlsx');
  const plan = await planOf(store, 'week.xlsx', '--new-locales', 'fr,ja,ko,es');

  expect(check.err).toContain('week.xlsx: does not read "Notes"');
  expect(check.out).toContain('week.xlsx row 3 of es: hello es has {nombre} instead of {name}');
  expect(plan.sets.toSorted()).toEqual(
    [
      ...['title de Geschäft', 'cart.left de noch %d', 'hello de Hallo {name}!'],
      ...['title fr Boutique', 'hello fr Salut {name} !', 'title ja ストア', 'title ko 스토어'],
      ...['title es Tienda', 'hello es ¡Hola {nombre}!'],
    ].toSorted(),
  );
  expect(plan.findings).toEqual(['has {nombre} instead of {name}']);
  expect((await planOf(store, 'week.xlsx', '--sheet', 'German', '--locale', 'de')).sets).toHaveLength(3);
});

test('what is wrong in a sheet of a language is named with the sheet', async () => {
  const store = await openAgencyStore();
  const twice = [
    ['key', 'value'],
    ['title', 'Laden'],
    ['title', 'Geschäft'],
  ];
  store.write(
    'both.xlsx',
    await workbook({
      German: [
        ['key', 'value'],
        ['title', 'A'],
      ],
      de: [
        ['key', 'value'],
        ['title', 'B'],
      ],
    }),
  );
  store.write(
    'twice.xlsx',
    await workbook({
      German: twice,
      es: [
        ['key', 'es'],
        ['title', '#ERROR!'],
      ],
    }),
  );
  store.write(
    'source.xlsx',
    await workbook({
      German: [
        ['key', 'en', 'value'],
        ['title', 'Store', 'A'],
      ],
      es: [
        ['key', 'en', 'es'],
        ['title', 'Shop', 'B'],
      ],
    }),
  );
  const errorOf = async (name: string, ...args: readonly string[]) =>
    (await store.run('translations', 'check', name, ...args)).err;

  expect(await errorOf('both.xlsx')).toContain(
    'both.xlsx, column de: is de, as German is: leave one of them out',
  );
  expect(await errorOf('twice.xlsx')).toContain(
    'twice.xlsx row 3 of German, column key: "title" is in twice.xlsx row 2 of German already',
  );
  expect(await errorOf('twice.xlsx')).toContain(
    'twice.xlsx row 2 of es, column es: #ERROR! is an error of the spreadsheet',
  );
  expect(await errorOf('source.xlsx')).toContain(
    'source.xlsx row 2 of es, column en: differs from that of source.xlsx row 2 of German',
  );
  expect(await errorOf('both.xlsx', '--locale', 'de')).toContain(
    '--locale: is of one sheet, and both.xlsx has German, de',
  );
});

/** What is made of two sheets, each of its keys, a language and what was pulled. */
const joined = [
  ['tabs', 'sheet.xlsx', (de: string[][], pt: string[][]) => workbook({ de, 'pt-BR': pt })],
  [
    'columns beside each other',
    'sheet.csv',
    (de: string[][], pt: string[][]) =>
      Promise.resolve(
        de.map((row, index) => `${[...row, ...(pt[index] ?? []).slice(-2)].join(',')}\n`).join(''),
      ),
  ],
] as const;

test.each(joined)(
  '%s that come from two pulls have what was pulled, each of its own',
  async (_, name, join) => {
    const store = await openAgencyStore();
    const pulled = async (locale: string): Promise<string[][]> => {
      await store.run('translations', 'pull', '--out', `${locale}.csv`, '--locales', locale, '--quiet');
      const rows = store.folder.read(`${locale}.csv`).trimEnd().split(/\r?\n/);
      return rows.map((row) => row.split(','));
    };
    const [german, brazilian] = [await pulled('de'), await pulled('pt-BR')];
    store.write('fix.csv', 'key,de,pt-BR\ntitle,Laden,Loja nova\n');
    await store.run('translations', 'apply', 'fix.csv', '--yes', '--quiet');
    const edited = german.map((row) => row.map((cell) => (cell === 'Laden' ? 'Geschäft' : cell)));
    store.write(name, await join(edited, brazilian));
    const { code, out } = await store.run('translations', 'plan', name, '--json');
    const { changes, conflicts, kept } = JSON.parse(out) as Record<string, { cell: string }[]>;

    expect(code).toBe(3);
    expect(conflicts).toEqual([]);
    expect(changes?.map(({ cell }) => cell)).toEqual(['de']);
    expect(kept?.map(({ cell }) => cell)).toEqual(['pt-BR']);
  },
);

test.each(joined)(
  '%s that come from two pulls of all languages send nothing that nobody has edited',
  async (_, name, join) => {
    const store = await openAgencyStore();
    const pulled = async (file: string, locale: string): Promise<string[][]> => {
      await store.run('translations', 'pull', '--out', file, '--quiet');
      const [head = [], ...rows] = store.folder
        .read(file)
        .trimEnd()
        .split(/\r?\n/)
        .map((row) => row.split(','));
      const kept = head.flatMap((column, index) =>
        index < 5 || [locale, '# pulled'].includes(column) ? [index] : [],
      );
      return [head, ...rows].map((row) => kept.map((index) => row[index] ?? ''));
    };
    const german = await pulled('monday.csv', 'de');
    store.write('fix.csv', 'key,de\ntitle,Geschäft\n');
    await store.run('translations', 'apply', 'fix.csv', '--yes', '--quiet');
    const brazilian = await pulled('tuesday.csv', 'pt-BR');
    store.write(name, await join(german, brazilian));
    const { code, out } = await store.run('translations', 'plan', name, '--json');
    const { changes, conflicts, kept } = JSON.parse(out) as Record<string, { cell: string }[]>;

    expect([code, changes, conflicts]).toEqual([3, [], []]);
    expect(kept?.map(({ cell }) => cell)).toEqual(['de']);
  },
);
