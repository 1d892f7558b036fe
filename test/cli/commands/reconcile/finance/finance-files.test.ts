import { expect, test } from 'vitest';

import { createFiles, ledgerOf } from '../run-reconcile.ts';
import { encodeShiftJis, encodeUtf16, encodeWindows1252 } from './encode-text.ts';

/**
 * The month of a store: near midnight are the first, the second and the last row. `missing` is not in any of the finance
 * systems' files, `wrong` has another amount there, and `late` is a day late. Each of them has `extra` besides.
 */
function ledgerIn(currency: string): string {
  return ledgerOf([
    { order: 'A-1', amount: 1_234_567, currency, timestamp: '2026-10-02T22:30:00.000Z' },
    { order: 'A-2', amount: 99_900, currency, timestamp: '2026-10-04T03:30:00.000Z' },
    { order: 'A-2', amount: -99_900, currency, timestamp: '2026-10-20T12:00:00.000Z' },
    { order: 'missing', amount: 777, currency, timestamp: '2026-10-12T12:00:00.000Z' },
    { order: 'wrong', amount: 100_000, currency, timestamp: '2026-10-13T12:00:00.000Z' },
    { order: 'late', amount: 5000, currency, timestamp: '2026-10-14T12:00:00.000Z' },
    { order: 'A-3', amount: 250, currency, timestamp: '2026-10-30T23:30:00.000Z' },
  ]);
}

/** What is found in each file: the day or id, and both amounts in the smallest unit. */
const plantedErrors = [
  'missing_in_finance missing 777 -',
  'amount wrong 100000 100001',
  'missing_in_ledger extra - 1234500',
  'day 2026-10-12 777 0',
  'day 2026-10-13 100000 100001',
  'day 2026-10-14 5000 0',
  'day 2026-10-15 0 5000',
  'day 2026-10-16 0 1234500',
].toSorted();

/** The differences in a file of `--out`, without the totals. */
function readDifferences(text: string): string[] {
  const lines = text.trimEnd().split('\r\n').slice(1);
  return lines.flatMap((line) => {
    const [what = '', id, day, , , ledger, , , finance] = line.split(',');
    return what === 'total' ? [] : [`${what} ${id || day} ${ledger || '-'} ${finance || '-'}`];
  });
}

const german = encodeWindows1252(
  [
    'Buchungsübersicht Oktober;;;',
    'Spielehaus GmbH "Köln;;;',
    'Beleg-Nr.;Käufer;"Betrag\nin €";Buchungstag',
    'A-1;Müller;12.345,67;03.10.2026',
    'A-2;Groß;999,00;04.10.2026',
    'A-2;Groß;999,00-;20.10.2026',
    'wrong;Jäger;1.000,01;13.10.2026',
    'late;Öz;50,00;15.10.2026',
    'extra;;12.345,00;16.10.2026',
    'A-3;Weiß;2,50;31.10.2026',
    ';;;',
    'Summe;;25.743,18;',
    '',
  ].join('\r\n'),
);
const germanFlags = [
  ...['--encoding', 'windows-1252', '--skip-first', '2', '--skip-last', '1'],
  ...['--id-column', 'Beleg-Nr.', '--amount-column', 'Betrag in €', '--date-column', 'Buchungstag'],
  ...['--decimal', ',', '--thousands', '.', '--negative', 'trailing'],
  ...['--date-format', 'DD.MM.YYYY', '--time-zone', 'Europe/Berlin'],
];

// With spaces that do not break: U+202F is what French systems print, U+00A0 what older ones do.
const french = [
  '\uFEFFréférence,devise,montant,date',
  'A-1,eur,"12\u202F345,67\u00A0€",03/10/2026 00:30',
  'A-2,eur,"999,00 €",04/10/2026 05:30',
  'A-2,eur,"\u2212999,00 €",20/10/2026 14:00',
  'wrong,eur,"1\u00A0000,01 €",13/10/2026 14:00',
  'late,eur,"50,00 €",15/10/2026 02:00',
  'extra,eur,"12 345,00 €",16/10/2026 14:00',
  'A-3,eur,"2,50 €",31/10/2026 00:30',
  'Total,,"25\u202F743,18\u00A0€",',
  '',
].join('\n');
const frenchFlags = [
  ...['--id-column', 'référence', '--currency-column', 'devise', '--amount-column', 'montant'],
  ...['--date-column', 'date', '--decimal', ',', '--thousands', 'space', '--symbol', '€'],
  ...['--date-format', 'DD/MM/YYYY HH:mm', '--time-zone', 'Europe/Paris', '--where', 'devise != ""'],
];

// Two kinds of apostrophes, as different keyboards write them.
const swiss = encodeWindows1252(
  [
    'Konto\tBeleg\tBetrag\tDatum',
    "3400\tA-1\tCHF 12'345.67\t3.10.26",
    '3400\tA-2\tCHF 999.00\t4.10.26',
    '3400\tA-2\tCHF -999.00\t20.10.26',
    '3400\twrong\tCHF 1’000.01\t13.10.26',
    '3400\tlate\tCHF 50.00\t15.10.26',
    '1020\tBankgebühr\tCHF 12.00\t15.10.26',
    '3400\textra\tCHF 12’345.00\t16.10.26',
    '3400\tA-3\tCHF 2.50\t31.10.26',
    '',
  ].join('\r\n'),
);
const swissFlags = [
  ...['--encoding', 'windows-1252', '--id-column', 'Beleg', '--amount-column', 'Betrag'],
  ...['--date-column', 'Datum', '--thousands', "'", '--symbol', 'CHF', '--where', 'Konto = 3400'],
  ...['--date-format', 'D.M.YY', '--time-zone', 'Europe/Zurich'],
];

// As Excel saves its accounting format as CSV. The first and the last row are of the evening before.
const american = [
  'Order ID,Amount,Posted',
  'A-1," $12,345.67 ",10/2/2026 6:30 PM',
  'A-2, $999.00 ,10/3/2026 11:30 PM',
  'A-2, $(999.00),10/20/2026 8:00 AM',
  'wrong," $1,000.01 ",10/13/2026 8:00 AM',
  'late, $50.00 ,10/15/2026 8:00 AM',
  'extra," $12,345.00 ",10/16/2026 8:00 AM',
  'A-3, $2.50 ,10/30/2026 7:30 PM',
  'Grand total," $25,743.18 ",',
  '',
].join('\r\n');
const americanFlags = [
  ...['--id-column', 'Order ID', '--amount-column', 'Amount', '--date-column', 'Posted'],
  ...['--thousands', ',', '--symbol', '$', '--negative', 'parentheses', '--skip-last', '1'],
  ...['--date-format', 'M/D/YYYY h:mm A', '--time-zone', 'America/New_York'],
];

// Yen have no decimals.
const japanese = (separator: string) =>
  [
    ['注文番号', '金額', '日付'],
    ['A-1', '"1,234,567"', '2026/10/03 07:30:00'],
    ['A-2', '"99,900"', '2026/10/04 12:30:00'],
    ['A-2', '"-99,900"', '2026/10/20 21:00:00'],
    ['wrong', '"100,001"', '2026/10/13 21:00:00'],
    ['late', '"5,000"', '2026/10/15 00:00:00'],
    ['extra', '"1,234,500"', '2026/10/16 21:00:00'],
    ['A-3', '250', '2026/10/31 08:30:00'],
    ['合計', '"2,574,318"', ''],
  ]
    .map((cells) => `${cells.join(separator)}\r\n`)
    .join('');
const japaneseFlags = [
  ...['--id-column', '注文番号', '--amount-column', '金額', '--date-column', '3', '--thousands', ','],
  ...['--date-format', 'YYYY/MM/DD HH:mm:ss', '--time-zone', 'Asia/Tokyo', '--skip-last', '1'],
];

test.each([
  ['German file in windows-1252', 'EUR', german, germanFlags],
  ['French file in UTF-8', 'EUR', french, frenchFlags],
  ['Swiss file in windows-1252', 'CHF', swiss, swissFlags],
  ['US file in UTF-8', 'USD', american, americanFlags],
  [
    'Japanese file in Shift_JIS',
    'JPY',
    encodeShiftJis(japanese(',')),
    [...japaneseFlags, '--encoding', 'shift_jis'],
  ],
  ['Japanese file in UTF-16', 'JPY', encodeUtf16(japanese('\t')), [...japaneseFlags, '--encoding', 'utf-16']],
  [
    'Japanese file in UTF-16 with a byte order mark',
    'JPY',
    encodeUtf16(japanese('\t'), { bigEndian: true, mark: true }),
    japaneseFlags,
  ],
])('every error in a %s is found, and nothing else', async (_name, currency, finance, flags) => {
  const files = createFiles(ledgerIn(currency), finance);
  const { code, out, err } = await files.reconcile([...flags, '--out', files.file('differences.csv')]);

  expect(err).toBe('');
  // The bank's fee and the totals have an id and an amount, and are said to be left out.
  const written = readDifferences(files.read('differences.csv')).toSorted();
  expect(written.filter((line) => !line.startsWith('left_out '))).toEqual(plantedErrors);
  expect(out).toContain('finance.csv: 7 of 8 rows (left out: 1 by --');
  expect(code).toBe(3);
});
