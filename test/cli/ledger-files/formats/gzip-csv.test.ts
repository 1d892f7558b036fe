import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { expect, onTestFinished, test } from 'vitest';

import { readLedger } from '../../../../src/cli/ledger-files/read-ledger.ts';
import { encode, ledgerRows } from '../../commands/verify/delivered-file.ts';

/** Reads a file with these bytes. */
async function read(bytes: Uint8Array): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gzip-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.csv.gz');
  writeFileSync(path, bytes);
  const ids: string[] = [];
  for await (const rows of readLedger({ path, format: 'csv.gz', needed: ['transaction_id'] }))
    ids.push(...rows.map((row) => row.transaction_id));
  return ids;
}

const rows = ledgerRows(50);
const ids = rows.map((row) => row.transactionDetails.id);

test('rows may continue in the next member, as when several files were packed one after another', async () => {
  const csv = await encode(rows, 'csv');
  const parts = [csv.subarray(0, 1000), csv.subarray(1000, 5003), csv.subarray(5003)];

  expect(await read(Buffer.concat(parts.map((part) => gzipSync(part))))).toEqual(ids);
});

test.each([
  ['a member that is cut off', (bytes: Buffer) => bytes.subarray(0, -9), 'unexpected end of file'],
  ['a CSV that is not packed', () => Buffer.from('timestamp,type\r\n'), 'incorrect header check'],
  ['an empty file', () => Buffer.alloc(0), 'unexpected end of file'],
])('%s cannot be read', async (_, change, message) => {
  const bytes = change(await encode(rows, 'csv.gz'));

  await expect(read(bytes)).rejects.toMatchObject({
    name: 'UnreadableFileError',
    message: `it cannot be unpacked (gzip): ${message}`,
  });
});

test('a small file that unpacks to a row without an end is not read into memory', async () => {
  const bomb = Buffer.concat(Array.from({ length: 64 }, () => gzipSync(Buffer.alloc(4 * 1024 * 1024, 'a'))));
  expect(bomb.length).toBeLessThan(1024 * 1024);

  await expect(read(bomb)).rejects.toThrow('must not exceed 16777216 bytes');
});
