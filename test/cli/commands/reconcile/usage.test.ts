import { writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { csvLines } from '../../../../src/ledger/csv.ts';
import { flatten, ledgerColumns } from '../../../../src/ledger/index.ts';
import { transaction } from '../../../literals/transactions.ts';
import { createFiles, ledgerOf } from './run-reconcile.ts';
import { said } from '../../../support/said.ts';

const two = ledgerOf([
  { order: 'a', amount: 1 },
  { order: 'b', amount: 1, currency: 'USD' },
]);
const finance = 'reference,total,total\na,1.00,2.00\n';

test.each([
  [
    ['--id-column', 'booking'],
    '--id-column: finance.csv has no column "booking"; it has "reference", "total", "total"',
  ],
  [
    ['--id-column', 'refrence'],
    '--id-column: finance.csv has no column "refrence"; did you mean "reference"?',
  ],
  [[], '--amount-column: finance.csv has several columns "total"'],
  [
    ['--currency-column', 'x', '--amount-column', 'reference'],
    '--currency-column: finance.csv has no column "x"',
  ],
  [['--date-column', 'x', '--amount-column', 'reference'], '--date-column: finance.csv has no column "x"'],
  [
    ['--amount-column', 'reference'],
    '--currency-column: is required, because ledger.jsonl has amount in 2 currencies; or set --currency, ' +
      '--currency-in-amount, or compare US dollars with --our-amount amount_usd',
  ],
  [['--unit', 'minor', '--decimal', ','], '--decimal: must not be combined with --unit minor'],
  [['--match', 'order'], '--match: … orderId, purchaseId, publisherTransactionId, id'],
  [['--out', '-'], '--out: must be a file; --json prints all differences'],
  [['--thousands', '.'], '--thousands: must differ from the decimal separator; set --decimal too'],
  [['--symbol', '-'], '--symbol: must be a currency symbol or code, for example € or EUR'],
  [['--negative', 'paranthesis'], '--negative: did you mean parentheses?'],
  [
    ['--negative', '4.00-'],
    '--negative: must be trailing, parentheses, angle-brackets, or a word beside amounts',
  ],
  [['--positive', 'CR'], '--positive: needs --negative'],
  [['--negative', 'DR', '--positive', 'DR'], '--negative: must not have "DR", as another flag does'],
  [['--amount-column', 'total', '--amount-column', '2'], '--amount-column: is given twice: total, 2'],
  [['--skip-first', '1', '--skip-first', '2'], '--skip-first: is given twice: 1, 2'],
  [['--time-zone', 'UTC'], '--time-zone: needs --date-column'],
  [['--date-format', 'DD.MM.YYYY'], '--date-format: needs --date-column'],
  [['--sheet', 'x'], '--sheet: is for workbooks, and finance.csv does not end in .xlsx'],
  [
    ['--against', 'none.xlsx', '--encoding', 'utf-8'],
    '--encoding: is for text files, and none.xlsx is a workbook',
  ],
  [['--against', 'none.csv'], 'none.csv: does not exist'],
  [['--out', 'x.csv', '--out', 'y.csv'], '--out: is given twice: x.csv, y.csv'],
])('%j exits with 2 and one line', async (args, problem) => {
  const { code, out, err } = await createFiles(two, finance).run(args);

  expect(err).toMatch(said(`publisher-commerce: ${problem}`));
  expect(err.trimEnd().split('\n').slice(1)).toEqual([
    'Try publisher-commerce reconcile --help, or read node_modules/publisher-commerce/docs/reconcile.md',
  ]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
});

test('several files of finance are read as one, each row with its file, and none twice', async () => {
  const files = createFiles(two, 'reference,total\na,1.00\n');
  writeFileSync(files.file('week-2.csv'), 'reference,total\nb,2.00\nc,x\n');
  const again = await files.run(['--against', files.file('finance.csv')]);
  const { code, out } = await files.run([
    '--against',
    files.file('week-2.csv'),
    '--currency',
    'EUR',
    '--json',
  ]);
  const { finance, differences } = JSON.parse(out) as {
    readonly finance: readonly object[];
    readonly differences: readonly { readonly what: string; readonly problem?: string }[];
  };

  expect([again.code, again.err]).toEqual([
    2,
    expect.stringContaining('--against: finance.csv is given twice\n'),
  ]);
  expect(code).toBe(3);
  expect(finance).toMatchObject([
    { file: 'finance.csv', rows: 1, compared: 1 },
    { file: 'week-2.csv', rows: 2, compared: 2 },
  ]);
  expect(differences.map(({ what }) => what)).toContain('unreadable');
  expect(JSON.stringify(differences)).toContain('week-2.csv line 3');
});

test('a file of finance that stands among the exports names --against', async () => {
  const files = createFiles(two, 'reference,total\na,1.00\n');
  writeFileSync(files.file('week-2.csv'), 'reference,total\nb,2.00\n');
  const { code, err } = await files.run([files.file('week-2.csv')]);

  expect(code).toBe(1);
  expect(err).toMatch(said('week-2.csv: cannot be read: … --against of its own'));
});

test('a column without a name is named by its number', async () => {
  const files = createFiles(two, 'reference,total, \na,1.00,S\nb,1.00,S\n');
  const blank = await files.run(['--sign-column', ' ', '--negative', 'S']);
  const where = await files.run(['--where', '" " = S']);

  expect(blank.err).toContain(
    '--sign-column: finance.csv has no column " "; it has "reference", "total", 3 (without a name)\n',
  );
  expect(where.err).toContain(
    '--where: finance.csv has no column " "; it has "reference", "total", 3 (without a name)\n',
  );
  expect(
    await files.run(['--where', '3 = S', '--currency', 'EUR', '--ledger-currency', 'EUR']),
  ).toMatchObject({
    err: '',
  });
});

test('a file without a receipt and with another extension is wrong usage', async () => {
  const files = createFiles('', 'reference,total\na,1\n');
  writeFileSync(files.file('ledger.xlsx'), two);
  const { code, out, err } = await files.run([], 'ledger.xlsx');

  expect(err).toContain('ledger.xlsx: must end in .jsonl, .csv, .csv.gz or .parquet');
  expect({ code, out }).toEqual({ code: 2, out: '' });
});

test.each(['ledger.jsonl', 'finance.csv', 'ledger.jsonl.receipt.json'])(
  '--out never replaces %s',
  async (name) => {
    const files = createFiles(two, finance);
    const { code, err } = await files.run(['--out', files.file(name)]);

    expect(err).toContain('--out: ');
    expect(code).toBe(2);
    expect(files.read('finance.csv')).toBe(finance);
  },
);

test('the one currency of the ledger is that of a finance system without a currency column', async () => {
  const files = createFiles(
    ledgerOf([{ order: 'a', amount: 6137, currency: 'KWD' }]),
    'reference,total\na,6.137\n',
  );
  const empty = createFiles('', 'reference,total\na,6.137\n');

  expect(await files.run()).toMatchObject({ code: 0 });
  expect((await empty.run()).err).toContain(
    '--currency-column: is required, because ledger.jsonl has no rows',
  );
});

test('a column that was left out of the export is named', async () => {
  const files = createFiles('', 'reference,total\na,1\n');
  const lines = csvLines(ledgerColumns.filter(({ name }) => name !== 'order_id'));
  writeFileSync(files.file('ledger.csv'), lines.header + lines.line(flatten(transaction())));
  const { code, err } = await files.run([], 'ledger.csv');

  expect(err).toContain('--match: ledger.csv has no column order_id: it was left out of the export');
  expect(code).toBe(2);
});

test('--quiet prints no result if the files agree, and the differences if they do not', async () => {
  const ledger = ledgerOf([{ order: 'a', amount: 123 }]);
  const same = createFiles(ledger, 'reference,total\na,1.23\n');
  const other = createFiles(ledger, 'reference,total\na,1.24\n');

  // What nothing has verified is said all the same.
  expect(await same.run(['--quiet'])).toEqual({
    code: 0,
    out: '',
    err: expect.stringMatching(/^publisher-commerce: Not verified: [^\n]*\n$/) as unknown,
  });
  expect((await other.run(['--quiet'])).out).toContain('Differences: 1 (1 amount)\n');
});
