import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import readWorkbook from 'read-excel-file/node';
import { expect, test } from 'vitest';

import { rowOf } from '../../../ledger/receipt-pages.ts';
import { runHere } from '../../run-here.ts';
import { createFolder, deliverRange } from '../verify/delivered-file.ts';
import { said } from '../../../support/said.ts';

const months = ['2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01'].map((day) => `${day}T00:00:00.000Z`);

/** A quarter of one game, and July of another: each with one payment. */
async function createQuarter(folder: string) {
  const file = (name: string): string => join(folder, name);
  const names: string[] = [];
  for (const [index, [name, month, source]] of [
    ['a-07.csv', 0, 'game-a'],
    ['a-08.csv', 1, 'game-a'],
    ['a-09.csv', 2, 'game-a'],
    ['b-07.csv', 0, 'game-b'],
  ].entries() as Iterable<[number, [string, number, string]]>) {
    const [startDate = '', endDate = ''] = months.slice(month);
    const rows = [rowOf({ id: `${index}`, timestamp: startDate, amount: 100 * (index + 1) })];
    const baseUrl = 'https://commerce.example.com';
    await deliverRange(
      file(name),
      rows,
      { startDate, endDate },
      { source, baseUrl, environment: 'production' },
    );
    names.push(name);
  }
  return {
    names,
    file,
    report: (files: readonly string[], ...args: readonly string[]) =>
      runHere(['report', ...files.map(file), ...args], `${folder}/`),
  };
}

test('a report of several files has a table by file, and the sums of all', async () => {
  await using folder = await createFolder();
  const { names, file, report } = await createQuarter(folder.path);
  const { code, err } = await report(names, '--out', file('q3.xlsx'));
  const [summary, ...sheets] = await readWorkbook(file('q3.xlsx'));
  const lines = summary?.data ?? [];

  expect({ code, err }).toEqual({
    code: 0,
    err: 'q3.xlsx: report of 4 transactions\nNet 0.04 USD\n',
  });
  expect(lines.slice(0, 3).map(([first]) => first)).toEqual([
    'Transactions, 1 July – 30 September 2026',
    '1 July – 30 September 2026, UTC · 4 transactions',
    'game-a, game-b · a-07.csv, a-08.csv, a-09.csv, b-07.csv',
  ]);
  const start = lines.findIndex(([first]) => first === 'By file');
  expect(lines.slice(start + 1, start + 7).map((cells) => cells.slice(0, 4))).toEqual([
    ['File', 'Source', 'Range', 'Rows'],
    ['a-07.csv', 'game-a', '1–31 July 2026', 1],
    ['a-08.csv', 'game-a', '1–31 August 2026', 1],
    ['a-09.csv', 'game-a', '1–30 September 2026', 1],
    ['b-07.csv', 'game-b', '1–31 July 2026', 1],
    ['Total', null, null, 4],
  ]);
  const receipts = sheets.find(({ sheet }) => sheet === 'Receipt')?.data ?? [];
  expect(receipts.find(([label]) => label === 'Source')).toEqual([
    'Source',
    ...['game-a', 'game-a', 'game-a', 'game-b'],
  ]);
});

test('the page of several files says once that all are verified, and has each receipt', async () => {
  await using folder = await createFolder();
  const { names, file, report } = await createQuarter(folder.path);
  await report(names, '--out', file('q3.html'));
  const page = readFileSync(file('q3.html'), 'utf8');

  expect(page).toContain('Verified: all 4 files are unchanged since their exports.');
  expect(page.match(/<dl class="receipt">/g)).toHaveLength(4);
  // July, August and September have 92 days.
  expect(page).toContain('92 days');
});

test('of any number of files, at most two notes stand before the totals', async () => {
  await using folder = await createFolder();
  const { file, report } = await createQuarter(folder.path);
  writeFileSync(file('other.csv'), readFileSync(file('a-08.csv')));
  await report(['a-07.csv', 'a-09.csv', 'other.csv'], '--out', file('q3.html'));
  const [head = ''] = readFileSync(file('q3.html'), 'utf8').split('<nav');
  const notes = [...head.matchAll(/<div class="notice (\w+)">([^]*?)<\/div>/g)];

  expect(notes.map(([, kind]) => kind)).toEqual(['ok', 'warning']);
  expect(notes[0]?.[2]).toContain('2 of 3 files are unchanged');
  // Each of several has its own line.
  expect(notes[1]?.[2]?.match(/<p>/g)?.length).toBeGreaterThan(1);
});

test('a gap is amber, and a file of another service than the one compared with is none if one is of its source', async () => {
  await using folder = await createFolder();
  const { file, report } = await createQuarter(folder.path);
  const gap = await report(['a-07.csv', 'a-09.csv'], '--out', file('gap.html'), '--json');
  const compared = await report(
    ['b-07.csv', 'a-08.csv'],
    '--compare',
    file('a-07.csv'),
    '--out',
    file('c.html'),
  );

  expect(gap.err).toMatch(said('\nGap: … August 2026 of game-a'));
  expect(JSON.parse(gap.out)).toMatchObject({
    files: [
      { file: 'a-07.csv', source: 'game-a', rows: 1 },
      { file: 'a-09.csv', source: 'game-a', rows: 1 },
    ],
    gaps: [{ source: 'game-a', startDate: months[1], endDate: months[2] }],
    rows: 2,
  });
  expect(readFileSync(file('gap.html'), 'utf8')).toContain(
    '<div class="notice warning"><p>Gap: no file has August',
  );
  expect(compared.code).toBe(0);
  expect(compared.err).not.toContain('compared with');
});

test('files that overlap have no report', async () => {
  await using folder = await createFolder();
  const { file, report } = await createQuarter(folder.path);
  await deliverRange(
    file('again.csv'),
    [],
    { startDate: '2026-07-31T00:00:00Z', endDate: '2026-08-01T00:00:00Z' },
    {
      source: 'game-a',
    },
  );
  const { code, err } = await report(['a-07.csv', 'again.csv'], '--out', file('x.html'));

  expect(code).toBe(2);
  expect(err).toContain('a-07.csv and again.csv both have 31 July 2026 of game-a: leave out one');
});

test('offers of two games with one id are told apart, with a subtotal of each game', async () => {
  await using folder = await createFolder();
  const { names, file, report } = await createQuarter(folder.path);
  await report(names, '--out', file('q3.html'));
  await report(names.slice(0, 3), '--out', file('one.html'));
  const [both, one] = ['q3.html', 'one.html'].map((name) => readFileSync(file(name), 'utf8')) as [
    string,
    string,
  ];

  expect(both).toContain('By source');
  for (const game of ['game-a', 'game-b']) expect(both).toContain(` of ${game}<`);
  expect(one).not.toContain('By source');
  expect(one).not.toContain(' of game-a<');
});
