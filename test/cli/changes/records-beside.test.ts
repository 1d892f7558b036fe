import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { openStore, type Store } from '../open-store.ts';

const sheet = 'kind,key,de\nstatic,welcome,Willkommen\n';

async function open(): Promise<Store> {
  const en = { key: 'welcome', locale: 'en', value: 'Hello' };
  const store = await openStore({ staticTranslations: [en, { ...en, locale: 'de', value: 'Hallo' }] });
  store.write('sheet.csv', sheet);
  return store;
}

/** What lies beside a sheet, and is somebody else's. */
const neighbours: readonly (readonly [string, (folder: string) => void])[] = [
  ['a folder', (folder) => mkdirSync(join(folder, 'logs.jsonl'))],
  ['a link that leads nowhere', (folder) => symlinkSync('/nowhere', join(folder, 'old.jsonl'))],
  ['a pipe', (folder) => void execFileSync('mkfifo', [join(folder, 'events.jsonl')])],
  ['a log of another program', (folder) => writeFileSync(join(folder, 'app.jsonl'), '{"level":"info"}\n')],
  [
    'a file of other bytes',
    (folder) => writeFileSync(join(folder, 'x.jsonl'), Buffer.from([0xff, 0xfe, 0, 1])),
  ],
  [
    'a damaged record of another sheet',
    (folder) => {
      const [name = ''] = readdirSync(folder).filter((one) => one.endsWith('.record.jsonl'));
      const [head = ''] = readFileSync(join(folder, name), 'utf8').split('\n');
      const other = head.replaceAll('sheet.csv', 'other.csv');
      writeFileSync(join(folder, 'other.csv.20260101T000000Z.record.jsonl'), `${other}\n{"item":\n`);
    },
  ],
];

test.each(neighbours)('%s beside a sheet stops neither plan, nor apply, nor undo', async (_, put) => {
  const store = await open();
  expect((await store.run('translations', 'apply', 'sheet.csv', '--yes')).code).toBe(0);
  put(store.folder.path);

  expect((await store.run('translations', 'plan', 'sheet.csv')).code).toBe(0);
  expect((await store.run('translations', 'apply', 'sheet.csv', '--yes')).code).toBe(0);
  expect((await store.run('translations', 'undo', 'sheet.csv', '--yes')).code).toBe(0);
  expect(store.sandbox.state().translations.staticTranslations).toContainEqual({
    ...{ key: 'welcome', locale: 'de', value: 'Hallo' },
  });
});

test.each([
  ['whose end is damaged', (record: string) => `${record}{"item":\n`, 'is not JSON'],
  ['whose head is damaged', (record: string) => record.slice(1), 'is not JSON'],
  ['without its head', (record: string) => record.slice(record.indexOf('\n') + 1), 'version '],
  [
    'of another version',
    (record: string) => record.replace('"version":1', '"version":2'),
    'was written by publisher-commerce',
  ],
])('a record of the sheet itself %s is named, and nothing is sent', async (_, damage, problem) => {
  const store = await open();
  expect((await store.run('translations', 'apply', 'sheet.csv', '--yes')).code).toBe(0);
  const [name = ''] = store.folder.names().filter((one) => one.endsWith('.record.jsonl'));
  store.write('sheet.csv', sheet.replace('Willkommen', 'Hereinspaziert'));
  expect((await store.run('translations', 'apply', 'sheet.csv', '--yes')).code).toBe(0);
  const writes = store.writes().length;
  store.write(name, damage(store.folder.read(name)));

  for (const words of [['plan'], ['apply', '--yes'], ['undo', '--yes']]) {
    const { code, err } = await store.run('translations', ...words, 'sheet.csv');
    expect([code, err]).toEqual([2, expect.stringContaining(`${name}: ${problem}`)]);
  }
  expect(store.writes()).toHaveLength(writes);
});

test('a record whose run died before it sent anything says nothing', async () => {
  const store = await open();
  expect((await store.run('translations', 'apply', 'sheet.csv', '--yes')).code).toBe(0);
  store.write('sheet.csv.20260101T000000Z.record.jsonl', '{"version":1,"resource":"transl');

  expect((await store.run('translations', 'undo', 'sheet.csv', '--yes')).code).toBe(0);
});
