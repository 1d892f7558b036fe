import { readFile, writeFile } from 'node:fs/promises';

import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';

import { addTransaction, type LedgerTotals } from '../../examples/reconcile/ledger-totals.ts';
import { PublisherClient } from '../../src/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { transaction } from '../literals/transactions.ts';
import { october } from '../support/ranges.ts';
import { openWorkplace, period } from './run-example.ts';

test('totals by day and currency add up to the ledger, and to a second reading', async () => {
  await using workplace = await openWorkplace();
  const { code, out } = await workplace.run(['reconcile']);
  const text = await readFile(workplace.path('out/totals.csv'));
  const records = parse<Record<string, string>>(text, { columns: true });
  const sum = (figure: string): bigint =>
    records.reduce((total, record) => total + BigInt(record[figure] ?? ''), 0n);

  const { baseUrl, token, fetch } = createSandbox({ transactions: 5000, period });
  const rows = await new PublisherClient({ baseUrl, token, fetch }).transactions
    .list(october)
    .toArray({ max: 5000 });
  const centsOf = (...types: string[]): bigint =>
    rows
      .filter(({ transactionDetails }) => types.includes(transactionDetails.type))
      .reduce((total, { transactionDetails }) => total + BigInt(transactionDetails.amountUsd), 0n);

  expect(code).toBe(0);
  expect(out).toContain(`${records.length} sums by day and currency agree with the second reading`);
  expect(sum('rows')).toBe(5000n);
  expect(sum('grossUsd')).toBe(centsOf('paid'));
  expect(sum('refundsUsd')).toBe(centsOf('refund'));
  expect(sum('disputesUsd')).toBe(centsOf('dispute_funds_withdrawn', 'dispute_funds_reinstated'));
  expect(sum('netUsd')).toBe(
    rows.reduce((total, row) => total + BigInt(row.transactionDetails.publisherNetAmountUsd), 0n),
  );
});

/** Enough to compare. */
const twoDays = ['--start', '2026-10-01T00:00:00Z', '--end', '2026-10-03T00:00:00Z'];

test('a file of the finance people is compared figure by figure, and each difference is listed', async () => {
  await using workplace = await openWorkplace();
  await workplace.run(['reconcile', ...twoDays, '--out', 'finance.csv']);
  const path = workplace.path('finance.csv');
  const whole = await readFile(path, 'utf8');
  const same = await workplace.run(['reconcile', ...twoDays, '--against', 'finance.csv']);

  // Ten cents more net on one line, the next one missing, and one that the ledger does not have.
  const [head = '', first = '', missing = '', ...others] = whole.trimEnd().split('\n');
  const cells = first.split(',');
  const net = Number(cells.at(-1));
  const invented = cells.with(1, 'XTS').join(',');
  await writeFile(path, [head, cells.with(-1, String(net + 10)).join(','), ...others, invented].join('\n'));
  const other = await workplace.run(['reconcile', ...twoDays, '--against', 'finance.csv']);

  const key = (line: string): string => line.split(',').slice(0, 2).join(' ');
  expect(same).toMatchObject({ code: 0 });
  expect(same.out).toContain('agree with finance.csv');
  expect(other).toMatchObject({ code: 1 });
  expect(other.out.split('\n').filter((line) => line.includes('finance.csv'))).toEqual(
    [
      `${key(first)} netUsd: ${net} in the ledger, ${net + 10} in finance.csv, difference 10`,
      `${key(missing)}: not in finance.csv`,
      `${key(invented)}: only in finance.csv`,
    ].sort(),
  );
  expect(other.out).toContain('3 differences to look into');
});

test('an amount in the finance file that is not an integer is rejected by its line', async () => {
  await using workplace = await openWorkplace();
  await workplace.run(['reconcile', ...twoDays, '--out', 'finance.csv']);
  const path = workplace.path('finance.csv');
  await writeFile(path, (await readFile(path, 'utf8')).replace(/\d+$/m, '18.54'));

  const { code, err } = await workplace.run(['reconcile', ...twoDays, '--against', 'finance.csv']);

  expect(code).toBe(1);
  expect(err.trim()).toBe(
    'InputError: finance.csv, record 1, netUsd: must be an integer in the smallest unit, not "18.54"',
  );
});

test('a transaction of a type that is not documented has a column of its own in the sums', () => {
  const totals: LedgerTotals = new Map();
  const sample = transaction(1);
  addTransaction(totals, {
    ...sample,
    transactionDetails: { ...sample.transactionDetails, type: 'loyalty_credit', amountUsd: 42 },
  });

  expect([...totals.values()]).toMatchObject([{ rows: 1n, otherUsd: 42n, grossUsd: 0n, refundsUsd: 0n }]);
});
