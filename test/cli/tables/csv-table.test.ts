import { writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { openTable } from '../../../src/cli/tables/open-table.ts';
import { textOf } from '../../../src/cli/tables/table.ts';
import { createFolder } from '../commands/export/run-export.ts';
import { encodeUtf16, encodeWindows1252 } from '../commands/reconcile/finance/encode-text.ts';
import { createFiles, ledgerOf } from '../commands/reconcile/run-reconcile.ts';

const ledger = ledgerOf([
  { order: 'Käse', amount: 100 },
  { order: 'b', amount: 250 },
]);
const finance = 'reference,total\nKäse,1.00\nb,2.50\n';

test('a blank before quotes is no part of a cell, if that is how the first line is written', async () => {
  const rows = ['"reference", "total"', '"Käse", "1.00"', '"b", 2.50', ''];
  const quoted = ledgerOf([{ order: 'say "a", "b"', amount: 100 }]);
  const kept = await createFiles(quoted, '"reference","total"\n"say ""a"", ""b""","1.00"\n').run();

  expect(await createFiles(ledger, rows.join('\n')).run()).toMatchObject({ code: 0 });
  expect(await createFiles(ledger, rows.join('\n').replaceAll(',', ';')).run()).toMatchObject({ code: 0 });
  expect(kept).toMatchObject({ code: 0 });
});

test.each([
  ['latin1, which is windows-1252', encodeWindows1252(finance), ['--encoding', 'latin1']],
  ['utf-16be', encodeUtf16(finance, { bigEndian: true }), ['--encoding', 'utf-16be']],
  ['utf-8 by its mark', Buffer.from(`\uFEFF${finance}`), ['--encoding', 'windows-1252']],
])('a file in %s is read', async (_name, content, flags) => {
  expect(await createFiles(ledger, content).run(flags)).toMatchObject({ code: 0, err: '' });
});

test('every byte of windows-1252 is decoded, across chunks too', async () => {
  const order = '€’Ü';
  const rows = Array.from({ length: 60_000 }, (_, index) => `${index}${order},0.01`);
  const file = encodeWindows1252(`reference,total\n${rows.join('\n')}\n`);
  const orders = ledgerOf([{ order: `59999${order}`, amount: 1 }]);
  const { out } = await createFiles(orders, file).run(['--encoding', 'windows-1252']);

  expect(file.length).toBeGreaterThan(2 ** 19);
  expect(out).toContain('id and currency: 1\n');
});

test.each([
  [encodeWindows1252(finance), [], 'is not in utf-8, near line 2; set its encoding: windows-1252 in '],
  [
    encodeWindows1252('reference,total\nb,2.50\nKäse'),
    ['--encoding', 'utf-8'],
    'is not in utf-8, near line 3\n',
  ],
  [Uint8Array.of(0x61, 0x82), ['--encoding', 'shift_jis'], 'is not in shift_jis, near line 1\n'],
  [encodeUtf16('reference,total\nb,2.50\n'), [], 'has NUL characters: is it utf-16?'],
])('bytes that the encoding does not have name the flag', async (content, flags, problem) => {
  const { code, out, err } = await createFiles(ledger, content).run(flags);

  expect(err).toContain(`publisher-commerce: --encoding: finance.csv ${problem}`);
  expect({ code, out }).toEqual({ code: 2, out: '' });
});

test('an unknown encoding is wrong usage', async () => {
  const { code, err } = await createFiles(ledger, finance).run(['--encoding', 'ansi']);

  expect(err).toContain(
    '--encoding: "ansi" is unknown; use utf-8, windows-1252, utf-16, shift_jis or another',
  );
  expect(code).toBe(2);
});

test('columns are found by their numbers, with a row of names or without', async () => {
  const flags = ['--id-column', '2', '--amount-column', '3'];
  const twice = 'nr,reference,total,total\n1,Käse,1.00,\n2,b,2.50,\n';

  expect(await createFiles(ledger, twice).reconcile(flags)).toMatchObject({ code: 0 });
  expect(
    await createFiles(ledger, '1,Käse,1.00\n2,b,2.50\n').reconcile([...flags, '--no-header']),
  ).toMatchObject({ code: 0 });
  expect((await createFiles(ledger, twice).run()).err).toContain(
    '--amount-column: finance.csv has several columns "total"; use the number of one: 3 or 4',
  );
  expect((await createFiles(ledger, twice).run(['--no-header'])).err).toContain(
    '--id-column: must be a number from 1 to 4 with --no-header',
  );
  expect((await createFiles(ledger, twice).run(['--id-column', '5'])).err).toContain(
    '--id-column: finance.csv has no column "5"',
  );
});

test.each([
  [['--amount-column', 'total'], '--id-column: is required; finance.csv has "reference", "total"'],
  [['--id-column', 'reference'], '--amount-column: is required; finance.csv has "reference", "total"'],
])('a missing column lists those of the file', async (flags, problem) => {
  const { code, err } = await createFiles(ledger, finance).reconcile(flags);

  expect(err).toContain(`publisher-commerce: ${problem}`);
  expect(code).toBe(2);
});

test('lines before the table and rows after it are skipped by their number, and need not be CSV', async () => {
  const content = `Export "October\n\n"${finance}Total,3.50\nchecked by,hand\n`.replace('"ref', 'ref');
  const { code, out } = await createFiles(ledger, content).run(['--skip-first', '2', '--skip-last', '2']);
  const without = await createFiles(ledger, `October,,\n${finance}`).reconcile([]);

  expect(out).toContain('finance.csv: 2 of 4 rows (left out: 2 by --skip-last 2)\n');
  expect(code).toBe(0);
  expect(without.err).toContain(
    'has "October", 2 (without a name), 3 (without a name); does its table begin further down? --skip-first',
  );
});

test('under a title that hides the delimiter, the line of the names is suggested', async () => {
  const content = 'Account statement\nExample Games\nBeleg;Art;Betrag\nKäse;paid;1,00 €\nb;paid;2,50 €\n';
  const { err } = await createFiles(ledger, content).reconcile(['--decimal', ',']);

  expect(err).toContain('has "Account statement"; does its table begin further down? --skip-first ');
  expect(err).toMatch(/--skip-first 2$/m);
});

test('lines are counted with those that were skipped', async () => {
  const { out } = await createFiles(ledger, `title\n\n${finance}c,?\n`).run(['--skip-first', '2']);

  expect(out).toContain('finance.csv line 6: the amount "?" ');
});

const accounts = 'reference,total,account\nKäse,1.00,8400\nfee,-9.00,4970\nb,2.50,8400\n,3.50,\n';

test.each([
  [['account = 8400']],
  [['account=8400', 'reference != ""']],
  [['account != "4970"', 'reference != ""']],
  [['"account" = "8400"']],
  [['3 = 8400']],
])('--where %j compares the rows that meet all conditions', async (conditions) => {
  const flags = conditions.flatMap((condition) => ['--where', condition]);
  const { code, out } = await createFiles(ledger, accounts).run(flags);

  expect(out).toContain('finance.csv: 2 of 4 rows (left out: 2 by --where ');
  expect(code).toBe(0);
});

test.each([
  ['account', '--where: "account" must be a column, = or != and a value'],
  ['= 8400', '--where: "= 8400" must be a column'],
  ['konto = 8400', '--where: finance.csv has no column "konto"; it has "reference", "total", "account"'],
])('the condition %j is wrong usage', async (condition, problem) => {
  const { code, err } = await createFiles(ledger, accounts).run(['--where', condition]);

  expect(err).toContain(problem);
  expect(code).toBe(2);
});

test('rows without any value and delimiters at the end of a row are no problem', async () => {
  const { code, out } = await createFiles(ledger, 'reference;total\nKäse;1.00;;\n;\nb;2.50;\n\n').run();

  expect(out).toContain('finance.csv: 2 rows\n');
  expect(code).toBe(0);
});

test.each([
  ['commas', 'a,'],
  ['quotes', '""'],
])('a cell in quotes is read from a file with tabs, also with millions of %s', async (_, content) => {
  const path = createFolder().file('long.tsv');
  writeFileSync(path, `reference\ttotal\n"${content.repeat(7_000_000)}"\t1.00\n`);
  const lengths: number[][] = [];
  for await (const { cells } of (await openTable({ path, skipFirst: 0 }))())
    lengths.push(cells.map((cell) => textOf(cell).length));

  expect(lengths[1]).toEqual([content === '""' ? 7_000_000 : 14_000_000, 4]);
});
