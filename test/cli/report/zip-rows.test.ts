import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';

import type { StoredRow } from '../../../src/cli/read/stored-row.ts';
import { addRows } from '../../../src/cli/report/zip-rows.ts';
import { collect, payment } from './report-rows.ts';

const workbook = zipSync({ 'a.xml': strToU8('<a/>'), 'sheet.xml': strToU8('<sheet></sheet>') });

async function* batches(...sizes: readonly number[]): AsyncGenerator<readonly StoredRow[]> {
  await Promise.resolve();
  for (const size of sizes) {
    yield Array.from({ length: size }, () => ({ ...payment, transaction_id: 'tx' }));
  }
}

async function sheetWith(rows: AsyncIterable<readonly StoredRow[]>, max: number): Promise<string> {
  const sheet = {
    name: 'sheet.xml',
    parse: () => ({
      before: '<sheet>',
      after: '</sheet>',
      row: (_: StoredRow, number: number) => `${number};`,
    }),
    rows,
    max,
  };
  const files = unzipSync(await collect(addRows(workbook, sheet)));

  expect(Buffer.from(files['a.xml'] ?? []).toString()).toBe('<a/>');
  return Buffer.from(files['sheet.xml'] ?? []).toString();
}

test('rows of every batch are added in their order, with their number', async () => {
  expect(await sheetWith(batches(2, 0, 1), 10)).toBe('<sheet>1;2;3;</sheet>');
  expect(await sheetWith(batches(), 10)).toBe('<sheet></sheet>');
});

test('no row is added above the maximum', async () => {
  expect(await sheetWith(batches(2, 2, 2), 3)).toBe('<sheet>1;2;3;</sheet>');
});

test('a file that was changed while it was read fails, and nothing is complete', async () => {
  const changed = async function* () {
    yield* batches(1);
    throw new Error('changed');
  };

  await expect(sheetWith(changed(), 3)).rejects.toThrow('changed');
});
