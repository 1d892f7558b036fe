import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';

import { buildWorkbook, type SheetCell } from '../commands/reconcile/finance/build-workbook.ts';
import { createFiles, ledgerOf } from '../commands/reconcile/run-reconcile.ts';
import { said } from '../../support/said.ts';

const ledger = ledgerOf([
  { order: 'A-1', amount: 1_234_567, timestamp: '2026-10-02T22:30:00.000Z' },
  { order: '4711', amount: -999, timestamp: '2026-10-03T12:00:00.000Z' },
  { order: 'A-3', amount: 5, timestamp: '2026-10-30T23:30:00.000Z' },
]);
/** 3 October 2026, 00:30; 3 October; 31 October, 00:30. */
const rows: readonly (readonly SheetCell[])[] = [
  ['Beleg', 'Betrag', 'Datum', 'Text'],
  ['A-1', 12_345.67, { serial: '46298.020833333336' }, 'Kauf'],
  // As Excel stores -9.99 in binary, and an id of digits.
  [4711, { digits: '-9.9900000000000002' }, { serial: '46298' }],
  [
    'A-3',
    { digits: '5.0000000000000003E-2' },
    { serial: '46326.020833333336' },
    '',
    'a note beside the table',
  ],
];
const flags = ['--id-column', 'Beleg', '--amount-column', 'Betrag'];
const days = ['--date-column', 'Datum', '--time-zone', 'Europe/Berlin'];

function createWorkbook(
  sheets: Parameters<typeof buildWorkbook>[0],
  options?: { readonly date1904: boolean },
) {
  return createFiles(ledger, buildWorkbook(sheets, options), 'finance.xlsx');
}

test('a workbook is compared by its numbers and dates', async () => {
  expect(await createWorkbook({ Buchungen: rows }).reconcile([...flags, ...days])).toMatchObject({
    code: 0,
    err: '',
  });
});

test('a planted error in a workbook is found with its amount and its day', async () => {
  const [head = [], first = [], ...others] = rows;
  const changed = [head, [first[0] ?? '', 12_345.68, { serial: '46299' }], ...others];
  const { code, out } = await createWorkbook({ Buchungen: changed }).reconcile([...flags, ...days]);

  expect(out).toMatch(/│ amount +│ A-1 +│ 12,345\.67 EUR │ 12,345\.68 EUR │ +0\.01 │/);
  expect(out).toMatch(/│ day +│ 2026-10-03 │ 12,335\.68 EUR │ +-9\.99 EUR │ +-12,345\.67 │/);
  expect(out).toContain('Differences: 3 (1 amount, 2 day)');
  expect(code).toBe(3);
});

test('rows above and below the table of a sheet are skipped, and empty rows are no rows', async () => {
  const sheet = [['Oktober'], [], ...rows, [''], ['', '12335.73']];
  const { code, out } = await createWorkbook({ Buchungen: sheet }).reconcile([
    ...flags,
    ...['--skip-first', '2', '--skip-last', '1'],
  ]);

  expect(out).toContain('finance.xlsx: 3 of 4 rows (left out: 1 by --skip-last 1)\n');
  expect(code).toBe(0);
});

test('a sheet is chosen by its name or number, and never guessed', async () => {
  const files = createWorkbook({ Hinweise: [['Stand']], Buchungen: rows });
  const none = await files.reconcile(flags);
  const unknown = await files.reconcile([...flags, '--sheet', 'Buchung']);

  expect(none.err).toContain('--sheet: is required, because finance.xlsx has "Hinweise", "Buchungen"');
  expect(unknown.err).toContain(
    '--sheet: "Buchung" does not exist; finance.xlsx has "Hinweise", "Buchungen"',
  );
  expect([none.code, unknown.code]).toEqual([2, 2]);
  expect(await files.reconcile([...flags, '--sheet', 'Buchungen'])).toMatchObject({ code: 0 });
  expect(await files.reconcile([...flags, '--sheet', '2'])).toMatchObject({ code: 0 });
});

test('an amount with more digits than its currency has is unreadable, not rounded', async () => {
  const sheet = [
    ['Beleg', 'Betrag'],
    ['A-1', 0.1 + 0.2],
    ['A-3', '0,05'],
    ['4711', { serial: '46298' }],
  ];
  const { out } = await createWorkbook({ Buchungen: sheet }).reconcile(flags);

  expect(out).toMatch(said('finance.xlsx row 2: … "0.30000000000000004" … 2 decimals'));
  expect(out).toMatch(said('finance.xlsx row 3: … "0,05" … -1234.50'));
  expect(out).toMatch(said('finance.xlsx row 4: … "2026-10-03T00:00:00.000Z"'));
  expect(out).toMatch(said('--decimal , … 1 amount: … amounts?'));
});

test('dates are read in the date system of the workbook, as serials without a format, and as strings', async () => {
  const dated = (first: SheetCell) => [
    ['Beleg', 'Betrag', 'Datum'],
    ['A-1', 12_345.67, first],
    ['4711', -9.99, { serial: '46298' }],
    ['A-3', 0.05, { serial: '46326' }],
  ];
  const apple = [
    ['Beleg', 'Betrag', 'Datum'],
    ...[
      ['A-1', 12_345.67, '44836'],
      ['4711', -9.99, '44836'],
      ['A-3', 0.05, '44864'],
    ].map(([id = '', amount = 0, serial = '']) => [id, amount, { serial: String(serial) }]),
  ];

  const run = (sheet: readonly (readonly SheetCell[])[], more: readonly string[] = [], date1904 = false) =>
    createWorkbook({ Buchungen: sheet }, { date1904 }).reconcile([...flags, ...days, ...more]);
  expect(await run(dated(46_298))).toMatchObject({ code: 0 });
  expect(await run(dated('2026-10-03'))).toMatchObject({ code: 0 });
  expect(await run(dated('03.10.2026'), ['--date-format', 'DD.MM.YYYY'])).toMatchObject({ code: 0 });
  expect(await run(dated(20_261_003), ['--date-format', 'YYYYMMDD'])).toMatchObject({ code: 0 });
  expect(await run(apple, [], true)).toMatchObject({ code: 0 });
  expect((await run(dated(20_261_003))).out).toMatch(said('finance.xlsx row 2: … "20261003" … ISO 8601'));
});

test.each([
  ['PK, and nothing that is in a workbook', 'finance.xlsx: cannot be read: '],
  ['', 'finance.xlsx: cannot be read: '],
])('a file that is not a workbook exits with 1: %j', async (content, problem) => {
  const { code, err } = await createFiles(ledger, content, 'finance.xlsx').reconcile(flags);

  expect(err).toContain(problem);
  expect(code).toBe(1);
});

/** A workbook whose first sheet is changed; `level` 0 stores it as it is. */
function damaged(change: (xml: string) => string, level: 0 | 6 = 6): Uint8Array {
  const name = 'xl/worksheets/sheet1.xml';
  const { [name]: sheet = new Uint8Array(), ...others } = unzipSync(buildWorkbook({ Buchungen: rows }));
  return zipSync({ ...others, [name]: strToU8(change(strFromU8(sheet))) }, { level });
}

test('a sheet that ends in the middle of its XML is an error that names it', async () => {
  const workbook = damaged((xml) => xml.slice(0, xml.lastIndexOf('<row')));
  const { code, err } = await createFiles(ledger, workbook, 'finance.xlsx').reconcile(flags);

  expect(err).toContain(
    'the workbook of the sheet "Buchungen" is damaged: xl/worksheets/sheet1.xml ends in the middle of its XML',
  );
  expect(code).toBe(1);
});

test('a sheet whose checksum is wrong is an error that names it', async () => {
  const workbook = Buffer.from(damaged((xml) => xml, 0));
  const at = workbook.indexOf('12345.67');
  workbook.write('92345.67', at);
  const { code, err } = await createFiles(ledger, workbook, 'finance.xlsx').reconcile(flags);

  expect(at).toBeGreaterThan(0);
  expect(err).toContain(
    'the workbook of the sheet "Buchungen" is damaged: the checksum of xl/worksheets/sheet1.xml is wrong',
  );
  expect(code).toBe(1);
});
