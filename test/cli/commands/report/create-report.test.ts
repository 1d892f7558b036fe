import { expect, test } from 'vitest';

import { createReport } from '../../../../src/cli/commands/report/create-report.ts';
import type { ReportRow } from '../../../../src/cli/commands/report/groups/groupings.ts';
import { apiNames } from '../../../../src/cli/commands/report/report-document.ts';
import { TimeZone, utc } from '../../../../src/cli/terminal/time-zone.ts';
import { figureOf, ofFile, payment, plain, receipt, refund, totalsOf, withoutColumn } from './report-rows.ts';

const documentOf = (rows: readonly ReportRow[], withReceipt = receipt, zone = utc) =>
  createReport(
    ofFile({
      file: '/data/october.csv',
      totals: totalsOf(rows, zone),
      receipt: withReceipt,
      currencyDigits: {},
    }),
  );

test('the totals are the sums of the documented fields over all types', () => {
  const { cards, table } = figureOf(documentOf([payment, payment, refund]), 'totals');

  expect(cards?.map(({ label, value }) => [label, value])).toEqual([
    ['Gross', '$9.99'],
    ['Tax', '$1.00'],
    ['Fees', '$1.00'],
    ['Net', '$7.99'],
  ]);
  expect([...(table?.rows ?? []), table?.total].map(plain)).toEqual([
    ['Gross', 999n],
    ['less Tax', 100n],
    ['less Fees', 100n],
    ['Net', 799n],
  ]);
});

test('a difference between net and the other totals is stated, not hidden', () => {
  const equal = figureOf(documentOf([payment]), 'totals');
  const different = figureOf(documentOf([{ ...payment, publisher_net_amount_usd_minor: 800 }]), 'totals');

  expect(equal.note).toBe('Gross $9.99 less tax $1.00 and fees $0.50 is $8.49, equal to the reported net.');
  expect(equal.cards?.at(-1)?.operator).toBe('is');
  expect(different.note).toBe(
    'Gross $9.99 less tax $1.00 and fees $0.50 is $8.49. The reported net $8.00 differs by -$0.49: ' +
      'the service does not document how it calculates net.',
  );
  expect(different.cards?.at(-1)?.operator).toBe('is not');
});

test('rates divide rows and amounts of one type by those of another', () => {
  const disputed = { ...refund, type: 'dispute_funds_withdrawn', amount_usd_minor: -500 };
  const { table, cards } = figureOf(documentOf([payment, payment, payment, refund, disputed]), 'rates');
  const share = (numerator: bigint, denominator: bigint) => ({ numerator, denominator });

  expect(table?.rows.map(plain)).toEqual([
    ['Refund rate', share(1n, 3n), 1, 3, share(999n, 2997n), 999n, 2997n],
    ['Dispute rate', share(1n, 3n), 1, 3, share(500n, 2997n), 500n, 2997n],
    ['Disputes reinstated', share(0n, 1n), 0, 1, share(0n, 500n), 0n, 500n],
  ]);
  expect(cards?.[0]).toMatchObject({
    value: '33.33%',
    lines: ['1 of 3 rows', 'By amount 33.33%: $9.99 of $29.97'],
  });
});

test('every day of the range has a row, days without transactions too', () => {
  const { table, chart } = figureOf(documentOf([payment, refund]), 'days');

  expect(table?.rows.map(plain)).toEqual([
    ['2026-10-01', 1, 999n, 100n, 50n, 849n],
    ['2026-10-02', 0, 0n, 0n, 0n, 0n],
    ['2026-10-03', 1, -999n, -100n, 0n, -899n],
  ]);
  expect(plain(table?.total)).toEqual(['Total', 2, 0n, 0n, 50n, -50n]);
  expect(chart?.bars.map(({ cents }) => cents)).toEqual([849n, 0n, -899n]);
});

test('a long range is shown by month, those without rows included', () => {
  const year = { ...receipt, startDate: '2026-01-01T00:00:00.000Z', endDate: '2027-01-01T00:00:00.000Z' };
  const section = figureOf(documentOf([payment, refund], year), 'days');

  expect(section.title).toBe('By month');
  const months = section.table?.rows.map(plain) ?? [];
  expect(months).toHaveLength(12);
  expect(months[0]).toEqual(['2026-01', 0, 0n, 0n, 0n, 0n]);
  expect(months[9]).toEqual(['2026-10', 2, 0n, 0n, 50n, -50n]);
});

test('a range of more than a hundred days is shown by month, although all its rows are in the first days', () => {
  const year = { ...receipt, endDate: '2027-10-01T00:00:00.000Z' };
  const hundred = { ...receipt, endDate: '2027-01-09T00:00:00.000Z' };
  const titleOf = (range: typeof receipt) => figureOf(documentOf([payment], range), 'days').title;

  expect([titleOf(hundred), titleOf(year)]).toEqual(['By day', 'By month']);
});

test('a range of more than a hundred days is shown by month, although all its rows are in the first days', () => {
  const year = { ...receipt, endDate: '2027-10-01T00:00:00.000Z' };
  const hundred = { ...receipt, endDate: '2027-01-09T00:00:00.000Z' };
  const titleOf = (range: typeof receipt) => figureOf(documentOf([payment], range), 'days').title;

  expect([titleOf(hundred), titleOf(year)]).toEqual(['By day', 'By month']);
});

test('types are columns in the documented order, undocumented ones after them', () => {
  const { table } = figureOf(documentOf([{ ...payment, type: 'adjusted' }, refund, payment]), 'types');

  expect(table?.columns.map(({ label }) => label)).toEqual([
    'Amount',
    'Paid',
    'Refunded',
    'adjusted',
    'Total',
  ]);
  expect(apiNames([table ?? expect.fail()]).slice(0, 3)).toEqual([
    { label: 'Paid', field: 'paid' },
    { label: 'Refunded', field: 'refund' },
    { label: 'Gross, USD', field: 'amountUsd' },
  ]);
  expect(plain(table?.rows[1])).toEqual(['Gross, USD', 999n, -999n, 999n, 999n]);
  expect(plain(table?.total)).toEqual(['Net, USD', 849n, -899n, 849n, 799n]);
});

test('local amounts are in the currency of their row, and have no total', () => {
  const yen = { ...payment, currency_code: 'JPY', amount_minor: 1500, publisher_net_amount_usd_minor: 900 };
  const { table } = figureOf(documentOf([payment, yen, yen]), 'currencies');

  expect(table?.rows.map((cells) => cells.slice(0, 3))).toEqual([
    [
      { kind: 'text', text: 'Japanese Yen', code: 'JPY' },
      { kind: 'count', count: 2 },
      { kind: 'money', amount: 3000n, digits: 0 },
    ],
    [
      { kind: 'text', text: 'US Dollar', code: 'USD' },
      { kind: 'count', count: 1 },
      { kind: 'money', amount: 999n, digits: 2 },
    ],
  ]);
  expect(plain(table?.total)).toEqual(['Total', 3, '', '', '', 2997n, 2649n]);
});

test('offers after the tenth are added up in one row, and the full table has them', () => {
  const offers = Array.from({ length: 23 }, (_, index) => ({
    ...payment,
    offer_id: `id-${index}`,
    offer_name: `Offer ${index}`,
    publisher_net_amount_usd_minor: 1000 - index,
  }));
  const { table, full, chart } = figureOf(documentOf(offers), 'offers');

  expect(table?.rows).toHaveLength(11);
  expect(plain(table?.rows[0])?.[0]).toBe('Offer 0');
  // 987 + 986 + … + 978 of the last ten, and 990 + 989 + 988 of the three before them.
  expect(plain(table?.rows[10])).toEqual(['13 others', 13, 13, 12_987n, 1300n, 650n, 12_792n]);
  expect(plain(table?.total)?.at(-1)).toBe(22_747n);
  expect(chart?.bars.at(-1)).toEqual({ label: '13 others', cents: 12_792n, others: true });
  expect(full?.caption).toBe('All 23 offers');
  expect(full?.rows.map((cells) => plain(cells)?.[0])).toEqual(offers.map(({ offer_name: name }) => name));
  expect(plain(full?.total)).toEqual(plain(table?.total));
});

test('eleven groups have a row each: a row of one other would be no shorter', () => {
  const countries = ['US', 'DE', 'FR', 'GB', 'JP', 'BR', 'CA', 'MX', 'KR', 'NL', '(none)'];
  const rows = countries.map((code) => ({ ...payment, country_code: code === '(none)' ? null : code }));
  const { table, full } = figureOf(documentOf(rows), 'countries');

  expect(table?.rows.map(([first]) => first)).toContainEqual({ kind: 'text', text: 'Germany', code: 'DE' });
  expect(table?.rows.map(([first]) => first)).toContainEqual({ kind: 'text', text: '(none)' });
  // Of groups with the same net, it is the last.
  expect(plain(table?.rows[10])?.[0]).toBe('United States');
  expect([table?.rows.length, full]).toEqual([11, undefined]);
});

test('a column that is not in the file is named in place of its table', () => {
  const dropped = withoutColumn(payment, 'country_code');
  const section = figureOf(documentOf([dropped]), 'countries');

  expect(section.table).toBeUndefined();
  expect(section.note).toContain('does not have the column country_code');
});

test('a calendar month is the title of its report', () => {
  const month = { ...receipt, endDate: '2026-11-01T00:00:00.000Z' };

  expect(documentOf([payment], month)).toMatchObject({
    title: 'Transactions, October 2026',
    subtitle: '1–31 October 2026, UTC · 1 transaction',
  });
  expect(documentOf([payment])).toMatchObject({
    title: 'Transactions, 1–3 October 2026',
    subtitle: '1–3 October 2026, UTC · 1 transaction',
  });
  const report = createReport(
    ofFile({ file: 'october.csv', totals: totalsOf([payment]), receipt, currencyDigits: {} }),
    { title: 'October close', account: 'Example Games' },
  );
  expect(report).toMatchObject({ title: 'October close', account: 'Example Games' });
});

test('the report says when and from which service the file was exported', () => {
  const sourceOf = (changes: Partial<typeof receipt>) =>
    documentOf([payment], { ...receipt, ...changes }).source;

  expect(sourceOf({})).toBe(
    'Exported on 1 November 2026, 06:01 UTC from https://api.example.com (production) · october.csv',
  );
  expect(sourceOf({ source: 'game-a' })).toContain(
    'UTC from game-a at https://api.example.com (production) ·',
  );
  expect(sourceOf({ origin: null, source: null, environment: 'sandbox' })).toContain(
    'UTC from the built-in sandbox ·',
  );
  // A receipt that somebody has edited.
  expect(sourceOf({ origin: 'https://user:secret@api.example.com/?token=secret' })).not.toContain('secret');
  expect(sourceOf({ origin: 'secret' })).not.toContain('secret');
});

test('notices say whether the file is verified, complete and real', () => {
  const noticesOf = (changes: Partial<typeof receipt>) =>
    documentOf([payment], { ...receipt, ...changes }).notices.map(({ kind, text }) => `${kind} ${text}`);

  expect(noticesOf({})).toEqual([
    'ok Verified: this file is unchanged since its export on 1 November 2026, 06:01 UTC, with all 2 transactions ' +
      'that the service counted.',
  ]);
  // In another zone, its days are not whole.
  const inBerlin = documentOf([payment], receipt, new TimeZone('Europe/Berlin')).notices;
  expect(inBerlin.map(({ text }) => text)).toContain(
    'The range is of whole days in UTC, and not in Europe/Berlin: export it with --time-zone Europe/Berlin.',
  );
  const { endDate } = receipt;
  expect(noticesOf({ finishedAt: endDate })).toEqual([expect.stringMatching(/^ok Verified/)]);
  expect(noticesOf({ finishedAt: '2026-10-03T23:59:59.999Z', rangeEnded: false })).toEqual([
    'warning Unfinished: exported on 3 October 2026, 23:59 UTC, before its range ended on 4 October 2026, 00:00 ' +
      'UTC. Transactions can still be added: export it again after its end.',
  ]);
  expect(noticesOf({ complete: false, changedWhileRead: true })).toEqual([
    'warning Incomplete: the data changed while it was read, so that transactions may be missing or repeated.',
  ]);
  expect(noticesOf({ complete: false, environment: 'sandbox', unknownCurrencies: ['GEM'] })).toEqual([
    expect.stringMatching(/^warning Incomplete/),
    expect.stringMatching(/^warning Sandbox/),
    expect.stringMatching(/^warning .*GEM/),
  ]);
});

test('without a receipt the report says that nothing is verified, and covers the days of its rows', () => {
  const totals = totalsOf([payment, { ...payment, timestamp: 'unreadable' }, refund]);
  const report = createReport(
    ofFile({ file: '/data/october.csv', totals, receipt: undefined, currencyDigits: {} }),
  );

  expect(report).toMatchObject({
    title: 'Transactions',
    subtitle: '1 Oct 2026 to 3 Oct 2026, UTC · 3 transactions',
    source: 'october.csv',
  });
  expect(figureOf(report, 'days').table?.rows.map((cells) => plain(cells)?.slice(0, 2))).toEqual([
    ['2026-10-01', 1],
    ['2026-10-02', 0],
    ['2026-10-03', 1],
    ['(unreadable timestamp)', 1],
  ]);

  expect(report.notices.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    expect.stringMatching(/^warning Not verified: there is no receipt/),
  ]);
  expect(report.receipts).toEqual([]);
});

test('a file without rows has a report', () => {
  const report = documentOf([]);

  expect(figureOf(report, 'totals').table?.rows.map(plain)).toEqual([
    ['Gross', 0n],
    ['less Tax', 0n],
    ['less Fees', 0n],
  ]);
  expect(figureOf(report, 'days').table?.rows).toHaveLength(3);
  expect(figureOf(report, 'countries').table?.rows).toEqual([]);
  expect(figureOf(report, 'rates').cards?.map(({ value }) => value)).toEqual(['n/a', 'n/a', 'n/a']);
});

test('the receipt is in the report, with its hash and schema drift', () => {
  expect(documentOf([payment]).receipts[0]?.rows.map(plain)).toEqual(
    expect.arrayContaining([
      ['SHA-256', receipt.file?.sha256],
      ['Complete', 'yes'],
      ['Schema drift', 'device.osType: expected string, received number'],
      ['Size', '2,048 bytes'],
      ['Rows counted by the service', 2],
      ['Export finished', '2026-11-01T06:01:00.000Z'],
    ]),
  );
});
