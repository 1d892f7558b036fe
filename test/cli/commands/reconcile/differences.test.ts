import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { csvLines } from '../../../../src/ledger/csv.ts';
import { flatten, ledgerColumns } from '../../../../src/ledger/index.ts';
import { transaction } from '../../../literals/transactions.ts';
import { createFiles, ledgerOf } from './run-reconcile.ts';

/** A payment of 9.99 EUR with a refund of 4.00 EUR, 2143 yen, and 6.137 dinars. */
const ledger = ledgerOf([
  { order: 'order-1', amount: 999, timestamp: '2026-10-01T08:00:00.000Z' },
  { order: 'order-2', amount: 2143, currency: 'JPY', timestamp: '2026-10-01T09:00:00.000Z' },
  { order: 'order-3', amount: 6137, currency: 'KWD', timestamp: '2026-10-02T09:00:00.000Z' },
  { order: 'order-1', amount: -400, timestamp: '2026-10-02T23:30:00.000Z' },
]);
const equal = 'order-3,6.137,KWD\norder-1,5.99,EUR\norder-2,2143,JPY\n';
const header = 'reference,total,currency\n';
const currency = ['--currency-column', 'currency'];

const manifest = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

function sha256Of(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The lines of the file with all differences, without its first line, the totals and their columns, and the file. */
function linesOf(text: string): string[] {
  const lines = text.trimEnd().split('\r\n').slice(1);
  return lines
    .filter((line) => !line.startsWith('total,'))
    .map((line) => line.replace(/(?:,[^,]*){3}$/, '').replace(/,,,(?=,[^,]*,[^,]*$)/, ''));
}

test('files agree if the sums of each id and currency are equal', async () => {
  const { code, out, err } = await createFiles(ledger, header + equal).run(currency);

  expect(out).toBe(
    'ledger.jsonl: 4 rows, amount by orderId\n' +
      `  SHA-256 ${sha256Of(ledger)}\n` +
      'finance.csv: 3 rows\n' +
      `  SHA-256 ${sha256Of(header + equal)}\n` +
      'Equal sums by id and currency: 3\n' +
      'Equal totals by currency: 3\n' +
      'Differences: 0\n' +
      'Not verified: there is no receipt beside the file, so nothing shows whether the file is complete or unchanged.\n',
  );
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

test('the totals that differ are printed, and the differences after them', async () => {
  const finance = `${header}order-1,5.99,EUR\norder-2,2144,JPY\norder-3,6.137,KWD\n`;
  const { out } = await createFiles(ledger, finance).run(currency);

  expect(out).toContain('Equal totals by currency: 2\n');
  expect(out.split('\n').slice(-11)).toEqual([
    '┌───────┬─────────────┬──────────────┬────────────┬────────┬─────────┬─────────────────────┐',
    '│ Total │ Ledger rows │ Finance rows │ Difference │ Ledger │ Finance │ Finance less ledger │',
    '├───────┼─────────────┼──────────────┼────────────┼────────┼─────────┼─────────────────────┤',
    '│ JPY   │           1 │            1 │          0 │  2,143 │   2,144 │                   1 │',
    '└───────┴─────────────┴──────────────┴────────────┴────────┴─────────┴─────────────────────┘',
    '┌────────────┬───────────┬───────────┬───────────┬─────────────────────┬───────────────────────────┐',
    '│ Difference │ Id or day │    Ledger │   Finance │ Finance less ledger │               Ledger rows │',
    '├────────────┼───────────┼───────────┼───────────┼─────────────────────┼───────────────────────────┤',
    '│ amount     │ order-2   │ 2,143 JPY │ 2,144 JPY │                   1 │ paid 2026-10-01 09:00 UTC │',
    '└────────────┴───────────┴───────────┴───────────┴─────────────────────┴───────────────────────────┘',
    '',
  ]);
});

test('white space around an id is no difference', async () => {
  const ledger = ledgerOf([
    { order: 'a', amount: 100 },
    { order: ' b ', amount: 200 },
  ]);
  const files = createFiles(ledger, 'reference,total\n" a ",1.00\nb,2.00\n');

  expect(await files.run()).toMatchObject({ code: 0 });
});

test('large numbers are printed with their digits in groups', async () => {
  const orders = Array.from({ length: 1200 }, (_, index) => `order-${index}`);
  const rows = ledgerOf(orders.map((order) => ({ order, amount: 100 })));
  const finance = orders.map((order) => `${order},2.00,EUR\n`).join('');

  const { out } = await createFiles(rows, header + finance).run(currency);

  expect(out).toContain('ledger.jsonl: 1,200 rows, amount by orderId\n');
  expect(out).toContain('finance.csv: 1,200 rows\n');
  expect(out).toMatch(/id and currency: 0\n.* currency: 0\nDifferences: 1,200 \(1,200 amount\)\n/);
  expect(out).toMatch(/\n… and 1,180 more; --out FILE writes all of them\n$/);
});

test('a payment and its refund may be separate rows of the finance system too', async () => {
  const finance = `${header}order-1,9.99,EUR\norder-2,2143,JPY\norder-3,6.1370,KWD\norder-1,-4.00,EUR\n`;

  expect(await createFiles(ledger, finance).run(currency)).toMatchObject({ code: 0 });
});

test('each difference is written with the amounts of both files', async () => {
  const finance = `${header}order-1,6.00,EUR\norder-2,21.43,USD\norder-9,1.00,EUR\n`;
  const files = createFiles(ledger, finance);
  const { code, out } = await files.run([...currency, '--out', files.file('differences.csv')]);

  expect(
    files
      .read('differences.csv')
      .replaceAll(files.file('ledger.jsonl'), 'ledger.jsonl')
      .replaceAll(files.file('finance.csv'), 'finance.csv')
      .split('\r\n'),
  ).toEqual([
    'what,id,day,ledger_currency,ledger_amount,ledger_amount_minor,finance_currency,finance_amount,' +
      'finance_amount_minor,difference,difference_minor,problem,ledger_rows,finance_rows,difference_rows,ledger_types,ledger_time,ledger_files,' +
      'ledger_places,finance_places',
    'amount,order-1,,EUR,5.99,599,EUR,6.00,600,0.01,1,,,,,paid,2026-10-01T08:00:00.000Z,ledger.jsonl,' +
      'ledger.jsonl row 1; ledger.jsonl row 4,finance.csv line 2',
    'currency,order-2,,JPY,2143,2143,USD,21.43,2143,,,,,,,paid,2026-10-01T09:00:00.000Z,ledger.jsonl,ledger.jsonl row 2,finance.csv line 3',
    'missing_in_finance,order-3,,KWD,6.137,6137,,,,,,,,,,paid,2026-10-02T09:00:00.000Z,ledger.jsonl,ledger.jsonl row 3,',
    'missing_in_ledger,order-9,,,,,EUR,1.00,100,,,,,,,,,,,finance.csv line 4',
    'total,,,EUR,5.99,599,EUR,7.00,700,1.01,101,,2,2,0,,,,,',
    'total,,,JPY,2143,2143,JPY,0,0,-2143,-2143,,1,0,-1,,,,,',
    'total,,,KWD,6.137,6137,KWD,0.000,0,-6.137,-6137,,1,0,-1,,,,,',
    'total,,,USD,0.00,0,USD,21.43,2143,21.43,2143,,0,1,1,,,,,',
    '',
  ]);
  expect(out).toMatch(/│ amount +│ order-1 +│ +5\.99 EUR │ +6\.00 EUR │ +0\.01 │/);
  expect(out).toMatch(/│ currency +│ order-2 +│ +2,143 JPY │ +21\.43 USD │ +│/);
  expect(out).toMatch(/id and currency: 0\n.* currency: 0\nDifferences: 4 /);
  expect(out).toContain('(1 missing in finance, 1 missing in ledger, 1 currency, 1 amount)\n');
  expect(code).toBe(3);
});

test('a currency of an id that the other file does not have is missing, and the others are compared', async () => {
  const rows = ledgerOf([
    { order: 'a', amount: 100 },
    { order: 'a', amount: 200, currency: 'USD' },
  ]);
  const files = createFiles(rows, `${header}a,1.00,EUR\n`);
  await files.run([...currency, '--out', files.file('out.csv')]);

  expect(linesOf(files.read('out.csv'))).toEqual([
    'missing_in_finance,a,,USD,2.00,200,,,,,,,paid,2026-10-01T08:15:30.000Z',
  ]);
});

test('sums per UTC day are compared by the time of each row', async () => {
  // The refund is booked on the third in Berlin, which is the second in UTC; the dinars are booked a day late.
  const finance =
    'reference,total,currency,booked\n' +
    'order-1,9.99,EUR,2026-10-01\n' +
    'order-2,2143,JPY,2026-10-01 09:00:00\n' +
    'order-1,-4.00,EUR,2026-10-03T01:30:00+02:00\n' +
    'order-3,6.137,KWD,2026-10-03\n';
  const files = createFiles(ledger, finance);
  const { code } = await files.run([...currency, '--date-column', 'booked', '--out', files.file('out.csv')]);

  expect(linesOf(files.read('out.csv'))).toEqual([
    'day,,2026-10-02,KWD,6.137,6137,KWD,0.000,0,-6.137,-6137,,,',
    'day,,2026-10-03,KWD,0.000,0,KWD,6.137,6137,6.137,6137,,,',
  ]);
  expect(code).toBe(3);
});

test('rows without an id are differences of their currency', async () => {
  const rows = ledgerOf([
    { order: null, amount: 100 },
    { order: null, amount: 250 },
    { order: 'a', amount: 5 },
  ]);
  const files = createFiles(rows, `${header}a,0.05,EUR\n,7.00,USD\n`);
  const { code } = await files.run([...currency, '--out', files.file('out.csv')]);

  expect(linesOf(files.read('out.csv').replaceAll(`${files.file('')}/`, ''))).toEqual([
    'without_id,,,EUR,3.50,350,,,,,,"ledger.jsonl row 1, ledger.jsonl row 2: no id",paid,2026-10-01T08:15:30.000Z',
    'without_id,,,,,,USD,7.00,700,,,finance.csv line 3: no id,,',
  ]);
  expect(code).toBe(3);
});

test('sums beyond 2^53 are exact', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  const rows = ledgerOf([
    { order: 'a', amount: most },
    { order: 'a', amount: most },
    { order: 'a', amount: 2 },
  ]);
  // 2 × (2^53 − 1) + 2 = 2^54 in cents, and one cent less.
  const finance = `${header}a,90071992547409.91,EUR\na,90071992547409.91,EUR\na,0.01,EUR\n`;
  const files = createFiles(rows, finance);
  await files.run([...currency, '--out', files.file('out.csv')]);

  expect(linesOf(files.read('out.csv'))).toEqual([
    'amount,a,,EUR,180143985094819.84,18014398509481984,EUR,180143985094819.83,18014398509481983,-0.01,-1,,paid,2026-10-01T08:15:30.000Z',
  ]);
});

test('a currency outside ISO 4217 is compared in the smallest unit', async () => {
  const rows = ledgerOf([{ order: 'a', amount: 500, currency: 'COINS' }]);
  const files = createFiles(rows, `${header}a,501,COINS\n`);
  const { out } = await files.run([...currency, '--unit', 'minor', '--out', files.file('out.csv')]);

  expect(linesOf(files.read('out.csv'))).toEqual([
    'amount,a,,COINS,,500,COINS,,501,,1,,paid,2026-10-01T08:15:30.000Z',
  ]);
  expect(out).toContain('500 smallest units COINS');
});

test('--our-amount compares another column, in US dollars without a currency column', async () => {
  const rows = ledgerOf([
    { order: 'a', amount: 1, net: 848 },
    { order: 'b', amount: 1, currency: 'JPY', net: -20 },
  ]);
  const files = createFiles(rows, 'reference;total\na;8,48\nb;-0,20\n');

  expect(await files.run(['--our-amount', 'publisher_net_amount_usd', '--decimal', ','])).toMatchObject({
    code: 0,
  });
});

test('--match selects the field of the ledger, and csv is read as jsonl is', async () => {
  const lines = csvLines(ledgerColumns);
  const rows = [0, 1].map((index) => lines.line(flatten(transaction(index)))).join('');
  const files = createFiles('', `${header}transaction-0,9.99,EUR\ntransaction-1,9.99,eur\n`);
  writeFileSync(files.file('ledger.csv'), lines.header + rows);

  expect(await files.run([...currency, '--match', 'id'], 'ledger.csv')).toMatchObject({ code: 0 });
  expect(await files.run(currency, 'ledger.csv')).toMatchObject({ code: 3 });
});

test('--json prints the numbers and every difference, and nothing else', async () => {
  const files = createFiles(ledger, header + equal.replace('5.99', '5.98'));
  const { code, out, err } = await files.run([...currency, '--json']);

  expect(JSON.parse(out)).toEqual({
    packageVersion: manifest.version,
    comparedAt: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
    ledger: [
      {
        file: 'ledger.jsonl',
        sha256: sha256Of(ledger),
        source: null,
        startDate: null,
        endDate: null,
        exportedAt: null,
        rows: 4,
        compared: 4,
        leftOut: { ledgerCurrency: 0, ledgerType: 0 },
        verified: false,
        complete: null,
        rangeEnded: null,
      },
    ],
    finance: [
      {
        file: 'finance.csv',
        sha256: sha256Of(header + equal.replace('5.99', '5.98')),
        rows: 3,
        compared: 3,
        leftOut: { where: 0, skipLast: 0 },
      },
    ],
    workbook: { hidden: 0, merged: 0, filled: 0, hiddenSheets: [] },
    daysIn: null,
    tolerated: [],
    leftOutRows: { sums: [], withoutId: [], rows: [] },
    settings: expect.objectContaining({
      idColumn: 'reference',
      match: 'orderId',
      ourAmount: 'amount',
    }) as unknown,
    currencyDigits: {},
    gaps: [],
    equal: 2,
    counts: {
      unreadable: 0,
      without_id: 0,
      missing_in_finance: 0,
      missing_in_ledger: 0,
      currency: 0,
      amount: 1,
      day: 0,
    },
    different: 1,
    isEmpty: false,
    leftOut: [],
    totals: [
      {
        currency: 'EUR',
        ledger_rows: 2,
        ledger_amount: '5.99',
        ledger_amount_minor: '599',
        finance_rows: 1,
        finance_amount: '5.98',
        finance_amount_minor: '598',
        difference_rows: -1,
        difference: '-0.01',
        difference_minor: '-1',
      },
      expect.objectContaining({ currency: 'JPY', difference: '0' }),
      expect.objectContaining({ currency: 'KWD', difference: '0.000' }),
    ],
    suggestions: [],
    differences: [
      {
        what: 'amount',
        id: 'order-1',
        day: null,
        ledger_currency: 'EUR',
        ledger_amount: '5.99',
        ledger_amount_minor: '599',
        finance_currency: 'EUR',
        finance_amount: '5.98',
        finance_amount_minor: '598',
        difference: '-0.01',
        difference_minor: '-1',
        problem: null,
        ledger_types: 'paid',
        ledger_time: '2026-10-01T08:00:00.000Z',
        ledger_files: 'ledger.jsonl',
        ledger_places: 'ledger.jsonl row 1; ledger.jsonl row 4',
        finance_places: 'finance.csv line 3',
      },
    ],
  });
  expect({ code, err }).toEqual({ code: 3, err: '' });
});

test('ids cannot send control sequences to the terminal, or formulas to a spreadsheet', async () => {
  const files = createFiles(ledger, `${header}${equal}"=1+1",1.00,EUR\n"\u001B[2J",1.00,EUR\n`);
  const { out } = await files.run([...currency, '--out', files.file('out.csv')]);

  expect(out).not.toContain('\u001B');
  expect(out).toContain('\\u001b[2J');
  expect(linesOf(files.read('out.csv'))[0]).toBe("missing_in_ledger,'=1+1,,,,,EUR,1.00,100,,,,,");
});
