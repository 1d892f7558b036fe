import { expect, test } from 'vitest';

import { describeReport } from '../../../src/cli/report/describe-report.ts';
import type { Cell, Section } from '../../../src/cli/report/report-document.ts';
import type { ReportRow } from '../../../src/cli/report/report-totals.ts';
import { payment, receipt, refund, totalsOf, withoutColumn } from './report-rows.ts';

const documentOf = (rows: readonly ReportRow[], withReceipt = receipt) =>
  describeReport({ file: '/data/october.csv', totals: totalsOf(rows), receipt: withReceipt });

function sectionOf(sections: readonly Section[], id: string): Section {
  return sections.find((section) => section.id === id) ?? expect.fail(`no section ${id}`);
}

/** Cells as plain values: amounts in the smallest unit. */
function plain(cells: readonly Cell[] | undefined): readonly unknown[] | undefined {
  return cells?.map((cell) =>
    cell.kind === 'text' ? cell.text : cell.kind === 'count' ? cell.count : cell.amount,
  );
}

test('the cards are the sums of the documented fields over all types', () => {
  const { cards } = documentOf([payment, payment, refund]);

  expect(cards.map(({ label, cents }) => [label, cents])).toEqual([
    ['Net', 799n],
    ['Gross', 999n],
    ['Tax', 100n],
    ['Fees', 100n],
  ]);
});

test('a difference between net and the other totals is stated, not hidden', () => {
  expect(documentOf([payment]).check).toContain('$8.49, the same as net');
  expect(documentOf([{ ...payment, publisher_net_amount_usd_minor: 800 }]).check).toContain(
    'Gross less tax and fees is $8.49; net differs from that by -$0.49',
  );
});

test('rates divide rows and amounts of one type by those of another', () => {
  const disputed = { ...refund, type: 'dispute_funds_withdrawn', amount_usd_minor: -500 };
  const { rates } = documentOf([payment, payment, payment, refund, disputed]);

  expect(rates).toMatchObject([
    {
      label: 'Refund rate',
      byNumber: { numerator: 1n, denominator: 3n },
      byAmount: { numerator: 999n, denominator: 2997n },
    },
    {
      label: 'Dispute rate',
      byNumber: { numerator: 1n, denominator: 3n },
      byAmount: { numerator: 500n, denominator: 2997n },
    },
    { label: 'Disputes reinstated', byNumber: { numerator: 0n, denominator: 1n } },
  ]);
});

test('every day of the range has a row, days without transactions too', () => {
  const { table, chart } = sectionOf(documentOf([payment, refund]).sections, 'days');

  expect(table?.rows.map(plain)).toEqual([
    ['2026-10-01', 1, 999n, 100n, 50n, 849n],
    ['2026-10-02', 0, 0n, 0n, 0n, 0n],
    ['2026-10-03', 1, -999n, -100n, 0n, -899n],
  ]);
  expect(plain(table?.total)).toEqual(['Total', 2, 0n, 0n, 50n, -50n]);
  expect(chart?.bars.map(({ cents }) => cents)).toEqual([849n, 0n, -899n]);
});

test('a long range is shown by month', () => {
  const year = { ...receipt, startDate: '2026-01-01T00:00:00.000Z', endDate: '2027-01-01T00:00:00.000Z' };
  const section = sectionOf(documentOf([payment, refund], year).sections, 'days');

  expect(section.title).toBe('Net by month');
  expect(section.table?.rows.map(plain)).toEqual([['2026-10', 2, 0n, 0n, 50n, -50n]]);
});

test('types are columns in the documented order, undocumented ones after them', () => {
  const { table } = sectionOf(
    documentOf([{ ...payment, type: 'adjusted' }, refund, payment]).sections,
    'types',
  );

  expect(table?.columns.map(({ label }) => label)).toEqual(['Field', 'paid', 'refund', 'adjusted', 'Total']);
  expect(plain(table?.rows[1])).toEqual(['Gross, USD', 999n, -999n, 999n, 999n]);
  expect(plain(table?.total)).toEqual(['Net, USD', 849n, -899n, 849n, 799n]);
});

test('local amounts are in the currency of their row, and have no total', () => {
  const yen = { ...payment, currency_code: 'JPY', amount_minor: 1500, publisher_net_amount_usd_minor: 900 };
  const { table } = sectionOf(documentOf([payment, yen, yen]).sections, 'currencies');

  expect(table?.rows.map((cells) => cells.slice(0, 3))).toEqual([
    [
      { kind: 'text', text: 'JPY' },
      { kind: 'count', count: 2 },
      { kind: 'money', amount: 3000n, currencyCode: 'JPY' },
    ],
    [
      { kind: 'text', text: 'USD' },
      { kind: 'count', count: 1 },
      { kind: 'money', amount: 999n, currencyCode: 'USD' },
    ],
  ]);
  expect(plain(table?.total)).toEqual(['Total', 3, '', '', 2997n, 2649n]);
});

test('offers after the twentieth are added up in one row', () => {
  const offers = Array.from({ length: 23 }, (_, index) => ({
    ...payment,
    offer_id: `id-${index}`,
    offer_name: `Offer ${index}`,
    publisher_net_amount_usd_minor: 1000 - index,
  }));
  const { table } = sectionOf(documentOf(offers).sections, 'offers');

  expect(table?.rows).toHaveLength(21);
  expect(plain(table?.rows[0])?.[0]).toBe('Offer 0');
  expect(plain(table?.rows[20])).toEqual(['All 3 others', 3, 2997n, 300n, 150n, 2937n]);
  expect(plain(table?.total)?.at(-1)).toBe(22_747n);
});

test('a column that is not in the file is named in place of its table', () => {
  const dropped = withoutColumn(payment, 'country_code');
  const section = sectionOf(documentOf([dropped]).sections, 'countries');

  expect(section.table).toBeUndefined();
  expect(section.note).toContain('does not have the column country_code');
});

test('a calendar month is the title of its report', () => {
  const month = { ...receipt, endDate: '2026-11-01T00:00:00.000Z' };

  expect(documentOf([payment], month).title).toBe('Transactions, October 2026');
  expect(documentOf([payment]).title).toBe('Transactions, 2026-10-01 to 2026-10-04');
});

test('notices say whether the file is verified, complete and real', () => {
  const noticesOf = (changes: Partial<typeof receipt>) =>
    documentOf([payment], { ...receipt, ...changes }).notices.map(({ kind, text }) => `${kind} ${text}`);

  expect(noticesOf({})).toEqual([expect.stringMatching(/^ok Verified/)]);
  const { endDate } = receipt;
  expect(noticesOf({ finishedAt: endDate })).toEqual([expect.stringMatching(/^ok Verified/)]);
  expect(noticesOf({ finishedAt: '2026-10-03T23:59:59.999Z', rangeEnded: false })).toEqual([
    `warning Unfinished: the range ends at ${endDate}, but was exported at 2026-10-03T23:59:59.999Z: rows can ` +
      'still be added. Export it again after its end.',
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
  const report = describeReport({ file: '/data/october.csv', totals, receipt: undefined });

  expect(report.subtitle).toBe('october.csv · 3 rows · 2026-10-01 to 2026-10-03 (UTC)');
  expect(sectionOf(report.sections, 'days').table?.rows.map((cells) => plain(cells)?.slice(0, 2))).toEqual([
    ['2026-10-01', 1],
    ['2026-10-02', 0],
    ['2026-10-03', 1],
    ['(unreadable timestamp)', 1],
  ]);

  expect(report.notices.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    expect.stringMatching(/^warning Not verified: there is no receipt/),
  ]);
  expect(report.receipt).toEqual([]);
});

test('a file without rows has a report', () => {
  const { cards, sections, rates } = documentOf([]);

  expect(cards.map(({ cents }) => cents)).toEqual([0n, 0n, 0n, 0n]);
  expect(sectionOf(sections, 'days').table?.rows).toHaveLength(3);
  expect(sectionOf(sections, 'countries').table?.rows).toEqual([]);
  expect(rates.map(({ byNumber }) => byNumber.denominator)).toEqual([0n, 0n, 0n]);
});

test('the receipt is in the report, with its hash and schema drift', () => {
  expect(documentOf([payment]).receipt).toEqual(
    expect.arrayContaining([
      { label: 'SHA-256', value: receipt.file?.sha256 },
      { label: 'Complete', value: 'yes' },
      { label: 'Schema drift', value: 'device.osType: expected string, received number' },
      { label: 'Size', value: '2,048 bytes' },
    ]),
  );
});
