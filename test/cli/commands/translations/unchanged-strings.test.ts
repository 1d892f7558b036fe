import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';

import { said } from '../../../support/said.ts';
import { openStore, type Store } from '../../open-store.ts';

/** Returns rows as a CSV, with the columns of the first one. */
function csvOf(rows: readonly Readonly<Record<string, string>>[], removed: readonly string[] = []): string {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => !removed.includes(name));
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  return lines
    .map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`)
    .join('');
}

/** Opens a store with German strings by their keys, and pulls them. */
async function openPulled(german: Readonly<Record<string, string>>): Promise<Store> {
  const staticTranslations = Object.entries(german).flatMap(([key, value]) => [
    { key, locale: 'en', value: `English ${key}` },
    { key, locale: 'de', value },
  ]);
  const store = await openStore({ staticTranslations });
  await store.run('translations', 'pull', '--out', 'sheet.csv', '--quiet');
  store.write('sent-out.csv', store.folder.read('sheet.csv'));
  return store;
}

/** Changes the German cells of the sheet, and removes columns. */
function edit(
  store: Store,
  change: (value: string, key: string) => string,
  removed: readonly string[] = [],
): void {
  const rows: Record<string, string>[] = parse(store.folder.read('sheet.csv'), { columns: true, bom: true });
  const edited = rows.map(({ de = '', key = '', ...rest }) => ({ key, ...rest, de: change(de, key) }));
  store.write('sheet.csv', csvOf(edited, removed));
}

function germanIn({ sandbox }: Store): Record<string, string> {
  const all = sandbox.state().translations.staticTranslations ?? [];
  const german = all.filter(({ locale }) => locale === 'de');
  return Object.fromEntries(german.map(({ key, value }) => [key, value ?? '']));
}

async function set(store: Store, key: string, value: string): Promise<void> {
  store.write('other.csv', csvOf([{ kind: 'static', key, de: value }]));
  expect(
    (await store.run('translations', 'apply', 'other.csv', '--yes', '--skip-checks', '--quiet')).code,
  ).toBe(0);
}

const variants = [
  ['outer spaces', ' Größe ', 'Größe'],
  ['an outer line break', 'Größe\n', 'Größe'],
  ['Windows line ends', 'Größe\nvier', 'Größe\r\nvier'],
  ['Unix line ends', 'Größe\r\nvier', 'Größe\nvier'],
  ["a workbook's carriage returns", 'Größe\nvier', 'Größe_x000D_\nvier'],
  ['decomposed letters', 'Größe', 'Gro\u0308ße'],
  ['composed letters', 'Gro\u0308ße', 'Größe'],
  ['a space without width', 'Größe', 'Grö\u200Bße'],
  ['no byte order mark within', 'Grö\uFEFFße', 'Größe'],
] as const;

test.each(variants)(
  'a string with %s has what was pulled, also when the service has something else by now',
  async (_, pulled, sheet) => {
    const store = await openPulled({ size: pulled, other: 'anders' });
    edit(store, (value, key) => (key === 'size' ? sheet : value));
    const same = await store.run('translations', 'apply', 'sheet.csv', '--yes');
    expect(same.code).toBe(0);
    expect(same.out).toMatch(said('\n1 cell differs from what was pulled in … and counts as unchanged\n'));
    expect(store.writes()).toEqual([]);

    await set(store, 'size', 'Ausmaß');
    for (const base of [[], ['--base', 'sent-out.csv']]) {
      const { code } = await store.run('translations', 'apply', 'sheet.csv', ...base, '--yes', '--quiet');
      expect(code).toBe(3);
      expect(germanIn(store)).toEqual({ size: 'Ausmaß', other: 'anders' });
    }
  },
);

test('a base without the column tells what nobody sees too', async () => {
  const store = await openPulled({ size: 'Größe', other: 'anders' });
  edit(store, (value) => value, ['# pulled']);
  store.write('sent-out.csv', store.folder.read('sheet.csv'));
  edit(store, (value) => `${value} `, ['# pulled']);
  await set(store, 'size', 'Ausmaß');
  const { out } = await store.run('translations', 'apply', 'sheet.csv', '--base', 'sent-out.csv', '--yes');

  expect(out).toContain('\n2 cells differ from what was pulled');
  expect(germanIn(store)).toEqual({ size: 'Ausmaß', other: 'anders' });
});

test('a column that was emptied before a sheet was sent out has what was pulled', async () => {
  const store = await openPulled({ size: 'Größe', other: 'anders' });
  edit(store, () => '');
  store.write('sent-out.csv', store.folder.read('sheet.csv'));
  edit(store, (_, key) => `neu: ${key}`, ['# pulled']);
  await set(store, 'other', 'von jemand');
  const flags = ['--base', 'sent-out.csv', '--skip-checks', '--yes'];
  const { code, out } = await store.run('translations', 'apply', 'sheet.csv', ...flags);

  expect(code).toBe(3);
  expect(out).toContain('\n1 conflict, ');
  expect(germanIn(store)).toEqual({ size: 'neu: size', other: 'von jemand' });
});

test.each([
  ['with', []],
  ['without', ['# pulled']],
])('a base %s the column whose line ends have changed too is what was sent out', async (_, removed) => {
  const store = await openStore({
    staticTranslations: ['en', 'de'].map((locale) => ({ key: 'a', locale, value: `${locale}\nzwei` })),
  });
  await store.run('translations', 'pull', '--out', 'sheet.csv', '--quiet');
  const unix = store.folder.read('sheet.csv').replaceAll('\r\n', '\n');
  store.write('sheet.csv', unix.replaceAll('\n', '\r\n'));
  edit(store, (value) => value, removed);
  store.write('sent-out.csv', store.folder.read('sheet.csv'));
  edit(store, (value) => value.replace('zwei', 'neu'), ['# pulled']);
  const { code, out } = await store.run(
    ...['translations', 'apply', 'sheet.csv', '--base', 'sent-out.csv', '--yes'],
  );

  expect({ code, out }).toEqual({
    code: 0,
    out: expect.not.stringMatching(/conflict|finding|kept/) as string,
  });
  expect(germanIn(store)).toEqual({ a: 'de\nneu' });
});

test('a joiner that changes what is shown is a change', async () => {
  const store = await openPulled({ size: 'می\u200Cخواهم' });
  edit(store, () => 'میخواهم');
  await store.run('translations', 'apply', 'sheet.csv', '--yes', '--skip-checks', '--quiet');

  expect(germanIn(store)).toEqual({ size: 'میخواهم' });
});

test('line ends that changed in the whole file are said in one line, and a changed text keeps those of the service', async () => {
  const store = await openPulled({ a: 'eins\nzwei', b: 'drei\nvier', c: 'fünf\nsechs', d: 'sieben' });
  edit(store, (value, key) => (key === 'c' ? 'fünf\nneu' : value).replaceAll('\n', '\r\n'));
  const { code, out } = await store.run('translations', 'apply', 'sheet.csv', '--yes', '--skip-checks');

  expect(code).toBe(0);
  expect(out).toMatch(said('\nAll line ends of the sheet have changed, … 2 cells'));
  expect(germanIn(store)).toEqual({ a: 'eins\nzwei', b: 'drei\nvier', c: 'fünf\nneu', d: 'sieben' });
});

test('a sheet without the column keeps the line ends of the service too, and its spaces are wanted', async () => {
  const store = await openPulled({ a: 'eins\nzwei', b: 'drei\nvier', c: 'fünf ' });
  edit(store, (value, key) => (key === 'b' ? 'drei\nneu' : value.trim()).replaceAll('\n', '\r\n'), [
    '# pulled',
  ]);
  const { code, out } = await store.run('translations', 'apply', 'sheet.csv', '--yes', '--skip-checks');

  expect(code).toBe(0);
  expect(out).toContain('\n2 values of the service are replaced\n');
  expect(germanIn(store)).toEqual({ a: 'eins\nzwei', b: 'drei\nneu', c: 'fünf' });
});

test("a workbook's carriage return is sent as a line end, also where the service has one line", async () => {
  const store = await openPulled({ a: 'eins', b: 'zwei' });
  edit(store, (value) => `${value}_x000D_\nneu`);
  await store.run('translations', 'apply', 'sheet.csv', '--yes', '--skip-checks', '--quiet');

  expect(germanIn(store)).toEqual({ a: 'eins\nneu', b: 'zwei\nneu' });
});

test('a locale that was added since, or whose column was filled from another file, overwrites nothing', async () => {
  const store = await openPulled({ a: 'eins', b: 'zwei' });
  edit(store, (value) => value, ['de', '# pulled']);
  await store.run('translations', 'pull', '--out', 'english.csv', '--locales', 'en', '--quiet');
  const rows: Record<string, string>[] = parse(store.folder.read('english.csv'), {
    columns: true,
    bom: true,
  });
  store.write(
    'sheet.csv',
    csvOf(rows.map((row) => ({ ...row, de: row['key'] === 'a' ? 'eins' : 'ein alter Text' }))),
  );
  const { code, out } = await store.run('translations', 'apply', 'sheet.csv', '--yes');

  expect(code).toBe(3);
  expect(out).toContain('\n  b de none → "zwei" | "ein alter Text"');
  expect(germanIn(store)).toEqual({ a: 'eins', b: 'zwei' });
});

test('a typed-back translation is named with the command that takes its run back', async () => {
  const store = await openPulled({ a: 'eins', b: 'zwei' });
  edit(store, () => 'neu');
  await store.run('translations', 'apply', 'sheet.csv', '--yes', '--skip-checks', '--quiet');
  edit(store, (value, key) => (key === 'a' ? 'eins' : value));
  const { code, out } = await store.run('translations', 'plan', 'sheet.csv');

  expect(code).toBe(3);
  expect(out).toContain('\n  publisher-commerce translations undo sheet.csv --keys a --locales de\n');
});

test('a command that takes back more than what is named says so: fields share an id, and a comma separates keys', async () => {
  const ofGems = (field: string) => ({
    type: 'product',
    externalId: 'gems',
    field,
    locale: 'de',
    value: field,
  });
  const store = await openStore({
    staticTranslations: [{ key: 'a,b', locale: 'de', value: 'eins' }],
    dynamicTranslations: [ofGems('name'), ofGems('description')],
  });
  await store.run('translations', 'pull', '--out', 'sheet.csv', '--quiet');
  const pulled = store.folder.read('sheet.csv');
  const apply = async (sheet: string): Promise<string> => {
    store.write('sheet.csv', sheet);
    return (await store.run('translations', 'apply', 'sheet.csv', '--yes', '--skip-checks')).out;
  };
  const head = 'To take back what a run of this sheet set, with what else its runs set there:\n';
  const undo = '  publisher-commerce translations undo sheet.csv';
  const edited = pulled
    .replace('name,,name', 'name,,neu')
    .replace('description,,description', 'description,,neu');
  await apply(edited);

  expect(await apply(edited.replace('name,,neu', 'name,,name'))).toContain(
    `${head}${undo} --keys gems --locales de\n`,
  );
  await apply(edited.replace('eins', 'neu'));
  expect(await apply(edited)).toContain(`${head}${undo} --locales de\n`);
});

test('a sheet of 0.1.0, whose column has one hash of a string, sends no string that only lost a space', async () => {
  const store = await openPulled({ size: 'Größe ' });
  store.write('sheet.csv', store.folder.read('sheet.csv').replaceAll(/(de=[\w-]{8})\.[\w-]{8}/g, '$1'));
  edit(store, () => 'Größe');
  expect((await store.run('translations', 'apply', 'sheet.csv', '--yes', '--quiet')).code).toBe(0);

  expect(store.writes()).toEqual([]);
});
