import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';

import { token } from '../../../support/service.ts';
import { openStore, type Store } from '../../open-store.ts';

const item = {
  ...{ id: 'news-1', title: 'Hello {name}', subTitle: 'Sub', bodyText: 'Body' },
  ...{ headerImage: 'https://x.example/h.png', thumbnailImage: '', labels: ['new'] },
};
const german = {
  ...{
    isoCode: 'de',
    title: 'Hallo {name}',
    subTitle: 'Unter',
    bodyText: '',
    headerImage: '',
    thumbnailImage: '',
  },
  labels: ['neu'],
};

function openWithContent(): Promise<Store> {
  return openStore({}, { content: [{ ...item, translations: [german] }] });
}

/** The translations that the service has. */
async function translationsOf(store: Store): Promise<unknown> {
  const url = `${store.url}/v1/portal-content/news-1`;
  const response = await fetch(url, { headers: { 'x-publisher-token': token } });
  return ((await response.json()) as { readonly translations: unknown }).translations;
}

const head = 'content_id,field,source,de\n';

test('content is pulled with a row for each field, its source and a column for each locale', async () => {
  const store = await openWithContent();
  const { code } = await store.run('content', 'pull', '--ids', 'news-1', '--out', 'c.csv');

  expect(code).toBe(0);
  const rows: readonly string[][] = parse(store.folder.read('c.csv'));
  expect(rows.map((row) => row.slice(0, 4))).toEqual([
    ['content_id', 'field', 'source', 'de'],
    ['news-1', 'title', 'Hello {name}', 'Hallo {name}'],
    ['news-1', 'subTitle', 'Sub', 'Unter'],
    ['news-1', 'bodyText', 'Body', ''],
    ['news-1', 'headerImage', 'https://x.example/h.png', ''],
    ['news-1', 'thumbnailImage', '', ''],
    ['news-1', 'labels', '["new"]', '["neu"]'],
  ]);
  expect(await store.run('content', 'plan', 'c.csv')).toMatchObject({ code: 0 });
  expect((await store.run('content', 'status', 'c.csv')).out).toMatch(/│ de +│ +3 │ +2 │ +0 │/);
});

test('content that does not exist is named, and no sheet is written', async () => {
  const store = await openWithContent();
  const run = await store.run('content', 'pull', '--ids', 'news-1,news-2,news-3', '--out', 'c.csv');

  expect(run).toMatchObject({ code: 2, out: '' });
  expect(run.err).toContain('--ids: the service has no content news-2, news-3\n');
  expect(store.folder.names()).not.toContain('c.csv');
});

test('content without a translation is pulled in no locale', async () => {
  const store = await openStore({}, { content: [item] });

  const { out } = await store.run('content', 'pull', '--ids', 'news-1', '--out', 'c.csv');
  expect(out).toContain('c.csv: 6 strings in no locale, from http');
});

test('a translation is sent with the fields that did not change, and undo brings back what it replaced', async () => {
  const store = await openWithContent();
  store.write('c.csv', `${head}news-1,title,,Guten Tag {name}\nnews-1,labels,,"[""neu"",""heiß""]"\n`);
  const { code, out } = await store.run('content', 'apply', 'c.csv', '--yes', '--record', 'r.jsonl');

  expect(code).toBe(0);
  expect(out).toContain('  news-1 labels de "["neu"]" → "["neu","heiß"]"\n');
  const [put] = store.requests.filter(({ method }) => method === 'PUT');
  expect(put?.url).toBe('/v1/portal-content/news-1/translations/de');
  expect(JSON.parse(put?.body ?? '')).toEqual({
    ...{ title: 'Guten Tag {name}', subTitle: 'Unter', labels: ['neu', 'heiß'] },
  });
  expect(await store.run('content', 'undo', 'r.jsonl', '--yes')).toMatchObject({ code: 0 });
  expect(await translationsOf(store)).toEqual([german]);
});

test('what a colleague changes in another field of a locale is sent as it is now', async () => {
  const store = await openWithContent();
  store.write('base.csv', `${head}news-1,title,,Hallo {name}\nnews-1,subTitle,,Alt\n`);
  store.write('c.csv', `${head}news-1,title,,Guten Tag {name}\nnews-1,subTitle,,Alt\n`);

  const run = await store.run('content', 'apply', 'c.csv', '--base', 'base.csv', '--yes');
  expect(run).toMatchObject({ code: 0 });
  expect(await translationsOf(store)).toMatchObject([{ title: 'Guten Tag {name}', subTitle: 'Unter' }]);
});

test('a locale that is not enabled is the error of the service, with the change it was for', async () => {
  const store = await openWithContent();
  store.write('c.csv', 'content_id,field,source,xh\nnews-1,title,,Molo {name}\n');
  const { code, out, err } = await store.run('content', 'apply', 'c.csv', '--yes');

  expect(code).toBe(1);
  expect(out).toContain('rejected:\n  news-1 title xh none → "Molo {name}": ');
  expect(err).toContain('Correct the sheet, and run it again\n');
});

test.each([
  ['news-2,title,,Hallo\n', 'c.csv line 2, column field: the service has no news-2 title'],
  ['news-1,name,,Hallo\n', 'c.csv line 2, column field: must be one of title, subTitle'],
  ['news-1,labels,,neu\n', 'c.csv line 2, column de: must be a JSON array of strings'],
  ['news-1,labels,,"[1]"\n', 'c.csv line 2, column de: must be a JSON array of strings'],
])('the row %j is wrong, and nothing is sent', async (row, message) => {
  const store = await openWithContent();
  store.write('c.csv', head + row);
  const { code, err } = await store.run('content', 'apply', 'c.csv', '--yes');

  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(store.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a translation is checked against the source of its content, and an image is not', async () => {
  const store = await openWithContent();
  store.write('c.csv', `${head}news-1,title,,Hallo\nnews-1,headerImage,,https://x.example/h.png\n`);
  const { code, out } = await store.run('content', 'plan', 'c.csv');

  expect(code).toBe(3);
  expect(out).toContain('1 finding:\n  news-1 title de lacks {name}\n');
});

test('labels are compared as lists: spaces between them are no difference', async () => {
  const store = await openWithContent();
  store.write('c.csv', ['content_id,field,de', 'news-1,labels,"[""neu"", ""alt""]"', ''].join('\n'));

  expect(await store.run('content', 'apply', 'c.csv', '--yes')).toMatchObject({ code: 0 });
  expect(await translationsOf(store)).toMatchObject([{ labels: ['neu', 'alt'] }]);
  expect((await store.run('content', 'plan', 'c.csv')).out).toContain('Nothing to do');
});

test('a new locale says how many of its fields the store will show empty', async () => {
  const store = await openWithContent();
  store.write(
    'c.csv',
    ['content_id,field,fr', 'news-1,title,Bonjour {name}', 'news-1,subTitle,Sous', ''].join('\n'),
  );

  expect((await store.run('content', 'plan', 'c.csv', '--skip-checks')).out).toContain(
    '\nnews-1 in fr is new: the store will show 4 of its 6 fields empty\n',
  );
});

test('a workbook is not written with a cell that a spreadsheet would cut', async () => {
  const bodyText = 'x'.repeat(32_768);
  const store = await openStore({}, { content: [{ ...item, bodyText }] });
  const workbook = await store.run('content', 'pull', '--ids', 'news-1', '--out', 'c.xlsx');
  const csv = await store.run('content', 'pull', '--ids', 'news-1', '--out', 'c.csv');

  expect(workbook.code).toBe(1);
  expect(workbook.err).toContain(
    'c.xlsx: row 4, column source: has more than the 32,767 characters that a cell of a workbook holds; write a CSV\n',
  );
  expect(store.folder.names()).not.toContain('c.xlsx');
  expect(csv.code).toBe(0);
});

const noImages = ['www.example.com/h.png', 'h.png', 'ftp://x.example/h.png', 'javascript:alert(1)'];
const spaces = [' https://x.example/h.png', 'https://x.example/h.png ', 'https://x.example/new image.png'];

test.each([...noImages, ...spaces, 'https:h.png'])(
  'the image %s is a finding, of check too',
  async (image) => {
    const store = await openWithContent();
    store.write('c.csv', `${head}news-1,headerImage,,${image}\n`);

    for (const command of ['check', 'plan']) {
      const { code, out } = await store.run('content', command, 'c.csv');
      expect(code).toBe(3);
      expect(out).toContain(
        'news-1 headerImage de is no URL that begins with https:// or http:// and has no spaces\n',
      );
    }
    store.write('c.csv', `${head}news-1,headerImage,,https://x.example/h.png\n`);
    expect((await store.run('content', 'check', 'c.csv')).code).toBe(0);
  },
);
