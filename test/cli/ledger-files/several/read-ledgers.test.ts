import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { warningsOfAll } from '../../../../src/cli/ledger-files/several/gaps.ts';
import { openLedgers, readLedgers } from '../../../../src/cli/ledger-files/several/read-ledgers.ts';
import type { Transaction } from '../../../../src/client/index.ts';
import { rowOf } from '../../../ledger/receipt-pages.ts';
import { createFolder, deliverRange } from '../../commands/verify/delivered-file.ts';

const months = {
  july: { startDate: '2026-07-01T00:00:00Z', endDate: '2026-08-01T00:00:00Z' },
  august: { startDate: '2026-08-01T00:00:00Z', endDate: '2026-09-01T00:00:00Z' },
  september: { startDate: '2026-09-01T00:00:00Z', endDate: '2026-10-01T00:00:00Z' },
};

function rowsOf(month: keyof typeof months, ...ids: readonly string[]): Transaction[] {
  return ids.map((id) => rowOf({ id, timestamp: months[month].startDate }));
}

/** Delivers files, each with its month, its source, and the ids of its rows. */
async function deliverAll(
  folder: string,
  files: readonly (readonly [name: string, month: keyof typeof months, source: string, ...ids: string[]])[],
): Promise<string[]> {
  const paths: string[] = [];
  for (const [name, month, source, ...ids] of files) {
    paths.push(join(folder, name));
    await deliverRange(join(folder, name), rowsOf(month, ...ids), months[month], { source });
  }
  return paths;
}

async function read(paths: readonly string[]): Promise<readonly string[]> {
  const seen: string[] = [];
  const ledgers = await openLedgers(paths, undefined, undefined);
  await readLedgers(
    ledgers,
    ['transaction_id'],
    'Nothing was done',
    () => (row) => void seen.push(row.transaction_id),
  );
  return seen;
}

test('the rows of adjoining months, and of two games, are read in the order of the files', async () => {
  await using folder = await createFolder();
  const paths = await deliverAll(folder.path, [
    ['b.csv', 'august', 'game-a', '2', '3'],
    ['a.csv', 'july', 'game-a', '1'],
    ['c.csv', 'july', 'game-b', '4'],
  ]);

  expect(await read(paths)).toEqual(['2', '3', '1', '4']);
  expect(warningsOfAll(await openLedgers(paths, undefined, undefined))).toEqual([]);
});

test('of two files of one source that overlap, the older one is to be left out, whatever their order', async () => {
  await using folder = await createFolder();
  const [july = '', august = ''] = await deliverAll(folder.path, [
    ['a.csv', 'july', 'game-a', '1'],
    ['b.csv', 'august', 'game-a', '2'],
  ]);
  const newer = join(folder.path, 'c.csv');
  const receipt = await deliverRange(newer, [], months.july, { source: 'game-a' });
  await writeFile(
    `${newer}.receipt.json`,
    JSON.stringify({ ...receipt, finishedAt: '2099-01-01T00:00:00.000Z' }),
  );

  for (const [one, other] of [
    [july, newer],
    [newer, july],
  ] as const) {
    await expect(openLedgers([one, august, other], undefined, undefined)).rejects.toMatchObject({
      exit: 2,
      message: `${one} and ${other} both have July 2026 of game-a: leave out one, such as ${july}, the older export`,
    });
  }
});

test('files that overlap and that nobody has named may be of two games', async () => {
  await using folder = await createFolder();
  const paths = ['a.csv', 'b.csv'].map((name) => join(folder.path, name));
  for (const path of paths)
    await deliverRange(path, [], months.july, { baseUrl: 'https://commerce.example.com' });

  await expect(openLedgers(paths, undefined, undefined)).rejects.toThrow(
    'both have July 2026 of commerce.example.com: if they are of two games, export each with its --source; else leave out one',
  );
});

test('a file is not added up twice, and a receipt is named for one file only', async () => {
  await using folder = await createFolder();
  const [path = ''] = await deliverAll(folder.path, [['a.csv', 'july', 'game-a', '1']]);
  await rm(`${path}.receipt.json`);

  await expect(
    openLedgers([path, join(folder.path, '.', 'a.csv')], undefined, undefined),
  ).rejects.toMatchObject({
    exit: 2,
    message: `${path}: is given twice`,
  });
  await expect(openLedgers([path, 'b.csv'], 'receipt.json', undefined)).rejects.toMatchObject({
    exit: 2,
    message: '--receipt: works with one file; several have theirs beside them',
  });
});

test('files that are counted with different decimals are not added up', async () => {
  await using folder = await createFolder();
  const [a, b] = [join(folder.path, 'a.csv'), join(folder.path, 'b.csv')];
  await deliverRange(a, rowsOf('july', '1'), months.july, { currencyDigits: { HUF: 0 } });
  await deliverRange(b, rowsOf('august', '2'), months.august);

  await expect(openLedgers([a, b], undefined, undefined)).rejects.toMatchObject({
    exit: 2,
    message: expect.stringContaining(`is HUF=0, but ${b} was exported with ISO 4217`) as unknown,
  });
});

test('a gap between the months of a source is said, and none of another source fills it', async () => {
  await using folder = await createFolder();
  const paths = await deliverAll(folder.path, [
    ['c.csv', 'september', 'game-a', '1'],
    ['a.csv', 'july', 'game-a', '2'],
    ['b.csv', 'august', 'game-b', '3'],
  ]);

  expect(warningsOfAll(await openLedgers(paths, undefined, undefined))).toEqual([
    'Gap: no file has August 2026 of game-a.',
  ]);
});

test('a row that is in two files is found, also without receipts and in any order', async () => {
  await using folder = await createFolder();
  const paths = await deliverAll(folder.path, [
    ['a.csv', 'july', 'game-a', '1', '2', '3'],
    ['b.csv', 'august', 'game-a', '1', '2'],
    ['c.csv', 'july', 'game-b', '3', '9'],
  ]);
  const [a, , c] = paths;
  const shared = `${a} and ${c} both have 1 row with the same timestamp, type and id. Nothing was done`;
  const token = 'was one exported with the token of the other? Export game-a or game-b again with its own';

  await expect(read(paths)).rejects.toMatchObject({ exit: 3, message: `${shared}: ${token}` });
  for (const path of paths) await rm(`${path}.receipt.json`);
  await expect(read(paths)).rejects.toThrow(`${shared}: leave out one of the files`);
});

test.each([
  ['in order of time', [0, 1, 2, 3, 4]],
  ['in no order', [3, 0, 4, 2, 1]],
])('a row that is in two files is found among others that are %s', async (_, order) => {
  await using folder = await createFolder();
  const timeOf = (minute: number): string =>
    new Date(Date.parse(months.july.startDate) + minute * 60_000).toISOString();
  const paths: string[] = [];
  for (const [name, first] of [
    ['a.csv', 0],
    ['b.csv', 3],
  ] as const) {
    const path = join(folder.path, name);
    const rows = order.map((index) => rowOf({ id: `${first + index}`, timestamp: timeOf(first + index) }));
    await deliverRange(path, rows, months.july, { source: name });
    await rm(`${path}.receipt.json`);
    paths.push(path);
  }

  await expect(read(paths)).rejects.toMatchObject({
    message: expect.stringContaining('both have 2 rows with the same timestamp, type and id') as unknown,
  });
});

test('two files of the same bytes are found where nothing tells their rows apart', async () => {
  await using folder = await createFolder();
  const [a, b] = ['a.csv', 'b.csv'].map((name) => join(folder.path, name)) as [string, string];
  const columns = ['order_id', 'currency_code', 'amount_minor'];
  for (const [path, source] of [
    [a, 'game-a'],
    [b, 'game-b'],
  ] as const)
    await deliverRange(path, rowsOf('july', '1', '2'), months.july, { source, columns });
  const readAll = async () =>
    readLedgers(
      await openLedgers([a, b], undefined, undefined),
      ['order_id'],
      'Nothing was done',
      () => () => undefined,
    );

  const same = `${a} and ${b} are the same bytes, with 2 rows. Nothing was done`;
  const token = 'was one exported with the token of the other? Export game-a or game-b again with its own';
  await expect(readAll()).rejects.toMatchObject({ exit: 3, message: `${same}: ${token}` });
  // Two games without a sale have the same bytes too.
  for (const [path, source] of [
    [a, 'game-a'],
    [b, 'game-b'],
  ] as const)
    await deliverRange(path, [], months.july, { source, columns });
  await expect(readAll()).resolves.toBeUndefined();
});

test('rows of one key in one file are none that two files have', async () => {
  await using folder = await createFolder();
  const [a, b] = await deliverAll(folder.path, [
    ['a.csv', 'july', 'game-a', '1', '2'],
    ['b.csv', 'july', 'game-b', '3', '4'],
  ]);
  if (a === undefined || b === undefined) return expect.fail('no files');
  // Two refunds of one payment in one instant.
  const [refund] = rowsOf('july', '1');
  if (!refund) return expect.fail('no row');
  const { transactionDetails } = refund;
  const other = { ...refund, transactionDetails: { ...transactionDetails, amount: 5 } };
  await deliverRange(a, [refund, other], months.july, { source: 'game-a' });

  expect(await read([a, b])).toEqual(['1', '1', '3', '4']);
  for (const path of [a, b]) await rm(`${path}.receipt.json`);
  expect(await read([a, b])).toEqual(['1', '1', '3', '4']);
});

test('each file is compared with its own receipt', async () => {
  await using folder = await createFolder();
  const [a = '', b = ''] = await deliverAll(folder.path, [
    ['a.csv', 'july', 'game-a', '1'],
    ['b.csv', 'august', 'game-a', '2'],
  ]);
  await rm(b);
  await deliverRange(join(folder.path, 'x.csv'), rowsOf('august', '7'), months.august);
  await rename(join(folder.path, 'x.csv'), b);

  await expect(read([a, b])).rejects.toMatchObject({
    exit: 3,
    message: expect.stringContaining(`${b} differs from its receipt`) as unknown,
  });
});
