import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Transaction } from '../../../../src/client/index.ts';
import { rowOf } from '../../../ledger/receipt-pages.ts';
import { runHere } from '../../run-here.ts';
import { createFolder, deliverRange } from '../verify/delivered-file.ts';

const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
const november = { startDate: '2026-11-01T00:00:00Z', endDate: '2026-12-01T00:00:00Z' };

function row(id: string, amount: number, timestamp = october.startDate, type = 'paid'): Transaction {
  return { ...rowOf({ id, timestamp, type, amount, currencyCode: 'EUR' }), orderId: `order-${id}` };
}

/** Two games in October, and a refund of the first one in November. */
async function createMonths(folder: string, finance: string) {
  const file = (name: string): string => join(folder, name);
  const paid = [row('1', 1000), row('2', 500)];
  const refund = { ...row('3', -400, november.startDate, 'refund'), orderId: 'order-1' };
  await deliverRange(file('a-oct.csv'), paid, october, { source: 'game-a' });
  await deliverRange(file('a-nov.csv'), [refund], november, { source: 'game-a' });
  await deliverRange(file('b-oct.csv'), [row('4', 700)], october, { source: 'game-b' });
  await writeFile(file('finance.csv'), `id,total\n${finance}`);
  const columns = ['--id-column', 'id', '--amount-column', 'total', '--currency', 'EUR'];
  return {
    file,
    reconcile: (names: readonly string[], ...args: readonly string[]) =>
      runHere(
        ['reconcile', ...names.map(file), '--against', file('finance.csv'), ...columns, ...args],
        `${folder}/`,
      ),
  };
}

const all = ['a-oct.csv', 'a-nov.csv', 'b-oct.csv'];

test('two months and two games are compared with one file of finance', async () => {
  await using folder = await createFolder();
  const { reconcile } = await createMonths(folder.path, 'order-1,6.00\norder-2,5.00\norder-4,7.00\n');
  const { code, out } = await reconcile(all);

  expect(code).toBe(0);
  expect(out).toMatch(
    /^a-oct\.csv: 2 rows, amount by orderId\n {2}October 2026 of game-a, exported on .*\na-nov\.csv: 1 rows, /,
  );
  expect(out).toContain('id and currency: 3\n');
});

test('a difference names the files of its rows', async () => {
  await using folder = await createFolder();
  const { file, reconcile } = await createMonths(folder.path, 'order-1,6.01\norder-2,5.00\norder-9,1.00\n');
  const { code, out } = await reconcile(all, '--out', file('out.csv'));
  const lines = readFileSync(file('out.csv'), 'utf8').replaceAll(`${folder.path}/`, '').split('\r\n');

  expect(code).toBe(3);
  expect(lines.filter((line) => /^(amount|missing)/.test(line))).toEqual([
    'amount,order-1,,EUR,6.00,600,EUR,6.01,601,0.01,1,,,,,"paid, refund",2026-10-01T00:00:00Z,"a-oct.csv, a-nov.csv",a-oct.csv row 1; a-nov.csv row 1,finance.csv line 2',
    'missing_in_finance,order-4,,EUR,7.00,700,,,,,,,,,,paid,2026-10-01T00:00:00Z,b-oct.csv,b-oct.csv row 1,',
    'missing_in_ledger,order-9,,,,,EUR,1.00,100,,,,,,,,,,,finance.csv line 4',
  ]);
  expect(out).toMatch(/│ paid, refund 2026-10-01 00:00 UTC │ a-oct\.csv, a-nov\.csv │/);
});

test('a copy of a file of finance under another name is named', async () => {
  await using folder = await createFolder();
  const { file, reconcile } = await createMonths(folder.path, 'order-1,6.00\norder-2,5.00\norder-4,7.00\n');
  await writeFile(file('copy.csv'), readFileSync(file('finance.csv')));
  const { code, out } = await reconcile(all, '--against', file('copy.csv'));

  expect(code).toBe(3);
  expect(out).toMatch(/^copy\.csv: .*\n {2}SHA-256 \w+: a copy of finance\.csv, so its rows count twice$/m);
  expect(out).not.toContain('a copy of copy.csv');
});

test('a hint about some files of finance names them', async () => {
  await using folder = await createFolder();
  const { file, reconcile } = await createMonths(folder.path, 'order-1,6.00\n,6.00\n');
  await writeFile(file('second.csv'), 'id,total\norder-2,5.00\n,5.00\n');
  await writeFile(file('third.csv'), 'id,total\norder-4,7.00\n');
  const { out } = await reconcile(all, '--against', file('second.csv'), '--against', file('third.csv'));

  expect(out).toMatch(/^finance\.csv, second\.csv: 1 row has no id/m);
});

test('the evidence has each file, and what is left out of it', async () => {
  await using folder = await createFolder();
  const { reconcile } = await createMonths(folder.path, 'order-1,10.00\norder-2,5.00\norder-4,7.00\n');
  const { code, out } = await reconcile(all, '--ledger-type', 'paid', '--json');

  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    ledger: [
      {
        file: 'a-oct.csv',
        source: 'game-a',
        rows: 2,
        compared: 2,
        leftOut: { ledgerType: 0 },
        verified: true,
      },
      {
        file: 'a-nov.csv',
        source: 'game-a',
        rows: 1,
        compared: 0,
        leftOut: { ledgerType: 1 },
        verified: true,
      },
      {
        file: 'b-oct.csv',
        source: 'game-b',
        rows: 1,
        compared: 1,
        leftOut: { ledgerType: 0 },
        verified: true,
      },
    ],
    different: 0,
  });
});

test('one of several that is not complete is no agreement, and is named', async () => {
  await using folder = await createFolder();
  const { file, reconcile } = await createMonths(folder.path, 'order-1,6.00\norder-2,5.00\norder-4,7.00\n');
  const receipt = JSON.parse(readFileSync(file('b-oct.csv.receipt.json'), 'utf8')) as object;
  await writeFile(file('b-oct.csv.receipt.json'), JSON.stringify({ ...receipt, complete: false }));
  const { code, out } = await reconcile(all);

  expect(code).toBe(3);
  expect(out).toContain('\nb-oct.csv: ');
});

test('a file that --out names is not one of several that are read', async () => {
  await using folder = await createFolder();
  const { file, reconcile } = await createMonths(folder.path, '');

  expect(await reconcile(all, '--out', file('b-oct.csv'), '--force')).toMatchObject({ code: 2 });
});
