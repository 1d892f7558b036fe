import { expect, test } from 'vitest';

import { createReport } from '../../../../../src/cli/commands/report/create-report.ts';
import type { ReportRow } from '../../../../../src/cli/commands/report/groups/groupings.ts';
import { renderPage } from '../../../../../src/cli/commands/report/render/render-page.ts';
import type { Cell, ReportTable } from '../../../../../src/cli/commands/report/report-document.ts';
import { ReportTotals } from '../../../../../src/cli/commands/report/report-totals.ts';
import { TimeZone } from '../../../../../src/cli/terminal/time-zone.ts';
import { figureOf, ofFile, payment, receipt, refund, totalsOf } from '../report-rows.ts';

function tableOf(id: string, rows: readonly ReportRow[], currencyDigits = {}): ReportTable {
  const source = ofFile({ file: 'october.csv', totals: totalsOf(rows), receipt, currencyDigits });
  return figureOf(createReport(source), id).table ?? expect.fail(`no table ${id}`);
}

/** What a cell shows; an amount with its decimals. */
function plain(cell: Cell): unknown {
  if (cell.kind === 'money') return `${cell.amount}/${cell.digits ?? '?'}`;
  if (cell.kind === 'text') return cell.code === undefined ? cell.text : `${cell.text} ${cell.code}`;
  if (cell.kind === 'percent') return `${cell.share.numerator} of ${cell.share.denominator}`;
  return cell.kind === 'count' ? cell.count : cell.date;
}

const rowsOf = ({ rows, total = [] }: ReportTable): unknown[] =>
  [...rows, total].map((row) => row.map(plain));

test('tax has the local amounts of a country with one currency, and none of one with several', () => {
  const yen = {
    ...payment,
    country_code: 'JP',
    currency_code: 'JPY',
    amount_minor: 1500,
    total_tax_amount_minor: 136,
    total_tax_amount_usd_minor: 90,
  };
  const euro = { ...payment, currency_code: 'EUR' };
  const table = tableOf('tax', [yen, yen, payment, payment, euro, payment]);

  expect(table.columns.map(({ label }) => label)).toEqual([
    ...['Country', 'Rows', 'Currency', 'Gross, local', 'Tax, local', 'Gross, USD', 'Tax, USD'],
  ]);
  // The largest tax is first.
  expect(rowsOf(table)).toEqual([
    ['United States US', 4, 'several', '', '', '3996/2', '400/2'],
    ['Japan JP', 2, 'JPY', '3000/0', '272/0', '1998/2', '180/2'],
    ['Total', 6, '', '', '', '5994/2', '580/2'],
  ]);
});

test.each([
  // 1500 yen for 9.99 dollars.
  ['JPY', 1500, 999, {}, '150150150/6'],
  // 5.995 dinars for 19.49 dollars: 0.30759363… is rounded.
  ['KWD', 5995, 1949, {}, '307594/6'],
  // 11.00 dollars for 1 euro: 0.0909090909… is rounded down.
  ['EUR', 100, 1100, {}, '90909/6'],
  // -1.50 of -3.00 dollars, both of refunds.
  ['EUR', -150, -300, {}, '500000/6'],
  ['EUR', 150, -300, {}, '-500000/6'],
  // By the service's own decimals.
  ['HUF', 3850, 1000, { HUF: 0 }, '385000000/6'],
  // Beyond what a double divides exactly: 9007199254740991 / 100 local for one cent.
  ['EUR', Number.MAX_SAFE_INTEGER, 1, {}, '9007199254740991000000/6'],
  ['EUR', 100, 0, {}, 'n/a'],
  ['GEM', 100, 100, {}, 'n/a'],
])('the exchange rate of %s, %d for %d US cents, is exact', (currency, local, cents, digits, rate) => {
  const row = { ...payment, currency_code: currency, amount_minor: local, amount_usd_minor: cents };
  const table = tableOf('currencies', [row], digits);

  expect(table.columns[4]?.label).toBe('Local for 1 USD');
  expect(table.rows[0]?.[4] && plain(table.rows[0][4])).toBe(rate);
});

test('an offer has its id, and how often it was sold', () => {
  const rows = [payment, payment, refund, { ...payment, offer_id: 'offer-2', offer_name: null }];
  const table = tableOf('offers', rows);

  expect(table.columns[0]).toMatchObject({ label: 'Offer', code: 'Id' });
  expect(rowsOf(table).map((row) => (row as unknown[]).slice(0, 3))).toEqual([
    ['offer-2', 1, 1],
    ['Pile of gems offer-1', 3, 2],
    ['Total', 4, 3],
  ]);
});

test('refunds are listed by offer, the largest first, with what was sold', () => {
  const small = { ...refund, offer_id: 'offer-2', offer_name: 'Small', amount_usd_minor: -99 };
  const unsold = { ...payment, offer_id: 'offer-3', offer_name: 'Kept' };
  const table = tableOf('refunds', [payment, payment, refund, small, unsold]);

  expect(rowsOf(table)).toEqual([
    ['Pile of gems offer-1', 2, 1, '1 of 2', '-999/2'],
    ['Small offer-2', 0, 1, '1 of 0', '-99/2'],
    ['Total', 3, 2, '2 of 3', '-1098/2'],
  ]);
});

test('disputes and chargebacks are listed with order and fee, and nothing else', () => {
  const plainPayment = { ...payment, chargeback_fee_usd_minor: 0 };
  const dispute = {
    ...payment,
    type: 'dispute_funds_withdrawn',
    timestamp: '2026-10-02T01:30:00.000+02:00',
    order_id: 'order-7',
    amount_usd_minor: -999,
    chargeback_fee_usd_minor: 1500,
    publisher_net_amount_usd_minor: -2499,
  };
  const other = { ...payment, timestamp: 'yesterday', type: 'chargeback_fee' };
  const table = tableOf('disputes', [plainPayment, dispute, other]);

  expect(rowsOf(table)).toEqual([
    [...['2026-10-01', 'Dispute withdrawn', 'order-7'], ...['-999/2', '1500/2', '-2499/2']],
    ['yesterday', 'chargeback_fee', '', '999/2', '7/2', '849/2'],
    ['Total', '', '', '0/2', '1507/2', '-1650/2'],
  ]);
});

test('of more than 1,000 disputes, the others are one row, and the total has all', () => {
  const dispute = { ...payment, type: 'dispute_funds_withdrawn', chargeback_fee_usd_minor: 2 };
  const table = tableOf(
    'disputes',
    Array.from({ length: 1003 }, () => dispute),
  );

  expect(table.rows).toHaveLength(1001);
  expect(rowsOf(table).slice(-2)).toEqual([
    ['3 others', '', '', '2997/2', '6/2', '2547/2'],
    ['Total', '', '', '1001997/2', '2006/2', '851547/2'],
  ]);
});

test('a file without a dispute says so by its note alone', () => {
  const report = createReport(
    ofFile({
      file: 'october.csv',
      totals: totalsOf([{ ...payment, chargeback_fee_usd_minor: 0 }]),
      receipt,
      currencyDigits: {},
    }),
  );

  expect(figureOf(report, 'disputes')).toMatchObject({ table: undefined });
});

test('days and titles are those of the time zone, also when clocks change', () => {
  const totals = new ReportTotals(new TimeZone('Europe/Berlin'));
  for (const timestamp of [
    // The first and the last millisecond of October in Berlin, whose clocks are set back on the 25th.
    '2026-09-30T22:00:00.000Z',
    '2026-10-24T21:59:59.999Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T22:59:59.999Z',
    '2026-10-25T23:00:00.000Z',
    '2026-10-31T22:59:59.999Z',
  ])
    totals.add({ ...payment, timestamp });
  const october = {
    ...receipt,
    startDate: '2026-09-30T22:00:00.000Z',
    endDate: '2026-10-31T23:00:00.000Z',
  };
  const report = createReport(ofFile({ file: 'october.csv', totals, receipt: october, currencyDigits: {} }));
  const days = figureOf(report, 'days').table;

  expect(report.title).toBe('Transactions, October 2026');
  expect(report.subtitle).toBe('1–31 October 2026, Europe/Berlin · 6 transactions');
  expect(days?.columns[0]?.label).toBe('Day (Europe/Berlin)');
  expect(days?.rows).toHaveLength(31);
  expect(days?.rows.map((row) => row.slice(0, 2).map(plain)).filter(([, rows]) => rows !== 0)).toEqual([
    ['2026-10-01', 1],
    ['2026-10-24', 1],
    ['2026-10-25', 2],
    ['2026-10-26', 1],
    ['2026-10-31', 1],
  ]);
  expect(renderPage(report)).toContain('A day is one of the time zone Europe/Berlin.');
});
