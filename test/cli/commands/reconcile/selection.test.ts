import { expect, test } from 'vitest';

import { createFiles, ledgerOf } from './run-reconcile.ts';

const ledger = ledgerOf([
  { order: 'a', amount: 100, currency: 'USD' },
  { order: 'b', amount: 200, currency: 'USD' },
  { order: 'c', amount: 300, currency: 'pln' },
  { order: 'd', amount: 400, currency: 'EUR' },
  { order: 'e', amount: 500, currency: 'GBP' },
]);
// The last line is another header, as lists of several pages have.
const finance =
  'reference,total,currency\na,1.00,USD\nb,2.00,USD\nc,3.00,PLN\nx,3.00,PLN\nd,4.00,EUR\ny,9.00,CHF\nreference,total,currency\n';
const columns = ['--currency-column', 'currency'];
const saved = ['--ledger-currency', 'USD,EUR', '--where', 'currency != PLN', '--where', 'currency != CHF'];

test('a currency that both conditions leave out is named with its rows, also from a saved config', async () => {
  const files = createFiles(ledger.replaceAll('GBP', 'EUR'), finance.replaceAll('y,9.00,CHF', 'e,5.00,EUR'));
  const where = ['--where', 'currency != PLN', '--where', 'currency != currency'];
  const first = [
    ...columns,
    '--ledger-currency',
    'USD,EUR',
    ...where,
    '--save-config',
    files.file('saved.json'),
  ];
  await files.run(first);
  const { code, out } = await files.reconcile(['--config', files.file('saved.json')]);

  expect(code).toBe(0);
  expect(out).toContain(
    'ledger.jsonl: 4 of 5 rows (left out: 1 by --ledger-currency USD, EUR), amount by orderId\n',
  );
  expect(out).toContain(
    "finance.csv: 4 of 7 rows (left out: 3 by --where 'currency != PLN', 'currency != currency')\n",
  );
  expect(out).toContain(
    'Differences: 0\nCurrencies that are not compared, with rows of ledger and finance: PLN (1, 2)\n',
  );
});

test('rows that conditions leave out are counted by currency, and each kind of condition by itself', async () => {
  const files = createFiles(ledger, finance);
  const { out } = await files.run([...columns, ...saved, '--where', 'currency != currency', '--json']);

  expect(JSON.parse(out)).toMatchObject({
    ledger: [{ rows: 5, compared: 3, leftOut: { ledgerCurrency: 2, ledgerType: 0 } }],
    finance: [{ rows: 7, compared: 3, leftOut: { where: 4, skipLast: 0 } }],
    leftOut: [
      // Finance has other things in its books: that is no currency of the ledger.
      { currency: 'CHF', ledger_rows: 0, finance_rows: 1, compared: false },
      { currency: 'GBP', ledger_rows: 1, finance_rows: 0, compared: false },
      { currency: 'PLN', ledger_rows: 1, finance_rows: 2, compared: false },
    ],
    isEmpty: false,
  });
});

test('a currency that is compared is not named for the rows of it that a condition leaves out', async () => {
  const files = createFiles(ledger, finance);
  const only = [
    ...columns,
    '--where',
    'reference != b',
    '--where',
    'currency != currency',
    '--where',
    'reference != y',
  ];
  const { out } = await files.run(only);

  expect(out).not.toContain('Currencies that are not compared');
});

test.each([
  [['--ledger-currency', 'GPB', '--where', 'currency = GPB']],
  [['--ledger-type', 'refunds', '--where', 'currency = GPB']],
])('%j compare nothing, which is no agreement', async (conditions) => {
  const files = createFiles(ledger, finance);
  const { code, out } = await files.run([...columns, ...conditions, '--quiet']);

  expect(code).toBe(3);
  expect(out).toContain(
    '\nNothing was compared: conditions leave out every row. Check --ledger-currency, --ledger-type and --where\n',
  );
  expect(out).not.toContain('Differences');
});

test('a row that is left out does not decide what the words for signs mean', async () => {
  const [header, lines] = ['reference,total,type', 'z,9.00,Note\na,1.00,Credit\nb,2.00,Credit\n'];
  const usd = [
    '--currency',
    'USD',
    '--ledger-currency',
    'USD',
    '--sign-column',
    'type',
    '--negative',
    'Debit',
  ];
  const files = createFiles(ledger, `${header}\n${lines}`);

  expect(await files.run([...usd, '--where', 'type != Note'])).toMatchObject({ code: 0 });
});

test('two empty files agree, whatever the conditions', async () => {
  const files = createFiles('', 'reference,total,currency\n');

  expect(await files.run([...columns, ...saved])).toMatchObject({ code: 0 });
});

test('rows that a condition leaves out and that have an id and an amount are named, those of the export first', async () => {
  const ledger = ledgerOf([
    { order: 'a', amount: 100 },
    { order: 'b', amount: 200 },
  ]);
  const rows = ['a,1.00,store', 'x,9.00,other', 'b,2.00,other', ',5.00,other', ',0.50,other', 'y,n/a,other'];
  const files = createFiles(ledger, `reference,total,kind\n${rows.join('\n')}\n`);
  const flags = ['--where', 'kind = store', '--out', files.file('d.csv')];
  const { code, out } = await files.run(flags);

  // The order b is missing all the same.
  expect(code).toBe(3);
  expect(out).toContain(
    'Left out, with an amount and no id: 2 rows, 5.50 EUR\n' +
      'Left out by --where, with an id and an amount: 2 rows, 11.00 EUR\n' +
      '  finance.csv line 4: b, 2.00 EUR, whose id the export has\n' +
      '  finance.csv line 3: x, 9.00 EUR\n',
  );
  expect(files.read('d.csv')).toContain(
    `left_out,b,,,,,EUR,2.00,200,,,${files.file('finance.csv')} line 4: left out by --where; the export has its id`,
  );
  const { leftOutRows } = JSON.parse(files.read('d.csv.json')) as { readonly leftOutRows: object };
  expect(leftOutRows).toEqual({
    sums: [{ currency: 'EUR', amount: '11.00', amount_minor: '1100', rows: 2 }],
    withoutId: [{ currency: 'EUR', amount: '5.50', amount_minor: '550', rows: 2 }],
    rows: [
      {
        id: 'b',
        currency: 'EUR',
        amount: '2.00',
        amount_minor: '200',
        row: expect.stringMatching(/line 4$/) as string,
        by: 'where',
        isInLedger: true,
      },
      {
        id: 'x',
        currency: 'EUR',
        amount: '9.00',
        amount_minor: '900',
        row: expect.stringMatching(/line 3$/) as string,
        by: 'where',
        isInLedger: false,
      },
    ],
  });
});

test('a last row that is left out and has an id and an amount is named: it need not be a total', async () => {
  const files = createFiles(ledgerOf([{ order: 'a', amount: 100 }]), 'reference,total\na,1.00\na,1.00\n');
  const { code, out } = await files.run(['--currency', 'EUR', '--skip-last', '1']);

  expect(code).toBe(0);
  expect(out).toContain(
    'Left out by --skip-last, with an id and an amount: 1 row, 1.00 EUR\n' +
      '  finance.csv line 3: a, 1.00 EUR, whose id the export has\n',
  );
});
