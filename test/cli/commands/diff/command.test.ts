import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Transaction } from '../../../../src/client/index.ts';
import { ledgerColumns } from '../../../../src/ledger/index.ts';
import type { LedgerFormat } from '../../../../src/ledger/ledger-format.ts';
import { rowOf } from '../../../ledger/receipt-pages.ts';
import { runHere } from '../../run-here.ts';
import { createFolder, deliver } from '../verify/delivered-file.ts';

const kept = rowOf({ id: 'kept', currencyCode: 'EUR' });
const rest = [
  rowOf({ id: 'gone', timestamp: '2026-10-04T00:00:00.000Z', currencyCode: 'JPY', amount: 500 }),
  rowOf({ id: 'changed', timestamp: '2026-10-05T00:00:00.000Z', amount: 999 }),
];
const [, before] = rest;
const after: Transaction[] = [
  kept,
  ...(before
    ? [
        {
          ...before,
          transactionDetails: { ...before.transactionDetails, amount: 998, amountUsd: 3 },
          customerDetails: { id: 'c', email: 'new@example.com' },
        },
      ]
    : []),
  rowOf({ id: 'late', timestamp: '2026-10-31T00:00:00.000Z', type: 'refund', amount: -100 }),
];

async function deliverBoth(folder: string, one: LedgerFormat = 'csv', other: LedgerFormat = 'jsonl') {
  const [old, current] = [join(folder, 'old'), join(folder, 'new')];
  for (const path of [old, current]) await mkdir(path);
  const delivered = [await deliver(old, [kept, ...rest], one), await deliver(current, after, other)] as const;
  for (const [index, { path, receipt }] of delivered.entries()) {
    const finishedAt = `2026-11-0${index + 1}T06:00:00.000Z`;
    await writeFile(`${path}.receipt.json`, JSON.stringify({ ...receipt, finishedAt }));
  }
  return delivered.map(({ path }) => path) as [string, string];
}

test('diff says first that the ranges differ', async () => {
  await using folder = await createFolder();
  const [old, current] = await deliverBoth(folder.path);
  const path = `${old}.receipt.json`;
  const receipt = JSON.parse(await readFile(path, 'utf8')) as object;
  await writeFile(path, JSON.stringify({ ...receipt, endDate: '2026-10-31T00:00:00.000Z' }));
  const { out, err } = await runHere(['diff', old, current], `${folder.path}/`);

  expect(err).toBe('');
  expect(out.split('\n')[0]).toBe(
    'The ranges differ: 1–30 October 2026, and October 2026: rows of one alone are no changes',
  );
});

test('diff names both exports, the rows that differ, and their effect by currency', async () => {
  await using folder = await createFolder();
  const [old, current] = await deliverBoth(folder.path);
  const { code, out, err } = await runHere(['diff', old, current], `${folder.path}/`);

  expect({ code, err }).toEqual({ code: 3, err: '' });
  const [one, other, summary, ...tables] = out.split('\n');
  expect([one, other, summary]).toEqual([
    'old/october.csv: October 2026, exported on 1 November 2026, 06:00 UTC, 3 transactions',
    'new/october.jsonl: October 2026, exported on 2 November 2026, 06:00 UTC, 3 transactions',
    '1 row added, 1 removed, 1 changed',
  ]);
  const rows = tables
    .filter((line) => line.startsWith('│'))
    .map((line) =>
      line
        .split('│')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows).toEqual([
    ['Row', 'Time', 'Type', 'Transaction', 'Changed', 'Net, USD'],
    ['removed', '2026-10-04T00:00:00.000Z', 'paid', 'gone', '', '-0.01'],
    [
      ...['changed', '2026-10-05T00:00:00.000Z', 'paid', 'changed'],
      ...['amount_minor, amount_usd_minor, customer_id, customer_email', '0.00'],
    ],
    ['added', '2026-10-31T00:00:00.000Z', 'refund', 'late', '', '+0.01'],
    ['Currency', 'Rows', 'Gross, local', 'Gross, USD', 'Tax, USD', 'Fees, USD', 'Net, USD'],
    ['JPY', '-1', '-500', '-0.01', '-0.01', '-0.03', '-0.01'],
    ['USD', '+1', '-1.01', '+0.03', '+0.01', '+0.03', '+0.01'],
    ['Total', '0', '', '+0.02', '0.00', '0.00', '0.00'],
  ]);
  // Who a player is, is nobody's business on a terminal.
  expect(out).not.toContain('new@example.com');
});

test('the same rows in two formats end with 0, and --quiet prints nothing', async () => {
  await using folder = await createFolder();
  const { path } = await deliver(folder.path, after, 'csv');
  const other = await deliver(folder.path, after, 'parquet');

  expect(await runHere(['diff', path, other.path, '--quiet'])).toEqual({ code: 0, out: '', err: '' });
  const { code, out } = await runHere(['diff', path, other.path]);
  expect(code).toBe(0);
  expect(out).toMatch(/\n0 rows added, 0 removed, 0 changed\n$/);
});

test('--out writes each row that differs, a changed one before and after, and replaces a file with --force only', async () => {
  await using folder = await createFolder();
  const [old, current] = await deliverBoth(folder.path);
  const out = join(folder.path, 'changes.csv');
  await runHere(['diff', old, current, '--out', out]);

  const [head, ...lines] = (await readFile(out, 'utf8')).trimEnd().split('\r\n');
  expect(head).toBe(`what,changed,${ledgerColumns.map(({ name }) => name).join(',')}`);
  expect(lines.map((line) => line.split(/,(?!\s)/).slice(0, 5))).toEqual([
    ['removed', '', '2026-10-04T00:00:00.000Z', 'paid', 'gone'],
    [
      ...['before', '"amount_minor, amount_usd_minor, customer_id, customer_email"'],
      ...['2026-10-05T00:00:00.000Z', 'paid', 'changed'],
    ],
    [
      ...['after', '"amount_minor, amount_usd_minor, customer_id, customer_email"'],
      ...['2026-10-05T00:00:00.000Z', 'paid', 'changed'],
    ],
    ['added', '', '2026-10-31T00:00:00.000Z', 'refund', 'late'],
  ]);
  expect(await runHere(['diff', old, current, '--out', out])).toMatchObject({
    code: 2,
    err: expect.stringContaining('changes.csv already exists') as unknown,
  });
  expect(await runHere(['diff', old, current, '--out', out, '--force'])).toMatchObject({ code: 3 });
  expect(await runHere(['diff', old, current, '--out', old])).toMatchObject({ code: 2 });
});

test('--json prints the exports, the effect in the smallest unit, and the rows as both files have them', async () => {
  await using folder = await createFolder();
  const [old, current] = await deliverBoth(folder.path);
  const { code, out } = await runHere(['diff', old, current, '--json'], `${folder.path}/`);

  expect(code).toBe(3);
  expect(JSON.parse(out)).toMatchObject({
    old: { file: 'old/october.csv', rows: 3, exportedAt: '2026-11-01T06:00:00.000Z' },
    new: {
      file: 'new/october.jsonl',
      rows: 3,
      startDate: '2026-10-01T00:00:00.000Z',
      endDate: '2026-11-01T00:00:00.000Z',
    },
    effect: [
      { currencyCode: 'JPY', rows: -1, amount: '-500', amountUsd: '-1' },
      { currencyCode: 'USD', rows: 1, amount: '-101', amountUsd: '3' },
    ],
    differences: [
      { what: 'removed', old: { transaction_id: 'gone' }, new: null },
      { what: 'changed', columns: ['amount_minor', 'amount_usd_minor', 'customer_id', 'customer_email'] },
      { what: 'added', old: null, new: { transaction_id: 'late' } },
    ],
  });
});

test('a column that one file lacks is not compared, and is not in the file of --out', async () => {
  await using folder = await createFolder();
  const [old, current] = [join(folder.path, 'old'), join(folder.path, 'new')];
  for (const path of [old, current]) await mkdir(path);
  const without = ledgerColumns.filter(({ name }) => name !== 'customer_email');
  const { path: one } = await deliver(old, [kept], 'csv', without);
  const changed = { ...kept, customerDetails: { ...kept.customerDetails, email: 'other@example.com' } };
  const { path: other } = await deliver(current, [changed, ...after.slice(2)], 'csv');
  const out = join(folder.path, 'changes.csv');

  expect((await runHere(['diff', one, other, '--out', out])).out).toContain(
    '1 row added, 0 removed, 0 changed',
  );
  expect(await readFile(out, 'utf8')).not.toContain('customer_email');
});

test('a file that differs from its receipt is not compared, and one without a receipt is', async () => {
  await using folder = await createFolder();
  const [old, current] = await deliverBoth(folder.path);
  await writeFile(current, '');
  expect(await runHere(['diff', old, current], `${folder.path}/`)).toMatchObject({
    code: 3,
    out: '',
    err: expect.stringMatching(
      /october\.jsonl differs from its receipt: .*\. Nothing was compared: /,
    ) as unknown,
  });

  const copy = join(folder.path, 'copy.csv');
  await writeFile(copy, await readFile(old));
  const { code, out } = await runHere(['diff', copy, old], `${folder.path}/`);
  expect(code).toBe(0);
  expect(out).toMatch(/^copy\.csv: 3 transactions\n {2}Not verified: /);
});

test('exports that count a currency in different decimals are not compared', async () => {
  await using folder = await createFolder();
  // JSON lines have no decimals that the receipt would contradict.
  const [old, current] = await deliverBoth(folder.path, 'jsonl');
  const path = `${old}.receipt.json`;
  const receipt = JSON.parse(await readFile(path, 'utf8')) as object;
  await writeFile(path, JSON.stringify({ ...receipt, currencyDigits: { JPY: 2 } }));

  expect(await runHere(['diff', old, current])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/is JPY=2, but \S+new\/october\.jsonl was exported with ISO 4217/) as unknown,
  });
});

test('diff says of two exports of different sources that they are', async () => {
  await using folder = await createFolder();
  const paths = await deliverBoth(folder.path);
  for (const [index, path] of paths.entries()) {
    const receipt = JSON.parse(await readFile(`${path}.receipt.json`, 'utf8')) as object;
    await writeFile(
      `${path}.receipt.json`,
      JSON.stringify({ ...receipt, source: ['game-a', 'game-b'][index] }),
    );
  }
  const { out } = await runHere(['diff', ...paths], `${folder.path}/`);

  expect(out).toMatch(/^old\/october\.csv: October 2026 of game-a, exported on/);
  expect(out).toContain('\n  It is of another source: game-b, and not game-a.\n');
});

test('a file without a receipt whose two columns of an amount differ cannot be read', async () => {
  await using folder = await createFolder();
  const [old, current] = await deliverBoth(folder.path, 'csv', 'csv');
  for (const path of [old, current]) await rm(`${path}.receipt.json`);
  const text = await readFile(current, 'utf8');
  const [head = ''] = text.split('\r\n');
  const column = head.split(',').indexOf('publisher_net_amount_usd');
  const edit = async (amount: string): Promise<void> => {
    const lines = text
      .split('\r\n')
      .map((line, index) => (index === 2 ? line.split(',').with(column, amount).join(',') : line));
    await writeFile(current, lines.join('\r\n'));
  };
  await edit('1424.00');
  const edited = await runHere(['diff', old, current], `${folder.path}/`);
  const report = await runHere(['report', current, '--out', join(folder.path, 'r.html')], `${folder.path}/`);

  for (const { code, err } of [edited, report]) {
    expect(code).toBe(1);
    expect(err).toMatch(
      /new\/october\.csv: cannot be read: row 2: publisher_net_amount_usd is 1424\.00, and publisher_net_amount_usd_minor is \d+, which is [\d.]+: one of them was edited, or the currency needs --currency-digits\n/,
    );
  }
  // A spreadsheet saves 0.10 as 0.1.
  const minor = Number(
    text.split('\r\n')[2]?.split(',')[head.split(',').indexOf('publisher_net_amount_usd_minor')],
  );
  await edit(String(minor / 100));
  expect((await runHere(['diff', old, current])).err).toBe('');
});
