import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { openStore } from '../../open-store.ts';
import { runHere } from '../../run-here.ts';

// Forms of real files. What is right was calculated by other means than ours: README.md of the folder says how.
const folder = join(import.meta.dirname, 'files');
const file = (name: string): string => join(folder, name);
const B = ['--id-column', 'Order', '--amount-column', 'Amount', '--currency-column', 'Currency'];
const date = ['--date-column', 'Date'];

const F = ['--id-column', 'Order', '--amount-column', 'Fee'];
const P = ['--id-column', 'Order', '--amount-column', 'Payout', '--currency-column', 'Currency'];

/** The taxes of `ledger.csv`. */
const taxes = {
  CAD: '6.94',
  EUR: '32.44',
  JPY: '45',
  NGN: '8754.55',
  RON: '77.39',
  SAR: '24.17',
  TRY: '602.80',
  TWD: '139.63',
  USD: '0.00',
  ZAR: '303.50',
};

/** The sums of `ledger.csv`. */
const sums = {
  CAD: '145.87',
  EUR: '188.42',
  JPY: '493',
  NGN: '125481.55',
  RON: '445.99',
  SAR: '185.27',
  TRY: '3616.66',
  TWD: '2932.42',
  USD: '62.89',
  ZAR: '2326.92',
};

interface Result {
  readonly equal: number;
  readonly different: number;
  readonly finance: readonly [{ readonly compared: number }];
  readonly totals: readonly Readonly<Record<'currency' | 'ledger_amount' | 'finance_amount', string>>[];
  readonly counts: Readonly<Record<string, number>>;
  readonly suggestions: readonly string[];
  readonly differences: readonly Readonly<Record<string, string | null>>[];
}

const reconcile = (name: string, args: readonly string[], ledger = 'ledger.csv') =>
  runHere(['reconcile', file(ledger), '--against', file(name), ...args], `${folder}/`);

async function resultOf(name: string, args: readonly string[], ledger?: string) {
  const { code, out } = await reconcile(name, [...args, '--json'], ledger);
  return { code, result: JSON.parse(out) as Result };
}

/** Runs `reconcile`, and again with `--json`, which has the same result. */
async function run(name: string, args: readonly string[], ledger?: string) {
  const { code, out } = await reconcile(name, args, ledger);
  const json = await resultOf(name, args, ledger);
  expect(json.code).toBe(code);
  return { code, out, result: json.result };
}

/** What agrees: the equal sums, the rows of finance, and the sums on both sides. */
interface Agreement {
  readonly equal?: number;
  readonly rows?: number;
  readonly sums?: Readonly<Record<string, string>>;
  readonly ledger?: string;
}

const agreeing: readonly (readonly [name: string, args: readonly string[], agreement: Agreement])[] = [
  [
    'settlement-debit-credit.csv',
    [
      ...['--id-column', 'Merchant Reference', '--debit-column', 'Net Debit (NC)'],
      ...['--credit-column', 'Net Credit (NC)', '--currency-column', 'Net Currency'],
      ...['--date-column', 'Creation Date'],
    ],
    {},
  ],
  [
    'receivables-debit-credit.csv',
    [
      ...['--id-column', 'Reference', '--debit-column', 'Credit', '--credit-column', 'Debit'],
      ...['--currency-column', 'Currency', ...date],
    ],
    {},
  ],
  [
    'bank-statement-zero-filled.csv',
    [
      ...['--encoding', 'windows-1252', '--id-column', 'Verwendungszweck', '--debit-column', 'Belastung'],
      ...[
        '--credit-column',
        'Gutschrift',
        '--currency-column',
        'Währung',
        '--decimal',
        ',',
        '--thousands',
        '.',
      ],
      ...['--date-column', 'Datum', '--date-format', 'DD.MM.YYYY'],
    ],
    {},
  ],
  [
    'settlement-cr-dr.csv',
    [
      ...['--skip-first', '3', '--skip-last', '4', '--id-column', 'Invoice ID', '--unit', 'minor'],
      ...['--amount-column', 'Gross Transaction Amount', '--sign-column', 'Transaction Debit or Credit'],
      ...['--negative', 'DR', '--currency-column', 'Gross Transaction Currency'],
    ],
    {},
  ],
  ['sign-plus-minus-column.csv', [...B, '--sign-column', 'Sign', '--negative', '-'], {}],
  [
    'amounts-leading-plus.csv',
    [...B, '--decimal', ',', '--thousands', '.', ...date, '--date-format', 'DD.MM.YYYY'],
    {},
  ],
  [
    'amounts-indian-groups.csv',
    [...B, '--thousands', ',', ...date],
    { ledger: 'ledger-inr.csv', equal: 10, rows: 10, sums: { INR: '11250210.17' } },
  ],
  ...['amounts-currency-sign-in-cell.csv', 'amounts-code-after-number.csv'].map(
    (name) =>
      [
        name,
        [
          '--id-column',
          'Order',
          '--amount-column',
          'Amount',
          '--currency-in-amount',
          '--thousands',
          ',',
          ...date,
        ],
        {},
      ] as const,
  ),
  [
    'amounts-accounting-dash-is-zero.csv',
    [...B, '--symbol', '$', '--negative', 'parentheses', '--thousands', ','],
    { rows: 62 },
  ],
  [
    'one-currency-without-column.csv',
    [
      ...['--id-column', 'Order', '--amount-column', 'Amount', '--currency', 'EUR'],
      ...['--ledger-currency', 'EUR', ...date],
    ],
    { equal: 6, rows: 8, sums: { EUR: '188.42' } },
  ],
  [
    'only-refunds.csv',
    [...B, '--ledger-type', 'refund', ...date],
    { equal: 4, rows: 4, sums: { EUR: '-17.93', USD: '-109.98' } },
  ],
  [
    'settlement-cr-dr.csv',
    [
      ...['--skip-first', '3', '--skip-last', '4', '--id-column', 'Invoice ID', '--unit', 'minor'],
      ...['--amount-column', 'Gross Transaction Amount', '--sign-column', 'Transaction Debit or Credit'],
      ...['--negative', 'DR', '--currency-column', 'Gross Transaction Currency'],
      ...['--date-column', 'Transaction Initiation Date', '--date-format', 'YYYY/MM/DD HH:mm:ss ZZ'],
    ],
    {},
  ],
  [
    'accounting-sign-word-ddmm.csv',
    [
      ...['--encoding', 'windows-1252', '--skip-first', '1', '--delimiter', ';', '--decimal', ','],
      ...['--id-column', 'Belegfeld 1', '--amount-column', 'Umsatz (ohne Vorzeichen)'],
      ...['--sign-column', 'Soll/Haben', '--negative', 'Soll', '--currency-column', 'WKZ Umsatz'],
      ...['--currency', 'EUR', '--date-column', 'Belegdatum', '--date-format', 'DDMM'],
    ],
    {},
  ],
  ...(
    [
      ['dates-space-utc.csv'],
      ['dates-space-offset.csv'],
      ['dates-weekday-and-offset.csv', 'ddd, DD MMM YYYY HH:mm:ss ZZ'],
      ['dates-quoted-literals.csv', "DD.MM.YYYY 'um' HH:mm 'Uhr'"],
      ['dates-day-month-name.csv', 'DD MMM YYYY'],
      ['dates-month-name-day.csv', 'MMM D, YYYY'],
    ] as const
  ).map(([name, format]) => {
    const args = format === undefined ? [] : ['--date-format', format];
    return [name, [...B, '--date-column', 'Booked', ...args], {}] as const;
  }),
  ['ids-formula-text.csv', [...B, ...date], {}],
  ['ids-formula-text-quoted.csv', [...B, ...date], {}],
  [
    'ids-inside-text.csv',
    [
      ...['--id-column', 'Reference', '--amount-column', 'Amount', '--currency-column', 'Currency'],
      ...['--id-pattern', '(order-[0-9a-f]{8})'],
    ],
    {},
  ],
  [
    'fees-booked-negative.csv',
    ['--id-column', 'Order', '--amount-column', 'Fee', '--our-amount', 'fees', '--negate'],
    { rows: 56, sums: { USD: '78.08' } },
  ],
  [
    'fees-of-the-store.csv',
    [...F, '--currency-column', 'Currency', '--our-amount', 'fees', ...date],
    { rows: 56, sums: { USD: '78.08' } },
  ],
  [
    'tax-booked-negative.csv',
    [...B, '--our-amount', 'total_tax_amount', '--negate', ...date],
    { sums: taxes },
  ],
  [
    'payout-is-net.csv',
    [...P, '--our-amount', 'publisher_net_amount_usd', ...date],
    { sums: { USD: '755.41' } },
  ],
  ['workbook-empty-shared-currency.xlsx', [...B, '--currency', 'EUR'], {}],
  ['workbook-header-further-down.xlsx', [...B, '--skip-first', '3', ...date], {}],
  ['workbook-hidden-sheets.xlsx', [...B, ...date], {}],
  [
    'separator-line-and-title.csv',
    [...B, '--skip-first', '2', '--decimal', ',', ...date, '--date-format', 'DD/MM/YYYY'],
    {},
  ],
  ['gzip.csv.gz', [...B, ...date], {}],
  ['zip-of-one-file.zip', [...B, ...date], {}],
  ['zip-named.csv', [...B, ...date], {}],
  ['empty-currency-is-eur.csv', [...B, '--currency', 'EUR', ...date], {}],
  [
    'utf-8-bookings-read-as-windows-1252.csv',
    ['--encoding', 'windows-1252', '--id-column', 'Order', '--amount-column', 'Beträge', ...B.slice(4)],
    {},
  ],
  [
    'tab-unicode-text-quoted-thousands.txt',
    [...B, '--thousands', ',', ...date, '--date-format', 'MM/DD/YYYY'],
    {},
  ],
  ['line-ends-lf-then-crlf.csv', [...B, ...date], {}],
  ['line-ends-crlf-then-lf.csv', [...B, ...date], {}],
  ['line-ends-lf-then-crlf-quoted.csv', [...B, ...date], {}],
  ['line-ends-cr-after-preamble.csv', [...B, '--skip-first', '1', ...date], {}],
];

test.each(agreeing)('%s agrees with the ledger', async (name, args, expected) => {
  const { code, result } = await resultOf(name, args, expected.ledger);

  expect({
    code,
    different: result.different,
    equal: result.equal,
    rows: result.finance[0].compared,
    ledger: amountsOf(result, 'ledger_amount'),
    finance: amountsOf(result, 'finance_amount'),
  }).toEqual({
    code: 0,
    different: 0,
    equal: expected.equal ?? 55,
    rows: expected.rows ?? 60,
    ledger: expected.sums ?? sums,
    finance: expected.sums ?? sums,
  });
});

function amountsOf(result: Result, side: 'ledger_amount' | 'finance_amount') {
  return Object.fromEntries(result.totals.map(({ currency, [side]: amount }) => [currency, amount]));
}

/** Files that are not read: the words that the message has. */
const refused: readonly (readonly [
  name: string,
  args: readonly string[],
  words: readonly (string | RegExp)[],
])[] = [
  ['workbook-row-4000000000.xlsx', B, ['row 4000000000']],
  [
    'workbook-hidden-sheets.xlsx',
    [...B, '--sheet', 'nothing'],
    ['"_cache" (hidden), "Bookings", "_settings" (hidden)'],
  ],
  ['workbook-header-further-down.xlsx', B, [/--skip-first 3$/m]],
  ['separator-line-and-title.csv', B, [/--skip-first 2$/m]],
  ['separator-line-and-title.csv', [], [/--skip-first 2$/m]],
  ['many-columns.csv', [], ['and 2,480 more']],
  ['many-columns.csv', B, ['--id-column']],
  ['zip-of-two-files.zip', B, ['bookings.csv', 'fees.csv']],
  ['old-workbook-named.xlsx', B, [/old Excel workbook \(\.xls\): save it as \.xlsx or CSV/]],
  ['old-workbook.xls', B, [/old Excel workbook \(\.xls\): save it as \.xlsx or CSV/]],
  ['open-document-named.xlsx', B, [/OpenDocument \(\.ods\): save it as \.xlsx or CSV/]],
  ['pdf-named.csv', B, ['a PDF: ask for CSV']],
  ['html-named.xlsx', B, ['HTML: open it in a spreadsheet, and save it as .xlsx or CSV']],
  ['password-protected.xlsx', B, ['protected by a password: save it without']],
  ['workbook-named.csv', B, [/it is a workbook: .*\.xlsx/]],
  ['csv-named.xlsx', B, [/it is no workbook but CSV.*\.csv/]],
];

test.each(refused)('%s is not read, and the message says why', async (name, args, words) => {
  const { code, out, err } = await reconcile(name, args);

  expect([1, 2]).toContain(code);
  expect(out).toBe('');
  for (const word of words) expect(err).toMatch(word);
  expect(err.length).toBeLessThanOrEqual(2048);
});

/** Of an empty store everything is new. */
const anything = ['--skip-checks', '--new-keys', '--new-locales', 'en,de,fr,ja'];

/** Sheets of translations, and what is sent of them: locale, key and value. */
const sent: readonly (readonly [name: string, args: readonly string[], values: readonly string[]])[] = [
  // One flag serves files of both encodings.
  ...[
    ['windows-1252.csv', 'windows-1252'],
    ['utf-8-read-as-windows-1252.csv', 'windows-1252'],
    ['utf-8-read-as-windows-1252.csv', 'utf-16le'],
  ].map(
    ([name = '', encoding = '']) =>
      [
        name,
        ['--encoding', encoding],
        ['de menu.play Zurück spielen', 'de menu.quit Menü verlassen', 'de menu.shop Größer, schöner'],
      ] as const,
  ),
  [
    'tab-quotes-are-characters.tsv',
    [],
    [
      'de quote.whole "Laden"',
      'de quote.begin "Laden" jetzt',
      'de quote.inside Der "große" Laden',
      'de quote.end Komm in den "Laden"',
      'de quote.one 5" Bildschirm',
    ],
  ],
  [
    'workbook-empty-shared-string.xlsx',
    [],
    [
      'de menu.play Spielen',
      'fr menu.quit Quitter',
      'de menu.help Hilfe',
      'fr menu.help Aide',
      'fr menu.back Retour',
    ],
  ],
  [
    'workbook-rich-text.xlsx',
    [],
    [
      'de rich.after-plain Nur heute: 50 % mehr',
      'de rich.only-runs Fett und normal',
      'de rich.inline Vor dem Lauf',
    ],
  ],
  [
    'workbook-phonetic-text.xlsx',
    [],
    ['ja phonetic.plain 東京', 'ja phonetic.runs 限定品', 'ja phonetic.inline 無料'],
  ],
  [
    'workbook-line-breaks.xlsx',
    [],
    ['raw-crlf', 'escaped-cr-lf', 'escaped-cr-raw-crlf', 'character-references', 'lf'].map(
      (key) => `de break.${key} Zeile 1\nZeile 2`,
    ),
  ],
  ['workbook-header-further-down-translations.xlsx', ['--skip-first', '2'], ['de menu.play Spielen']],
  ['line-ends-lf-then-crlf-translations.csv', [], ['de menu.play Spielen', 'de menu.quit Beenden']],
];

test.each(sent)('the translations of %s are sent', async (name, args, values) => {
  const store = await openStore();
  store.write(name, readFileSync(file(name)));
  const { code } = await store.run('translations', 'apply', name, '--yes', ...anything, ...args);
  const bodies = store.writes() as { staticTranslations: { locale: string; key: string; value: string }[] }[];

  expect(code).toBe(0);
  expect(
    bodies
      .flatMap((body) =>
        body.staticTranslations.map(
          ({ locale, key, value }) => `${locale} ${key} ${value.replaceAll('\r\n', '\n')}`,
        ),
      )
      .toSorted(),
  ).toEqual(values.toSorted());
});

/** Sheets of which nothing is sent. */
const notSent: readonly (readonly [
  name: string,
  args: readonly string[],
  words: readonly (string | RegExp)[],
])[] = [
  ['workbook-error-cells.xlsx', [], [/row 3, column de: #N\/A is an error/]],
  [
    'workbook-formula-without-value-translations.xlsx',
    [],
    [/row 3, column de: the formula has no stored value/],
  ],
  ['workbook-header-further-down-translations.xlsx', [], [/--skip-first 2$/m]],
  ['translations-underscore-locale.csv', [], ['pt_BR', 'pt-BR']],
  ['translations.json', [], ['--locale: is required, because translations.json does not say its language']],
  ['translations.xliff', [], ['it is XLIFF: a table']],
  ['translations.po', [], [/it is PO \(gettext\): a table/]],
  ['translations.strings', [], [/it is a \.strings file: a table/]],
];

test.each(notSent)('nothing of %s is sent, and the message says why', async (name, args, words) => {
  const store = await openStore();
  store.write(name, readFileSync(file(name)));
  const { code, err } = await store.run('translations', 'apply', name, '--yes', ...anything, ...args);

  expect(code).toBe(2);
  expect(store.writes()).toEqual([]);
  for (const word of words) expect(err).toMatch(word);
});

const row = (line: number, problem: string): RegExp => new RegExp(`row ${line}: ${problem}`);

/** Files with rows that cannot be read: how many, and each of them. */
const unreadable: readonly (readonly [
  name: string,
  args: readonly string[],
  count: number,
  words: readonly RegExp[],
])[] = [
  ['empty-currency-is-eur.csv', [...B, ...date], 8, [/the currency is empty/]],
  [
    'workbook-empty-shared-currency.xlsx',
    B,
    3,
    [row(9, 'the currency is empty'), row(10, 'the currency is empty'), row(15, 'the currency is empty')],
  ],
  [
    'workbook-error-cells-bookings.xlsx',
    [...B, ...date],
    4,
    [row(5, '.*#DIV/0!'), row(9, '.*#N/A'), row(14, '.*#REF!'), row(20, '.*#VALUE!')],
  ],
  ['workbook-number-1e400.xlsx', B, 2, [row(7, '.*1E400'), row(12, '.*1E400')]],
  [
    'workbook-formula-without-value.xlsx',
    B,
    2,
    [row(10, '.*no stored value: open .* save it'), row(11, '.*no stored value')],
  ],
  // Such a cell is not empty.
  [
    'workbook-formula-without-value.xlsx',
    [...B, '--where', 'Amount != ""'],
    2,
    [row(10, '.*no stored value'), row(11, '.*no stored value')],
  ],
];

test.each(unreadable)('%s has rows that are named as unreadable', async (name, args, count, words) => {
  const { code, out, result } = await run(name, args);

  expect(code).toBe(3);
  expect(result.counts).toMatchObject({ unreadable: count, missing_in_ledger: 0 });
  const text = result.differences.map(({ problem }) => problem ?? '').join('\n');
  for (const word of words) expect(text).toMatch(word);
  expect(out + text).not.toContain('Infinity');
});

test('the error of a cell is named in a sheet of prices', async () => {
  const store = await openStore();
  store.write('prices.xlsx', readFileSync(file('workbook-error-cells-prices.xlsx')));
  const { code, err } = await store.run('prices', 'plan', 'prices.xlsx');

  expect(code).toBe(2);
  expect(err).toContain('row 3, column override: #N/A');
});

/** What else is found: the counts, and words of the output and of the suggestions. */
const found: readonly (readonly [
  name: string,
  args: readonly string[],
  counts: Readonly<Record<string, number>>,
  words: readonly (string | RegExp)[],
  ledger?: string,
])[] = [
  [
    'dates-weekday-and-offset.csv',
    [...B, '--date-column', 'Booked'],
    {},
    ['--date-format "ddd, DD MMM YYYY HH:mm:ss ZZ"'],
  ],
  ['dates-day-month-name.csv', [...B, '--date-column', 'Booked'], {}, ['--date-format "DD MMM YYYY"']],
  ['dates-month-name-day.csv', [...B, '--date-column', 'Booked'], {}, ['--date-format "MMM D, YYYY"']],
  ['ids-upper-case.csv', B, {}, [/upper and lower case: "order-c96b2670" is "ORDER-C96B2670"/]],
  ['ids-lost-zeros.csv', B, {}, [/leading zeros.*: "0000001000" is "1000"/], 'ledger-zeros.csv'],
  ['ids-decimal-point.csv', B, {}, [/decimals.*: "0000001000" is "1000.0"/], 'ledger-zeros.csv'],
  ['ids-scientific.csv', B, {}, [/scientific notation.*: "\d{19}" is "1.23457E\+18"/], 'ledger-long-ids.csv'],
  [
    'ids-rounded-to-15-digits.csv',
    B,
    { unreadable: 11 },
    [/1234567890123490000 is what is left of 1234567890123499387 after a spreadsheet, which keeps 15 digits/],
    'ledger-long-ids.csv',
  ],
  ['tolerance-one-cent.csv', B, { amount: 9 }, []],
  [
    'tolerance-more-than-one-cent.csv',
    [...B, '--tolerance', '0.01'],
    { amount: 2 },
    ['order-db723445', 'order-aafa1449', 'a tolerance of 0.01'],
  ],
  ['tolerance-more-than-one-cent.csv', [...B, '--tolerance', '0.02'], { amount: 1 }, ['order-aafa1449']],
  ['fees-booked-negative.csv', [...F, '--our-amount', 'fees'], { amount: 55 }, ['--negate']],
  ['fees-of-the-store.csv', [...F, '--currency-column', 'Currency'], {}, ['--our-amount fees would']],
  ['tax-booked-negative.csv', [...B, '--our-amount', 'total_tax_amount'], { amount: 39 }, ['--negate']],
  ['payout-is-net.csv', P, {}, ['--our-amount publisher_net_amount_usd would']],
  [
    'payments-only.csv',
    [
      '--match',
      'id',
      '--id-column',
      'Transaction',
      '--amount-column',
      'Amount',
      '--currency-column',
      'Currency',
    ],
    { missing_in_finance: 6 },
    [
      /transaction-5cc9a843.*paid 2026-10-17 04:37/,
      /transaction-67196efd.*dispute funds withdrawn 2026-10-20 18:52/,
    ],
  ],
  [
    'payments-only.csv',
    B,
    { amount: 5, missing_in_finance: 1 },
    [/paid, refund/, /paid, dispute funds withdrawn/],
  ],
  [
    'last-row-is-a-booking.csv',
    [...B, '--decimal', ',', '--thousands', '.'],
    { unreadable: 1 },
    [/^(?![^]*--skip-last)/],
  ],
  ['ids-match-amounts-do-not.csv', B, { unreadable: 55 }, [/^(?![^]*No id is in both)/]],
  ['suggestion-with-one-half.csv', [...B, '--thousands', ','], {}, [/^(?![^]*(--symbol "\$").* or \1)/]],
];

test.each(found.map(([name, args, counts, words, ledger]) => ({ name, args, counts, words, ledger })))(
  '$name with $args has $counts',
  async ({ name, args, counts, words, ledger }) => {
    const { code, out, result } = await run(name, args, ledger);

    expect(code).toBe(3);
    expect(result.counts).toMatchObject(counts);
    // A terminal cuts what is long, and so the words behind the path of a checkout.
    const text = [out, ...result.differences.map(({ problem }) => problem ?? '')].join('\n');
    for (const word of words) expect(text).toMatch(word);
    for (const suggestion of result.suggestions) expect(out).toContain(suggestion);
  },
);

test('sheets that a workbook hides are named, unless --sheet names one', async () => {
  const both = await reconcile('workbook-hidden-sheets.xlsx', [...B, ...date]);
  const one = await reconcile('workbook-hidden-sheets.xlsx', [...B, ...date, '--sheet', 'Bookings']);

  expect(both.out).toMatch(/^ {2}Hidden, and not read: \S+\.xlsx sheet _cache, \S+\.xlsx sheet _settings$/m);
  expect(one.out).not.toContain('Hidden');
});

test('a tolerance is in the result, and only for sums that both files have', async () => {
  const args = [...B, '--tolerance', '0.01'];
  const { code, out, result } = await run('tolerance-one-cent.csv', args);
  const one = await resultOf('tolerance-more-than-one-cent.csv', [...B, '--tolerance', '1']);
  const missing = await resultOf('payments-only.csv', [...B, '--tolerance', '1000000']);

  expect([code, one.code, missing.code]).toEqual([0, 0, 3]);
  expect(result).toMatchObject({ equal: 55, different: 0, settings: { tolerance: '0.01' } });
  expect(out).toContain('with a tolerance of 0.01');
  // Without it, nine sums differ, each by a cent.
  const { tolerated } = result as unknown as {
    readonly tolerated: readonly { readonly sums: number; readonly amount_minor: string }[];
  };
  expect(tolerated.reduce((count, { sums: more }) => count + more, 0)).toBe(9);
  expect(tolerated.every(({ sums: count, amount_minor: amount }) => Number(amount) === count)).toBe(true);
  expect(out).toMatch(/^ {2}Only by the tolerance: \d sums? by 0\.0\d \w{3}/m);
  // Each side has its own sum.
  expect(amountsOf(result, 'finance_amount')).not.toEqual(sums);
  expect(amountsOf(result, 'ledger_amount')).toEqual(sums);
  expect(missing.result.counts).toMatchObject({ amount: 0, missing_in_finance: 1 });
});

test('each difference has the types and the time of our rows, in JSON and in CSV', async () => {
  const store = await openStore();
  const args = ['--match', 'id', '--id-column', 'Transaction', '--amount-column', 'Amount'];
  const { result } = await resultOf('payments-only.csv', [...args, '--currency-column', 'Currency']);
  const columns = ['--currency-column', 'Currency', '--out', store.folder.file('d.csv')];
  await runHere([
    'reconcile',
    file('ledger.csv'),
    '--against',
    file('payments-only.csv'),
    ...args,
    ...columns,
  ]);
  const written = readFileSync(store.folder.file('d.csv'), 'utf8');

  for (const [id, types, time] of [
    ['transaction-5cc9a843', 'paid', '2026-10-17T04:37:34.218Z'],
    ['transaction-67196efd', 'dispute_funds_withdrawn', '2026-10-20T18:52:52.500Z'],
  ]) {
    expect(result.differences).toContainEqual(
      expect.objectContaining({ id, ledger_types: types, ledger_time: time }),
    );
    expect(written).toMatch(new RegExp(`^missing_in_finance,${id},.*,${types},${time}`, 'm'));
  }
});

test('a sheet of prices whose names are further down says where', async () => {
  const store = await openStore();
  store.write('prices.csv', readFileSync(file('prices-header-further-down.csv')));
  const without = await store.run('prices', 'plan', 'prices.csv');
  const { code, out } = await store.run('prices', 'plan', 'prices.csv', '--skip-first', '2', '--json');

  expect(without.code).toBe(2);
  expect(without.err).toMatch(/--skip-first 2$/m);
  expect(code).toBe(3);
  expect(out).toContain('"item": "499"');
});

test('names of codes that are further down say where, and --skip-first reads them', async () => {
  const store = await openStore();
  store.write('codes.csv', readFileSync(file('codes-header-further-down.csv')));
  const command = ['promo-codes', 'create', '--coupon', 'summer', '--from', 'codes.csv', '--out', 'made.csv'];
  const without = await store.run(...command);

  expect(without.code).toBe(2);
  expect(without.err).toMatch(/--skip-first 1$/m);
  expect(store.writes()).toEqual([]);
  await store.run(...command, '--skip-first', '1', '--yes');
  expect(JSON.stringify(store.writes())).toContain('OCTOBER1');
});

test('a report of a file without readable times says so', async () => {
  const store = await openStore();
  store.write('times.csv', readFileSync(file('report-times-unreadable.csv')));
  const { err } = await store.run('report', 'times.csv', '--out', 'r.html');

  expect(err).toContain('The times of 12 rows cannot be read, such as 10/1/2026 8:54');
});
