import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type {
  FileDifference,
  Verification,
} from '../../../../src/cli/ledger-files/differences/file-difference.ts';
import type { Transaction } from '../../../../src/client/index.ts';
import type { Receipt } from '../../../../src/ledger/index.ts';
import { type LedgerFormat, ledgerFormats } from '../../../../src/ledger/ledger-format.ts';
import { randomFrom } from '../../../support/random.ts';
import { runHere } from '../../run-here.ts';
import { runCommand } from '../../start-command.ts';
import { createFolder, describe, encode } from './delivered-file.ts';

let exported: string;
let rows: Transaction[];

/** Exports the same month in every format, once. */
beforeAll(async () => {
  exported = await mkdtemp(join(tmpdir(), 'exported-'));
  for (const format of ledgerFormats) {
    const range = ['--month', '2026-10', '--demo', '--transactions', '250'];
    const out = join(exported, `october.${format}`);
    const { code, err } = await runCommand(['export', ...range, '--out', out]);
    if (code !== 0) throw new Error(err);
  }
  const lines = (await readFile(join(exported, 'october.jsonl'), 'utf8')).trimEnd().split('\n');
  // What the first test proves.
  rows = lines.map((line) => JSON.parse(line) as Transaction);
});

afterAll(() => rm(exported, { recursive: true, force: true }));

/** Copies an exported file and its receipt to a folder. */
async function deliver(folder: string, format: LedgerFormat): Promise<string> {
  const name = `october.${format}`;
  for (const one of [name, `${name}.receipt.json`]) await copyFile(join(exported, one), join(folder, one));
  return join(folder, name);
}

async function verify(
  path: string,
): Promise<{ readonly code: number; readonly found: FileDifference['what'][] }> {
  const { code, out } = await runHere(['verify', path, '--json']);
  // What `verify --json` prints.
  const { differences } = JSON.parse(out) as Verification;
  return { code, found: differences.map(({ what }) => what) };
}

test.each(ledgerFormats)(
  'an exported %s file agrees with its receipt, by the built command',
  async (format) => {
    const path = join(exported, `october.${format}`);
    const { sha256 } = await describe(path, format);

    expect(await runCommand(['verify', path])).toEqual({
      code: 0,
      signal: null,
      out: expect.stringMatching(
        new RegExp(
          `^\\S+ is unchanged since .*, with all 250 transactions .*\nOctober 2026\nNet [-\\d,.]+ USD\nSHA-256 ${sha256}\n$`,
        ),
      ) as unknown,
      err: '',
    });
    // The files below are corrupted by encoding other rows.
    expect((await encode(rows, format)).equals(await readFile(path))).toBe(true);
  },
);

type Corruption = (random: () => number) => Transaction[];

const groupOf = ({ transactionDetails: { currencyCode, type } }: Transaction): string =>
  `${currencyCode} ${type}`;

function at(random: () => number): number {
  return 1 + Math.floor(random() * (rows.length - 2));
}

function withCents(...cents: readonly (readonly [index: number, cents: number])[]): Transaction[] {
  return rows.map((row, index) => {
    const [, more = 0] = cents.find(([one]) => one === index) ?? [];
    const { transactionDetails: details } = row;
    return { ...row, transactionDetails: { ...details, amount: details.amount + more } };
  });
}

const corruptions: Readonly<Record<string, Corruption>> = {
  'a cent more': (random) => withCents([at(random), 1]),
  'a row removed': (random) => rows.toSpliced(at(random), 1),
  'a row repeated': (random) => {
    const index = at(random);
    return rows.toSpliced(index, 0, ...rows.slice(index, index + 1));
  },
  'two rows swapped': (random) => {
    const one = at(random);
    const other = (one + 1 + Math.floor(random() * 200)) % rows.length;
    return rows.map((row, index) => (index === one ? rows[other] : index === other ? rows[one] : row) ?? row);
  },
  'a cent moved to another row of its currency and type': (random) => {
    const groups = Map.groupBy(rows.keys(), (index) => groupOf(rows[index] as Transaction));
    const pairs = [...groups.values()].filter(({ length }) => length > 1);
    const [one = 0, other = 0] = pairs[Math.floor(random() * pairs.length)] ?? [];
    return withCents([one, 1], [other, -1]);
  },
};

/** What has to be named besides the hash, unless it is a Parquet file; with a forged receipt it is all that is left. */
const named: Readonly<Record<string, readonly FileDifference['what'][]>> = {
  'a cent more': ['sum'],
  'a row removed': ['rows', 'sum'],
  'a row repeated': ['rows', 'sum', 'duplicates'],
  'two rows swapped': [],
  'a cent moved to another row of its currency and type': [],
};

const cases = ledgerFormats.flatMap((format) =>
  Object.keys(corruptions).flatMap((name, index) =>
    Array.from({ length: 3 }, (_, turn) => ({ format, name, seed: 100 * index + turn })),
  ),
);

async function corrupt(path: string, format: LedgerFormat, name: string, seed: number): Promise<void> {
  const intact = await readFile(path);
  const content = await encode(corruptions[name]?.(randomFrom(seed)) ?? [], format);
  expect(content.equals(intact)).toBe(false);
  await writeFile(path, content);
}

test.each(cases)('$name in $format is found (seed $seed)', async ({ format, name, seed }) => {
  await using folder = await createFolder();
  const path = await deliver(folder.path, format);
  await corrupt(path, format, name, seed);
  const { code, found } = await verify(path);

  expect(code).toBe(3);
  expect(found).toEqual(
    expect.arrayContaining(['hash', ...(format === 'parquet' ? [] : (named[name] ?? []))]),
  );

  // If the receipt has the hash of the corrupted file, only the rows can differ.
  const receipt = JSON.parse(await readFile(`${path}.receipt.json`, 'utf8')) as Receipt;
  const forged = { ...receipt, sha256: undefined, file: await describe(path, format) };
  await writeFile(`${path}.receipt.json`, JSON.stringify(forged));
  const { found: left } = await verify(path);
  expect(new Set(left)).toEqual(new Set(named[name]));
});

const byteSeeds = Array.from({ length: 15 }, (_, seed) => seed);

test.each(ledgerFormats.flatMap((format) => byteSeeds.map((seed) => ({ format, seed }))))(
  'a changed byte in $format is found (seed $seed)',
  async ({ format, seed }) => {
    const random = randomFrom(1000 + seed);
    await using folder = await createFolder();
    const path = await deliver(folder.path, format);
    const content = await readFile(path);
    const index = Math.floor(random() * content.length);
    content[index] = (content[index] ?? 0) ^ (1 << Math.floor(random() * 8));
    await writeFile(path, content);

    const { code, found } = await verify(path);
    expect(code).toBe(3);
    expect(found).toContain('hash');
  },
);

test.each(ledgerFormats)('a truncated %s file is found', async (format) => {
  for (const share of [0, 0.01, 0.5, 0.999]) {
    await using folder = await createFolder();
    const path = await deliver(folder.path, format);
    const content = await readFile(path);
    await writeFile(path, content.subarray(0, Math.floor(content.length * share)));

    const { code, found } = await verify(path);
    expect(code).toBe(3);
    expect(found).toEqual(expect.arrayContaining(['hash', 'bytes']));
  }
});
