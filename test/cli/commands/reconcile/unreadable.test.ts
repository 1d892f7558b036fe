import { expect, test } from 'vitest';

import { createFiles, ledgerOf } from './run-reconcile.ts';
import { said } from '../../../support/said.ts';

const ledger = ledgerOf([{ order: 'a', amount: 123_450 }]);
const withCurrency = ['--currency-column', 'currency'];

test.each([
  ['1,234.50', '.'],
  ['1.234,50', ','],
  ['1234.50', ','],
  ['1e3', '.'],
  ['', '.'],
])('the amount %j with decimal %j is a difference, and never guessed', async (amount, decimal) => {
  const files = createFiles(ledger, `reference,total,currency\na,"${amount}",EUR\n`);
  const { code, out } = await files.run([
    ...withCurrency,
    '--decimal',
    decimal,
    '--out',
    files.file('o.csv'),
  ]);

  const problem = `${JSON.stringify(amount)} … -1234${decimal}50`;
  expect(out).toMatch(said(`finance.csv line 2: … ${problem}`));
  expect(out).toContain('Differences: 1 (1 unreadable)');
  expect(out).toContain('The totals are without 1 finance row');
  expect(files.read('o.csv')).toMatch(/^unreadable,a,,/m);
  expect(code).toBe(3);
});

test.each([
  ['9.999', 'EUR', '"9.999" … 2 decimals'],
  ['9.5', 'JPY', '"9.5"'],
  ['90071992547409.92', 'EUR', 'the amount "90071992547409.92" must not exceed 2^53 - 1 smallest units'],
  ['9.99', 'COINS', '"COINS" … ISO 4217'],
  ['9.99', '', 'the currency is empty'],
])('%s %s cannot be read in major units', async (amount, currency, problem) => {
  const files = createFiles(ledger, `reference,total,currency\nb,1.00,EUR\na,${amount},${currency}\n`);
  const { code, out } = await files.run(withCurrency);

  expect(out).toMatch(said(`finance.csv line 3: … ${problem}`));
  // The amount of "a" is not known, and not reported as missing or different.
  expect(out).toContain('Differences: 2 (1 unreadable, 1 missing in ledger)\n');
  expect(code).toBe(3);
});

test.each([
  ['a,#WERT!,EUR', 'the amount: #WERT! is an error of the spreadsheet'],
  ['#NV,1234.50,EUR', 'the id: #NV is an error of the spreadsheet'],
  ['a,1234.50,#ERROR!', 'the currency: #ERROR! is an error of the spreadsheet'],
])('the line %s of a CSV has the error of a spreadsheet', async (line, problem) => {
  const files = createFiles(ledger, `reference,total,currency\n${line}\n`);

  expect((await files.run(withCurrency)).out).toMatch(said(`finance.csv line 2: … ${problem}`));
});

test('an id with an unreadable amount does not agree, although its other amounts do', async () => {
  const files = createFiles(ledger, 'reference,total\na,1234.50\na,?\n');
  const { code, out } = await files.run();

  expect(out).toMatch(/id and currency: 0\n.* currency: 1\nDifferences: 1 \(1 unreadable\)\n/);
  expect(code).toBe(3);
});

test.each(['1234.50', '12e2', '', '9007199254740992'])(
  'the amount %j cannot be read in minor units',
  async (amount) => {
    const files = createFiles(ledger, `reference,total\na,${amount}\n`);
    const { code, out } = await files.run(['--unit', 'minor']);

    expect(out).toContain(`finance.csv line 2: the amount "${amount}" must`);
    expect(code).toBe(3);
  },
);

test('zeros beyond the decimals of a currency lose nothing, and are read', async () => {
  const files = createFiles(ledger, 'reference,total\na,1234.5000\n');

  expect(await files.run()).toMatchObject({ code: 0 });
});

test('a row with too few or too many cells is a difference with its line', async () => {
  const files = createFiles(ledger, 'reference,total\n\na,1234.50\nb\nc,1,50\n');
  const { code, out } = await files.run();

  expect(out).toContain('finance.csv line 4: the number of cells is 1, in the first line 2\n');
  expect(out).toContain('finance.csv line 5: the number of cells is 3, in the first line 2\n');
  expect(out).toMatch(/id and currency: 1\n.* currency: 1\nDifferences: 2 \(2 unreadable\)/);
  expect(code).toBe(3);
});

test.each(['10/11/2026', '2026-02-30', ''])(
  'the date %j is a difference, and its amount still counts for its id',
  async (date) => {
    const files = createFiles(ledger, `reference,total,booked\na,1234.50,${date}\n`);
    const { out } = await files.run(['--date-column', 'booked']);

    expect(out).toContain(`finance.csv line 2: the date "${date}" must be in ISO 8601\n`);
    // Without any day of the finance system, those of the ledger are compared with nothing.
    expect(out).toMatch(/id and currency: 1\n.* currency: 1\nDifferences: 1 \(1 unreadable\)\n/);
  },
);

test('semicolons, tabs, quotes and a byte order mark are read', async () => {
  const semicolons = createFiles(ledger, '\uFEFF"reference";"total";"net, ""EUR"""\r\n"a";"1234,50";1\r\n');
  const tabs = createFiles(ledger, 'reference\ttotal\na\t1234.50\n');
  const chosen = createFiles(ledger, 'reference;total;"a,b";x,y\na;1234.50;;\n');

  expect(await semicolons.run(['--decimal', ','])).toMatchObject({ code: 0 });
  expect(await tabs.run()).toMatchObject({ code: 0 });
  expect(await chosen.run(['--delimiter', ';'])).toMatchObject({ code: 0 });
  expect((await chosen.run()).err).toContain(
    '--delimiter: is required, because line 1 of finance.csv has more than one of , ;',
  );
});

test.each([
  ['"reference",total\na,"1', 'line 2: a quote begins a cell'],
  ['reference,total\r\na,1\r\n\r\n\r\n\r\nb,"1\r\nc,1\r\n', 'line 6: a quote begins a cell'],
  ['reference,total\n\n\n"a\n', 'line 4: a quote begins a cell'],
  ['reference,total\n"ä\nb","1\nc,1\n', 'line 3: a quote begins a cell'],
  ['', 'the line with the names of the columns is missing'],
])('a file that is not CSV exits with 1: %j', async (finance, problem) => {
  const { code, out, err } = await createFiles(ledger, finance).run();

  expect(err).toContain('publisher-commerce: finance.csv: cannot be read: ');
  expect(err).toMatch(said(problem));
  expect({ code, out }).toEqual({ code: 1, out: '' });
});

test('a ledger that cannot be read exits with 1', async () => {
  const { code, err } = await createFiles('{}\n', 'reference,total\na,1\n').run();

  expect(err).toContain('publisher-commerce: ledger.jsonl: cannot be read: row 1: ');
  expect(code).toBe(1);
});
