import { basename } from 'node:path';

import type { MoneyField } from '../../ledger/money-fields.ts';
import type { Receipt } from '../../ledger/receipt.ts';
import { formatUsd, grouped } from '../format.ts';
import { warningsOf } from '../verify/receipt.ts';
import { describeSections } from './describe-sections.ts';
import type { Groups, MoneySums } from './groups.ts';
import type { Card, Notice, Rate, ReceiptEntry, ReportDocument, Share } from './report-document.ts';
import { type ReportTotals, unreadable } from './report-totals.ts';

/** What a report is made of. */
export interface ReportSource {
  /** Path or name of the file with the rows. */
  readonly file: string;
  readonly totals: ReportTotals;
  /** `undefined` if there is none beside the file. */
  readonly receipt: Receipt | undefined;
}

/** Returns the content of a report. The same file and receipt give the same report. */
export function describeReport({ file, totals, receipt }: ReportSource): ReportDocument {
  const days = totals.byDay.byKey().filter(({ key }) => key !== unreadable);
  const range = receipt && rangeOf(receipt);
  return {
    title: range === undefined ? 'Transactions' : `Transactions, ${range}`,
    subtitle: [
      basename(file),
      `${grouped(totals.total.rows)} rows`,
      receipt && `${shortDate(receipt.startDate)} up to, not including, ${shortDate(receipt.endDate)} (UTC)`,
      !receipt && days.length > 0 && `${days[0]?.key ?? ''} to ${days.at(-1)?.key ?? ''} (UTC)`,
    ]
      .filter((part) => typeof part === 'string')
      .join(' · '),
    notices: notices(receipt),
    cards: describeCards(totals.total),
    check: describeCheck(totals.total),
    rates: describeRates(totals.byType),
    sections: describeSections(totals, receipt),
    receipt: receipt ? describeReceipt(receipt) : [],
    exportedAt: receipt?.finishedAt,
  };
}

function notices(receipt: Receipt | undefined): readonly Notice[] {
  const warnings = warningsOf(receipt);
  const verified =
    'Verified: the file has the SHA-256 of its receipt, every sum equals the receipt, and the export was complete.';
  const unknown = receipt?.unknownCurrencies.join(', ') ?? '';
  return [
    ...(warnings.length === 0 ? [{ kind: 'ok', text: verified } as const] : warnings.map(warning)),
    ...(receipt?.environment === 'sandbox'
      ? [warning('Sandbox data: these are not real transactions.')]
      : []),
    ...(unknown === ''
      ? []
      : [warning(`Currencies outside ISO 4217, shown in their smallest unit: ${unknown}.`)]),
  ];
}

function warning(text: string): Notice {
  return { kind: 'warning', text };
}

/** Returns "October 2026" for a UTC month, and otherwise the two dates. */
function rangeOf({ startDate, endDate }: Receipt): string {
  const start = new Date(startDate);
  const nextMonth = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
  const isMonth =
    start.toISOString().endsWith('-01T00:00:00.000Z') && nextMonth.getTime() === Date.parse(endDate);
  if (!isMonth) return `${startDate.slice(0, 10)} to ${endDate.slice(0, 10)}`;
  return start.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Leaves the time out at midnight. */
function shortDate(date: string): string {
  return date.replace('T00:00:00.000Z', '');
}

/** Returns the totals of all rows in US dollars. */
function describeCards(total: MoneySums): readonly Card[] {
  return [
    sumOf(total, 'Net', 'publisherNetAmountUsd'),
    sumOf(total, 'Gross', 'amountUsd'),
    sumOf(total, 'Tax', 'totalTaxAmountUsd'),
    {
      label: 'Fees',
      cents: total.fees,
      definition: 'Sum of transactionFeeUsd, chargebackFeeUsd and currencyExchangeCostUsd over all types',
    },
  ];
}

function sumOf(total: MoneySums, label: string, field: MoneyField): Card {
  return { label, cents: total.sum(field), definition: `Sum of ${field} over all types` };
}

/** Returns a sentence that compares net with the other totals. The specification does not define how net is calculated. */
function describeCheck(total: MoneySums): string {
  const expected = total.sum('amountUsd') - total.sum('totalTaxAmountUsd') - total.fees;
  const difference = total.sum('publisherNetAmountUsd') - expected;
  const sums = `Sums of the fields as reported, with their signs. Gross less tax and fees is ${formatUsd(expected)}`;
  if (difference === 0n) return `${sums}, the same as net.`;
  return `${sums}; net differs from that by ${formatUsd(difference)}. The specification does not define how net is calculated.`;
}

/** Returns the refund and dispute rates. Each definition is complete, because the specification has none. */
function describeRates(byType: Groups): readonly Rate[] {
  const rateOf = (label: string, part: string, whole: string): Rate => ({
    label,
    definition: `Rows of type ${part} divided by rows of type ${whole}. By amount: their sums of amountUsd, without signs.`,
    byNumber: share((type) => BigInt(byType.get(type)?.rows ?? 0), part, whole),
    byAmount: share((type) => magnitude(byType.get(type)?.sum('amountUsd') ?? 0n), part, whole),
  });
  return [
    rateOf('Refund rate', 'refund', 'paid'),
    rateOf('Dispute rate', 'dispute_funds_withdrawn', 'paid'),
    rateOf('Disputes reinstated', 'dispute_funds_reinstated', 'dispute_funds_withdrawn'),
  ];
}

function share(figure: (type: string) => bigint, part: string, whole: string): Share {
  return { numerator: figure(part), denominator: figure(whole) };
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

/** Returns the receipt, line by line; its sums are the tables of the report. */
function describeReceipt(receipt: Receipt): readonly ReceiptEntry[] {
  const { file } = receipt;
  const entries: readonly (readonly [string, string | number | null])[] = [
    ['File', file?.name ?? null],
    ['Format', file?.format ?? null],
    ['Size', file && `${grouped(file.bytes)} bytes`],
    ['SHA-256', file?.sha256 ?? null],
    ['Complete', receipt.complete ? 'yes' : 'no'],
    ['Range ended before the export finished', receipt.rangeEnded ? 'yes' : 'no'],
    ['Rows', receipt.rows],
    ['Total count of the service', receipt.totalCount],
    ['Invalid rows', receipt.invalidRows],
    ['Rows outside the range', receipt.rowsOutsideRange],
    ['Changed while it was read', receipt.changedWhileRead ? 'yes' : 'no'],
    ['Start, included', receipt.startDate],
    ['End, excluded', receipt.endDate],
    ['First timestamp', receipt.firstTimestamp],
    ['Last timestamp', receipt.lastTimestamp],
    ['Origin', receipt.origin],
    ['Environment', receipt.environment],
    ['Currencies outside ISO 4217', receipt.unknownCurrencies.join(', ') || 'none'],
    ['Schema drift', receipt.drift.map(driftLine).join('; ') || 'none'],
    ['Columns', receipt.columns.join(', ')],
    ['Export started', receipt.startedAt],
    ['Export finished', receipt.finishedAt],
    ['Version of publisher-commerce', receipt.packageVersion],
    ['Version of the receipt', receipt.receiptVersion],
  ];
  return entries.map(([label, value]) => ({ label, value: text(value) }));
}

function text(value: string | number | null): string {
  if (value === null) return 'not known';
  return typeof value === 'number' ? grouped(value) : value;
}

function driftLine({ path, expected, received }: Receipt['drift'][number]): string {
  return `${path}: expected ${expected}, received ${received}`;
}
