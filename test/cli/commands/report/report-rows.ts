import { expect } from 'vitest';

import type { ReportSource } from '../../../../src/cli/commands/report/create-report.ts';
import type { ReportRow } from '../../../../src/cli/commands/report/groups/groupings.ts';
import type { Cell, Figure, ReportDocument } from '../../../../src/cli/commands/report/report-document.ts';
import { ReportTotals } from '../../../../src/cli/commands/report/report-totals.ts';
import type { TimeZone } from '../../../../src/cli/terminal/time-zone.ts';
import type { CurrencyDigits } from '../../../../src/client/money/currency-digits.ts';
import type { Receipt } from '../../../../src/ledger/index.ts';

/** A payment of 9.99 US dollars with 1.00 tax and 0.50 fees, typed by hand. */
export const payment: ReportRow = {
  timestamp: '2026-10-01T12:00:00.000Z',
  type: 'paid',
  currency_code: 'USD',
  amount_minor: 999,
  amount_usd_minor: 999,
  total_tax_amount_minor: 100,
  total_tax_amount_usd_minor: 100,
  currency_exchange_cost_usd_minor: 3,
  chargeback_fee_usd_minor: 7,
  transaction_fee_usd_minor: 40,
  publisher_net_amount_usd_minor: 849,
  country_code: 'US',
  payment_method: 'card',
  offer_id: 'offer-1',
  offer_name: 'Pile of gems',
};

/** Its refund, which keeps the fees. */
export const refund: ReportRow = {
  ...payment,
  timestamp: '2026-10-03T00:00:00.000Z',
  type: 'refund',
  amount_minor: -999,
  amount_usd_minor: -999,
  total_tax_amount_minor: -100,
  total_tax_amount_usd_minor: -100,
  currency_exchange_cost_usd_minor: 0,
  chargeback_fee_usd_minor: 0,
  transaction_fee_usd_minor: 0,
  publisher_net_amount_usd_minor: -899,
};

/** The totals of rows. */
export function totalsOf(rows: readonly ReportRow[], zone?: TimeZone): ReportTotals {
  const totals = new ReportTotals(zone);
  for (const row of rows) totals.add(row);
  return totals;
}

/** What a report of one file is made of. */
export function ofFile({
  file,
  totals,
  receipt: own,
  currencyDigits = {},
}: {
  readonly file: string;
  readonly totals: ReportTotals;
  readonly receipt: Receipt | undefined;
  readonly currencyDigits?: CurrencyDigits;
}): ReportSource {
  return { files: [{ file, receipt: own }], totals, currencyDigits };
}

/** The figure of a report with this id. */
export function figureOf({ figures }: ReportDocument, id: string): Figure {
  return figures.find((figure) => figure.id === id) ?? expect.fail(`no figure ${id}`);
}

/** Cells as plain values: amounts in the smallest unit. */
export function plain(cells: readonly Cell[] | undefined): readonly unknown[] | undefined {
  return cells?.map((cell) => {
    if (cell.kind === 'percent') return cell.share;
    if (cell.kind === 'money') return cell.amount;
    return cell.kind === 'text' ? cell.text : cell.kind === 'count' ? cell.count : cell.date;
  });
}

/** The receipt of an export of three days. */
export const receipt: Receipt = {
  receiptVersion: 1,
  packageVersion: '0.1.0',
  origin: 'https://api.example.com',
  environment: 'production',
  timeZone: null,
  source: 'api.example.com',
  startDate: '2026-10-01T00:00:00.000Z',
  endDate: '2026-10-04T00:00:00.000Z',
  firstTimestamp: '2026-10-01T12:00:00.000Z',
  lastTimestamp: '2026-10-03T00:00:00.000Z',
  rows: 2,
  totalCount: 2,
  invalidRows: 0,
  roundedNumbers: 0,
  rowsOutsideRange: 0,
  rowsWithSameKey: 0,
  changedWhileRead: false,
  complete: true,
  rangeEnded: true,
  columns: ['timestamp', 'type'],
  hashedColumns: [],
  hashKeyId: null,
  currencyDigits: {},
  unknownCurrencies: [],
  sums: [
    {
      currencyCode: 'USD',
      type: 'paid',
      rows: 1,
      amount: '999',
      amountUsd: '999',
      totalTaxAmount: '100',
      totalTaxAmountUsd: '100',
      currencyExchangeCostUsd: '3',
      chargebackFeeUsd: '7',
      transactionFeeUsd: '40',
      publisherNetAmountUsd: '849',
    },
    {
      currencyCode: 'USD',
      type: 'refund',
      rows: 1,
      amount: '-999',
      amountUsd: '-999',
      totalTaxAmount: '-100',
      totalTaxAmountUsd: '-100',
      currencyExchangeCostUsd: '0',
      chargebackFeeUsd: '0',
      transactionFeeUsd: '0',
      publisherNetAmountUsd: '-899',
    },
  ],
  drift: [{ path: 'device.osType', expected: 'string', received: 'number' }],
  startedAt: '2026-11-01T06:00:00.000Z',
  finishedAt: '2026-11-01T06:01:00.000Z',
  file: { name: 'october.csv', format: 'csv', bytes: 2048, sha256: 'c0ffee'.padEnd(64, '0') },
};

/** A row of a file that was exported with `--drop`. */
export function withoutColumn(row: ReportRow, column: keyof ReportRow): ReportRow {
  const entries = Object.entries(row).filter(([name]) => name !== column);
  // Only a column that a row may lack is left out.
  return Object.fromEntries(entries) as unknown as ReportRow;
}
