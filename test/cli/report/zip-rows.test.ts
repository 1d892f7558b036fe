import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';

import type { StoredRow } from '../../../src/cli/read/stored-row.ts';
import { transactionsSheet } from '../../../src/cli/report/transactions-sheet.ts';
import { replaceFile } from '../../../src/cli/report/zip-rows.ts';
import { collect, payment } from './report-rows.ts';

const workbook = zipSync({ 'a.xml': strToU8('<a/>'), 'sheet.xml': strToU8('<sheet></sheet>') });

async function sheetWith(contentOf: (xml: string) => AsyncIterable<string>): Promise<string> {
  const files = unzipSync(await collect(replaceFile(workbook, 'sheet.xml', contentOf)));

  expect(Buffer.from(files['a.xml'] ?? []).toString()).toBe('<a/>');
  return Buffer.from(files['sheet.xml'] ?? []).toString();
}

test('a file of a workbook is replaced by what is made of it, part by part', async () => {
  const content = async function* (xml: string) {
    await Promise.resolve();
    yield* ['<first/>', '', xml];
  };

  expect(await sheetWith(content)).toBe('<first/><sheet></sheet>');
});

test('a file that was changed while it was read fails, and nothing is complete', async () => {
  const changed = async function* () {
    await Promise.resolve();
    yield '<sheet>';
    throw new Error('changed');
  };

  await expect(sheetWith(changed)).rejects.toThrow('changed');
});

/** The numbers of the rows below the head, and their transactions, of batches of this size. */
async function numbersOf(sizes: readonly number[], max: number): Promise<readonly string[]> {
  let written = 0;
  const read = async function* (): AsyncGenerator<readonly StoredRow[]> {
    await Promise.resolve();
    for (const size of sizes) {
      yield Array.from({ length: size }, () => ({ ...payment, transaction_id: `tx-${(written += 1)}` }));
    }
  };
  const { write } = await transactionsSheet({ rows: 0, read }, max);
  written = 0;
  const parts: string[] = [];
  for await (const part of write('<sheet><row r="1"/><row r="2"></row></sheet>')) parts.push(part);
  const xml = parts.join('');

  expect(xml).toMatch(/^<sheet><row r="1"\/>.*<\/sheet>$/s);
  return [...xml.matchAll(/<row r="(\d+)">.*?>(tx-\d+)</gs)].map(([, number, id]) => `${number} ${id}`);
}

test('rows of every batch are added in their order, with their number', async () => {
  expect(await numbersOf([2, 0, 1], 10)).toEqual(['2 tx-1', '3 tx-2', '4 tx-3']);
  expect(await numbersOf([], 10)).toEqual([]);
});

test('no row is added above the maximum', async () => {
  expect(await numbersOf([2, 2, 2], 3)).toEqual(['2 tx-1', '3 tx-2', '4 tx-3']);
});
