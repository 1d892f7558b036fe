import { readFile, writeFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import type { Transaction } from '../../../src/index.ts';
import type { Receipt } from '../../../src/ledger/index.ts';
import type { Difference } from '../../../src/cli/verify/difference.ts';
import { verifyFile } from '../../../src/cli/verify/verify-file.ts';
import { randomFrom } from '../../support/random.ts';
import {
  createFolder,
  deliver,
  describe,
  encode,
  type Format,
  formats,
  ledgerRows,
} from './delivered-file.ts';

const rows = ledgerRows(250);

type Corruption = (at: number, random: () => number) => Transaction[];

const corruptions: Readonly<Record<string, Corruption>> = {
  'a cent more': (at) =>
    rows.map((row, index) => (index === at ? withAmount(row, row.transactionDetails.amount + 1) : row)),
  'a row removed': (at) => rows.toSpliced(at, 1),
  'a row repeated': (at) => rows.toSpliced(at, 0, ...rows.slice(at, at + 1)),
  'two rows swapped': (at, random) => swapped(at, (at + 1 + Math.floor(random() * 200)) % rows.length),
  'a cent moved to another row of its currency and type': (at) => {
    const groupOf = (row?: Transaction): string =>
      `${row?.transactionDetails.currencyCode} ${row?.transactionDetails.type}`;
    const other = rows.findIndex((row, index) => index !== at && groupOf(row) === groupOf(rows[at]));
    return rows.map((row, index) => {
      const cent = Number(index === at) - Number(index === other);
      return cent === 0 ? row : withAmount(row, row.transactionDetails.amount + cent);
    });
  },
};

function withAmount(row: Transaction, amount: number): Transaction {
  return { ...row, transactionDetails: { ...row.transactionDetails, amount } };
}

function swapped(one: number, other: number): Transaction[] {
  const [a, b] = [rows[one], rows[other]];
  return a && b ? rows.with(one, b).with(other, a) : rows;
}

/** What has to be named besides the hash; with `rehashed` receipts it is all that is left. */
const named: Readonly<Record<string, readonly Difference['what'][]>> = {
  'a cent more': ['sum'],
  'a row removed': ['rows', 'sum'],
  'a row repeated': ['rows', 'sum', 'duplicates'],
  'two rows swapped': [],
  'a cent moved to another row of its currency and type': [],
};

const cases = formats.flatMap((format) =>
  Object.keys(corruptions).flatMap((name, index) =>
    Array.from({ length: 3 }, (_, turn) => ({ format, name, seed: 100 * index + turn })),
  ),
);

test.each(cases)('$name in $format is found (seed $seed)', async ({ format, name, seed }) => {
  const random = randomFrom(seed);
  const at = 1 + Math.floor(random() * (rows.length - 2));
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows, format);
  await writeFile(path, encode(corruptions[name]?.(at, random) ?? [], format));

  const { differences } = await verifyFile(path);
  const found = differences.map(({ what }) => what);
  expect(found).toContain('hash');
  expect(found).toEqual(expect.arrayContaining([...(named[name] ?? [])]));
  expect(await withoutHash(path, format, receipt)).toEqual(expect.arrayContaining([...(named[name] ?? [])]));
});

/** What is found if the receipt has the hash of the corrupted file: only the rows can differ then. */
async function withoutHash(path: string, format: Format, receipt: Receipt): Promise<Difference['what'][]> {
  const forged = { ...receipt, file: await describe(path, format) };
  await writeFile(`${path}.receipt.json`, JSON.stringify(forged));
  const { differences } = await verifyFile(path);
  const found = differences.map(({ what }) => what);
  expect(found).not.toContain('hash');
  return found;
}

// With the last seed, the parser of Parquet does not end, and is stopped.
const byteSeeds = [...Array.from({ length: 15 }, (_, seed) => seed), 20];

test.each(formats.flatMap((format) => byteSeeds.map((seed) => ({ format, seed }))))(
  'a changed byte in $format is found (seed $seed)',
  async ({ format, seed }) => {
    const random = randomFrom(1000 + seed);
    await using folder = await createFolder();
    const { path } = await deliver(folder.path, rows, format);
    const content = await readFile(path);
    const at = Math.floor(random() * content.length);
    content[at] = (content[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    await writeFile(path, content);

    const { differences } = await verifyFile(path);
    expect(differences.map(({ what }) => what)).toContain('hash');
  },
);

test.each(formats)('a truncated %s file is found', async (format) => {
  for (const share of [0, 0.01, 0.5, 0.999]) {
    await using folder = await createFolder();
    const { path } = await deliver(folder.path, rows, format);
    const content = await readFile(path);
    await writeFile(path, content.subarray(0, Math.floor(content.length * share)));

    const { differences } = await verifyFile(path);
    expect(differences.map(({ what }) => what)).toEqual(expect.arrayContaining(['hash', 'bytes']));
  }
});
