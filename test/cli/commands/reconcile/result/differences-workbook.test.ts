import readWorkbook from 'read-excel-file/node';
import { expect, test } from 'vitest';

import { createFiles, ledgerOf } from '../run-reconcile.ts';

test('--out writes a workbook with the totals and the differences, as numbers and dates', async () => {
  const ledger = ledgerOf([
    { order: 'a', amount: 123_456_789, timestamp: '2026-10-01T08:00:00.000Z' },
    { order: 'b', amount: 700, currency: 'JPY', timestamp: '2026-10-02T08:00:00.000Z' },
    { order: 'c', amount: Number.MAX_SAFE_INTEGER, currency: 'USD', timestamp: '2026-10-03T08:00:00.000Z' },
  ]);
  const finance =
    'reference,total,currency,booked\n' +
    'a,1234567.90,EUR,2026-10-01\n' +
    '=1+1,0.50,EUR,2026-10-01\n' +
    'c,?,USD,2026-10-03\n';
  const files = createFiles(ledger, finance);
  const flags = ['--currency-column', 'currency', '--date-column', 'booked'];
  const { code, out } = await files.run([...flags, '--out', files.file('differences.xlsx')]);
  const [totals, differences] = await readWorkbook(files.file('differences.xlsx'));

  expect(totals).toEqual({
    sheet: 'Totals',
    data: [
      [
        'Currency',
        'Ledger rows',
        'Finance rows',
        'Difference in rows',
        'Ledger',
        'Finance',
        'Finance less ledger',
      ],
      ['EUR', 1, 2, 1, 1_234_567.89, 1_234_568.4, 0.51],
      ['JPY', 1, 0, -1, 700, 0, -700],
      // A spreadsheet would round it.
      ['USD', 1, 0, -1, '90071992547409.91', 0, '-90071992547409.91'],
    ],
  });
  const day = (date: string) => new Date(`${date}T00:00:00Z`);
  expect(differences).toMatchObject({ sheet: 'Differences' });
  expect(differences?.data).toEqual([
    [
      'Difference',
      'Id',
      'Day',
      'Ledger',
      'Ledger currency',
      'Finance',
      'Finance currency',
      'Finance less ledger',
      'Problem',
      'Types of ledger rows',
      'Time of the first',
      'Ledger files',
      'Ledger rows',
      'Finance rows',
    ],
    [
      ...['unreadable', 'c', null, null, null, null, null, null],
      expect.stringContaining('finance.csv line 4: the amount "?" must be a decimal such as -1234.50'),
      ...[null, null, null, null, null],
    ],
    [
      'amount',
      'a',
      null,
      1_234_567.89,
      'EUR',
      1_234_567.9,
      'EUR',
      0.01,
      null,
      'paid',
      '2026-10-01T08:00:00.000Z',
      files.file('ledger.jsonl'),
      `${files.file('ledger.jsonl')} row 1`,
      `${files.file('finance.csv')} line 2`,
    ],
    [
      ...[
        'missing in finance',
        'b',
        null,
        700,
        'JPY',
        null,
        null,
        null,
        null,
        'paid',
        '2026-10-02T08:00:00.000Z',
      ],
      files.file('ledger.jsonl'),
      `${files.file('ledger.jsonl')} row 2`,
      null,
    ],
    [
      ...['missing in ledger', '=1+1', null, null, null, 0.5, 'EUR', null, null, null, null, null, null],
      `${files.file('finance.csv')} line 3`,
    ],
    [
      'day',
      null,
      day('2026-10-01'),
      1_234_567.89,
      'EUR',
      1_234_568.4,
      'EUR',
      0.51,
      null,
      null,
      null,
      null,
      null,
      null,
    ],
    ['day', null, day('2026-10-02'), 700, 'JPY', 0, 'JPY', -700, null, null, null, null, null, null],
    [
      'day',
      null,
      day('2026-10-03'),
      '90071992547409.91',
      'USD',
      0,
      'USD',
      '-90071992547409.91',
      ...[null, null, null, null, null, null],
    ],
  ]);
  expect(out).toContain('All differences, totals and the evidence are in differences.xlsx\n');
  expect(code).toBe(3);
});
