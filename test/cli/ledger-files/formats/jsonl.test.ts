import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readLedger } from '../../../../src/cli/ledger-files/read-ledger.ts';
import type { LedgerFormat } from '../../../../src/ledger/ledger-format.ts';
import { createFolder, encode, ledgerRows } from '../../commands/verify/delivered-file.ts';

const limit = 16 * 1024 * 1024;
const rows = ledgerRows(2);

/** Reads a file to its end, and returns the number of rows. */
async function countRows(path: string, format: LedgerFormat): Promise<number> {
  let count = 0;
  for await (const batch of readLedger({ path, format, needed: [] })) count += batch.length;
  return count;
}

test('a line of JSON has at most 16 MiB, wherever it is', async () => {
  await using folder = await createFolder();
  const path = join(folder.path, 'a.jsonl');
  const [first = '', second = ''] = (await encode(rows, 'jsonl')).toString().trimEnd().split('\n');
  // JSON may be followed by spaces.
  const largest = second.padEnd(limit - Buffer.byteLength(second) + second.length);
  expect(Buffer.byteLength(largest)).toBe(limit);

  await writeFile(path, `${first}\n${largest}`);
  expect(await countRows(path, 'jsonl')).toBe(2);
  for (const [content, row] of [
    [`${largest} \n${first}\n`, 1],
    [`${first}\n${first}\n${largest} `, 3],
  ] as const) {
    await writeFile(path, content);
    await expect(countRows(path, 'jsonl')).rejects.toThrow(`row ${row}: must not exceed 16777216 bytes`);
  }
});

test('a file of 4 GiB without a line break is rejected after 16 MiB, in both formats', async () => {
  await using folder = await createFolder();
  const header = (await encode([], 'csv')).toString();
  const formats = [
    ['jsonl', '{"timestamp":"'],
    ['csv', `${header}"`],
  ] as const;
  for (const [format, start] of formats) {
    const path = join(folder.path, `a.${format}`);
    await writeFile(path, start);
    // Zeros that take no space on the disk.
    await truncate(path, 4 * 1024 ** 3);

    await expect(countRows(path, format)).rejects.toThrow('row 1: must not exceed 16777216 bytes');
  }
});
