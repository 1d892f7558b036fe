import { expect, test } from 'vitest';

import { createFiles, ledgerOf } from '../run-reconcile.ts';
import { buildWorkbook, type SheetCell } from './build-workbook.ts';

const ledger = ledgerOf([
  { order: 'order-1', amount: 2188 },
  { order: 'order-2', amount: -2188 },
  { order: 'order-3', amount: 3648 },
]);

/** A list as SAP prints it: pages with a head each, lines of dashes, and subtotals. */
const printed = (last: string): string =>
  [
    '01.11.2026              List output              1',
    '--------------------------------------------------',
    'Account      1810000000  PSP, clearing',
    '',
    '|St|Assignment|Type|      Amount|Text   |',
    '--------------------------------------------------',
    '|@5|order-1   |DR  |      21.88 |card   |',
    '|@5|order-2   |DR  |      21.88-|card   |',
    '--------------------------------------------------',
    '|*                 |       0.00 |       |',
    '--------------------------------------------------',
    '|St|Assignment|Type|      Amount|Text   |',
    '--------------------------------------------------',
    `|@5|order-3   |DR  |${last.padStart(11)} |paypal |`,
    '--------------------------------------------------',
    '',
  ].join('\n');
const list = [
  '--skip-first',
  '4',
  '--id-column',
  'Assignment',
  '--amount-column',
  'Amount',
  '--negative',
  'trailing',
];

test('a printed list says where it begins, what its other rows are, and which condition keeps the bookings', async () => {
  const files = createFiles(ledger, printed('36.48'));
  const changed = createFiles(ledger, printed('36.49'));
  const conditions = ['Assignment != ""', 'Amount != ""', 'Assignment != Assignment'];
  const where = [...list, ...conditions.flatMap((condition) => ['--where', condition])];
  const { out } = await files.reconcile(list);

  expect((await files.reconcile([])).err).toMatch(/--skip-first 4$/m);
  expect(out).toContain(
    '6 rows have another number of cells, 1 row has the names of the columns again: ' +
      `${conditions.map((condition) => `--where '${condition}'`).join(' ')} leaves them out. Are they no bookings?\n`,
  );
  expect(out).toContain('finance.csv line 12: repeats the names of the columns\n');
  expect(out).not.toContain('--skip-last');
  expect(await files.reconcile(where)).toMatchObject({ code: 0 });
  expect((await changed.reconcile(where)).out).toContain('Differences: 1 (1 amount)\n');
});

test('a condition that leaves out openings and totals finds a duplicate and an unknown posting a month later', async () => {
  const head = 'Reference,Total,Description\n';
  const july = ['order-1,21.88', 'order-2,-21.88', 'order-3,36.48']
    .map((row) => `${row},Web store\n`)
    .join('');
  const columns = ['--id-column', 'Reference', '--amount-column', 'Total'];
  const around = (rows: string): string => `${head},0.00,Opening\n${rows},36.48,Closing\n`;
  const { out } = await createFiles(ledger, around(july)).reconcile(columns);
  const [, condition = ''] = /--where '([^']*)' leaves them out/.exec(out) ?? [];
  const august = `${july}order-3,36.48,Payment\nunknown,500.00,Correction\n`;
  const later = await createFiles(ledger, around(august)).reconcile([...columns, '--where', condition]);

  expect(condition).toBe('Reference != ""');
  expect(later.code).toBe(3);
  expect(later.out).toMatch(/│ amount +│ order-3 +│/);
  expect(later.out).toMatch(/│ missing_in_ledger +│ unknown +│|│ .*unknown/);
});

test('a total with a string in the column of ids is left out by that text, and by no other', async () => {
  const rows = 'reference,total\norder-1,21.88\norder-2,-21.88\norder-3,36.48\n';
  const { out } = await createFiles(ledger, `${rows}Account 1000234,36.48\n`).run();
  const [, condition = ''] = /--where '([^']*)'/.exec(out) ?? [];
  const next = `${rows}order-3,36.48\nunknown,500.00\nAccount 1000234,572.96\n`;
  const later = await createFiles(ledger, next).run(['--where', condition]);

  expect(out).toContain(
    `1 row has the sum of the rows above: --where 'reference != "Account 1000234"' leaves them out. Are they no bookings?\n`,
  );
  expect(later.out).toContain('Differences: 2 (1 missing in ledger, 1 amount)\n');
});

test.each([
  ['another posting has its text', ['Account 1,36.48', 'Account 1,5.00']],
  ['it is no sum', ['Account 1,36.47']],
  ['it is an order', ['order-4,36.48']],
])('a row with a string in the column of ids is no total if %s', async (_, last) => {
  const rows = ['reference,total', 'order-1,21.88', 'order-2,-21.88', 'order-3,36.48', ...last, ''];
  const { out } = await createFiles(ledger, rows.join('\n')).run();

  expect(out).not.toContain('--where');
});

test('orders of another month without a currency are no totals', async () => {
  const rows = 'reference,total,currency\norder-1,21.88,EUR\norder-7,21.88,\norder-8,36.48,\n';
  const { out } = await createFiles(ledger, rows).run(['--currency-column', 'currency']);

  expect(out).not.toContain('--where');
});

test('a booking that a stray quote has broken is no row to leave out', async () => {
  const rows = ['order-1,21.88', '"order-2,-21.88', 'order-3,36.48"'];
  const { code, out } = await createFiles(ledger, `reference,total\n${rows.join('\n')}\n`).run();

  expect(code).toBe(3);
  expect(out).toContain('the number of cells is 1, in the first line 2');
  expect(out).not.toContain('--where');
});

test('the lines of an order whose first one has its id are filled down, and nothing above the first', async () => {
  const rows = ['order-1,EUR,21.00', ',,0.80', ',,0.08', 'order-2,EUR,-21.88', 'order-3,EUR,36.00', ',,0.48'];
  const files = createFiles(ledger, `reference,currency,total\n,,9.00\n${rows.join('\n')}\n`);
  const { out } = await files.run(['--currency-column', 'currency']);
  const fill = ['--fill-down', 'reference', '--fill-down', 'currency'];
  const filled = await files.run(['--currency-column', 'currency', ...fill]);

  expect(out).toContain(
    '--fill-down reference --fill-down currency would give 3 rows without an id that of the row above: are they its lines?\n',
  );
  expect(out).not.toContain('--where');
  expect(filled.out).toContain('  Of these rows, 3 have a value of the row above\n');
  // Nothing stands above the first row.
  expect(filled.out).toContain('Differences: 1 (1 unreadable)\n');
});

test('Ctrl-Z at the end of a file is no row', async () => {
  const rows = 'reference\ttotal\r\norder-1\t21.88\r\norder-2\t-21.88\r\norder-3\t36.48';

  for (const end of ['\r\n\u001A', '\u001A', '\r\n\u001A\u001A', '\r\n\u001A\r\n', '\u001A\n']) {
    expect(await createFiles(ledger, rows + end).run()).toMatchObject({ code: 0 });
    expect(await createFiles(ledger, rows.replaceAll('\t', ',') + end).run()).toMatchObject({ code: 0 });
  }
});

test.each([
  [
    ':20:STARTUMS\r\n:25:10020030/1234567\r\n:28C:0\r\n:60F:C261001EUR0,00\r\n',
    'a bank statement (MT940): ask for CSV',
  ],
  [
    '{1:F01BANKDEFF}{4:\n:20:1\n:25:1\n:28C:1/1\n:60F:C261001EUR0,00\n',
    'a bank statement (MT940): ask for CSV',
  ],
  [
    '<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">',
    'a bank statement in XML (CAMT): ask for CSV',
  ],
  ['OFXHEADER:100\nDATA:OFXSGML\n', 'a bank statement (OFX): ask for CSV'],
  ['!Type:Bank\nD10/01/26\nT21.88\n', 'a bank statement (QIF): ask for CSV'],
  [
    'REF      DATE        AMOUNT CCY\norder-1  20261001     21.88 EUR\norder-2  20261002    -21.88 EUR\n',
    'its columns have a fixed width, and no delimiter: open it in a spreadsheet',
  ],
])('%j is named as what it is', async (content, words) => {
  const { code, err } = await createFiles(ledger, content).run();

  expect(err).toContain(`finance.csv: cannot be read: ${words.startsWith('a ') ? 'it is ' : ''}${words}`);
  expect(code).toBe(1);
});

const sheet: readonly (readonly SheetCell[])[] = [
  ['reference', 'total', 'currency'],
  ['order-1', { digits: '21.88' }, 'EUR'],
  ['order-2', { digits: '-21.88' }, ''],
  ['order-3', { digits: '36.48' }, ''],
];
const currency = ['--currency-column', 'currency'];
const workbookOf = (change: (xml: string) => string) =>
  createFiles(ledger, buildWorkbook({ Bookings: sheet }, { change }), 'finance.xlsx').run(currency);
const merged = (range: string) => (xml: string) =>
  xml.replace('</sheetData>', `</sheetData><mergeCells count="1"><mergeCell ref="${range}"/></mergeCells>`);

test('a merged cell of a workbook has its value in each row that it covers, and an amount in none', async () => {
  const { code, out } = await workbookOf(merged('C2:C4'));
  const part = await workbookOf(merged('C2:C3'));
  const amounts = await workbookOf((xml) => merged('B2:B3')(merged('C2:C4')(xml)));

  expect(out).toContain('Of these rows, 2 have the value of a merged cell\n');
  expect(code).toBe(0);
  expect(part.out).toContain('finance.xlsx row 4: the currency is empty\n');
  expect(amounts.out).toContain(
    'finance.xlsx row 3: the amount: it is merged with the one above, of which only one row can have it\n',
  );
});

test('rows that a workbook hides are counted with the others, and their number is said', async () => {
  const { code, out } = await workbookOf((xml) =>
    merged('C2:C4')(xml.replaceAll(/<row r="[34]"/g, '$& hidden="1"')),
  );

  expect(out).toContain('Of these rows, 2 are hidden, ');
  expect(code).toBe(0);
});

test('an id that a formula quotes is read in a file with tabs as in a CSV', async () => {
  const rows = '="order-1"\t21.88\n"=""order-2"""\t-21.88\n=\'order-3\'\t36.48\n';
  const { out } = await createFiles(ledger, `reference\ttotal\n${rows}`).run();

  expect(out).toContain('id and currency: 2\n');
});

test('no condition is suggested that bookings do not meet: theirs may have the currency of --currency', async () => {
  const rows = ['order-1,21.88,', 'order-2,-21.88,', 'order-3,36.48,EUR', 'Summe,36.48,'];
  const files = createFiles(ledger, `reference,total,ccy\n${rows.join('\n')}\n`);
  const { out } = await files.run([
    ...['--id-pattern', String.raw`(order-\d+)`, '--currency-column', 'ccy', '--currency', 'EUR'],
  ]);

  expect(out).toContain('1 row has no id\n');
  expect(out).not.toContain('ccy != ""');
});
