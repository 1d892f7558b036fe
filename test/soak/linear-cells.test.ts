import { writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';

import { expect, test, vi } from 'vitest';

import { csvRecords } from '../../src/cli/ledger-files/formats/csv-records.ts';
import { openTable } from '../../src/cli/tables/open-table.ts';
import { createFolder } from '../cli/commands/export/run-export.ts';
import { buildWorkbook } from '../cli/commands/reconcile/finance/build-workbook.ts';
import { checkString } from '../../src/cli/strings/checks/check-string.ts';
import { takeCurrency } from '../../src/cli/commands/reconcile/finance/currency-signs.ts';

/** The CPU time of reading a cell, in microseconds: the least of some runs. */
function costOf(cell: string, read: (cell: string) => unknown): number {
  const costs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    for (let repeat = 0; repeat < 20; repeat += 1) read(cell);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...costs);
}

const currencyOf = (cell: string): unknown => takeCurrency(cell, []);
const findingsOf = (cell: string): unknown => checkString({ value: cell, source: 'Save 5 %', locale: 'de' });

test.each([
  ['the currency', 'line breaks', currencyOf, (length: number) => `9.99${'\n'.repeat(length)}-`],
  ['the currency', 'blanks', currencyOf, (length: number) => `${' '.repeat(length)}9.99`],
  ['the currency', 'letters', currencyOf, (length: number) => 'x'.repeat(length)],
  ['the currency', 'dots', currencyOf, (length: number) => `$${'.'.repeat(length)}`],
  ['the checks', 'letters', findingsOf, (length: number) => 'x'.repeat(length)],
  ['the checks', 'digits', findingsOf, (length: number) => '5'.repeat(length)],
  ['the checks', 'blanks', findingsOf, (length: number) => `a${' '.repeat(length)}b`],
  ['the checks', 'brackets', findingsOf, (length: number) => '{'.repeat(length)],
  ['the checks', 'tags', findingsOf, (length: number) => '<b></i>[b][/b]'.repeat(length / 14)],
  ['the checks', 'square brackets', findingsOf, (length: number) => '[a'.repeat(length / 2)],
  ['the checks', 'entities', findingsOf, (length: number) => '&amp'.repeat(length / 4)],
  ['the checks', 'dollars', findingsOf, (length: number) => '$t('.repeat(length / 3)],
  ['the checks', 'tags that do not end', findingsOf, (length: number) => '<b '.repeat(length / 4)],
])('%s of a cell of %s cost in proportion to its length', (_, __, read, cellOf) => {
  costOf(cellOf(1000), read);
  const ratio = costOf(cellOf(100_000), read) / costOf(cellOf(25_000), read);

  // Four times as long: quadratic would be 16.
  expect(ratio).toBeLessThan(9);
});

/** The CPU time of reading a file to its end, or to where it is rejected, in microseconds. */
async function costOfFile(name: string, content: string | Uint8Array): Promise<number> {
  const path = createFolder().file(name);
  writeFileSync(path, content);
  const before = process.cpuUsage();
  try {
    for await (const row of (await openTable({ path, skipFirst: 0 }))()) expect(row.line).toBeGreaterThan(0);
  } catch (error) {
    expect(String(error)).toContain('UnreadableFileError');
  }
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const workbook = (cells: string, strings: readonly string[] = []): Uint8Array =>
  buildWorkbook({ Odd: [['de'], [{ xml: cells }]] }, { strings });

test.each([
  ['tags that do not end', 'a.xlsx', (length: number) => workbook('<c '.repeat(length / 3))],
  ['cells that do not end', 'a.xlsx', (length: number) => workbook('<c><v>'.repeat(length / 6))],
  ['values that do not end', 'a.xlsx', (length: number) => workbook(`<c>${'<v '.repeat(length / 3)}</c>`)],
  [
    'strings that do not end',
    'a.xlsx',
    (length: number) => workbook('<c t="s"><v>1</v></c>', ['<si><t>'.repeat(length / 7)]),
  ],
  [
    'phonetic text that does not end',
    'a.xlsx',
    (length: number) => workbook('<c t="s"><v>1</v></c>', [`<si>${'<rPh>'.repeat(length / 5)}</si>`]),
  ],
  ['a long cell in quotes', 'a.tsv', (length: number) => `de\ten\n"${'a,'.repeat(length)}"\t1\n`],
  ['Ctrl-Z at the end', 'a.csv', (length: number) => `de,en\n${'\u001A'.repeat(20 * length)}`],
  ['quotes that do not end', 'a.tsv', (length: number) => `de\ten\n${'"\t'.repeat(length)}\n`],
])('%s in a file cost in proportion to its length', async (_, name, contentOf) => {
  vi.setConfig({ testTimeout: 120_000 });
  await costOfFile(name, contentOf(10_000));
  const ratio = (await costOfFile(name, contentOf(2_000_000))) / (await costOfFile(name, contentOf(500_000)));

  expect(ratio).toBeLessThan(9);
});

test('a long record of an export costs hardly more in many chunks than in few', async () => {
  const size = 1 << 22;
  const costIn = async (count: number): Promise<number> => {
    const chunks = Array.from({ length: count }, () => Buffer.alloc(size / count, 'a'));
    const before = process.cpuUsage();
    for await (const [record] of csvRecords(Readable.from([Buffer.from('"'), ...chunks, Buffer.from('"\n')])))
      expect(record?.[0]).toHaveLength(size);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await costIn(4);

  expect((await costIn(1024)) / (await costIn(4))).toBeLessThan(8);
});

test('an empty line of a CSV file costs no more than a row', async () => {
  const lines = 100_000;
  const rows = await costOfFile('a.csv', `de,en\n${'x,y\n'.repeat(lines)}`);
  const empty = await costOfFile('a.csv', `de,en\n${'\n'.repeat(lines)}x,y\n`);

  expect(empty / rows).toBeLessThan(1.5);
});
