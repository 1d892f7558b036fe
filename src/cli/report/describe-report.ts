import { basename } from 'node:path';

import type { MoneyField } from '../../ledger/money-fields.ts';
import type { Receipt } from '../../ledger/receipt.ts';
import { formatMoment, formatPeriod, formatRange, formatShortDay } from '../dates.ts';
import { counted, formatUsd, type Share } from '../format.ts';
import { typeLabel } from '../labels.ts';
import { describeAgreement, warningsOf } from '../verify/receipt.ts';
import { describeComparison } from './describe-comparison.ts';
import { describeReceipt } from './describe-receipt.ts';
import { describeSections } from './describe-sections.ts';
import { feeFields } from './describe-tables.ts';
import type { Groups, MoneySums } from './groups.ts';
import type { Card, Notice, Rate, ReportDocument } from './report-document.ts';
import { type ReportTotals, unreadable } from './report-totals.ts';

/** What a report is made of. */
export interface ReportSource {
  /** Path or name of the file with the rows. */
  readonly file: string;
  readonly totals: ReportTotals;
  /** `undefined` if there is none beside the file. */
  readonly receipt: Receipt | undefined;
}

/** What a report shows besides its file. */
export interface ReportOptions {
  /** @defaultValue the period */
  readonly title?: string | undefined;
  /** Name of the account. */
  readonly account?: string | undefined;
  /** Another file to compare the totals with. */
  readonly previous?: ReportSource | undefined;
  /** Whether print has the full tables too. */
  readonly full?: boolean | undefined;
}

/** Returns the content of a report. The same files and receipts give the same report. */
export function describeReport(source: ReportSource, options: ReportOptions = {}): ReportDocument {
  const { file, totals, receipt } = source;
  const { title, account, previous, full = false } = options;
  const period = receipt && formatPeriod(receipt);
  const cards = describeCards(totals.total);
  const comparison =
    previous &&
    describeComparison(
      { period: period ?? daysOf(totals), rows: totals.total.rows, cards },
      {
        period: previous.receipt ? formatPeriod(previous.receipt) : daysOf(previous.totals),
        rows: previous.totals.total.rows,
        cards: describeCards(previous.totals.total),
      },
    );
  const check = describeCheck(totals.total);
  return {
    title: title ?? (period === undefined ? 'Transactions' : `Transactions, ${period}`),
    account,
    subtitle: `${receipt ? `${formatRange(receipt)}, UTC` : daysOf(totals)} · ${counted(totals.total.rows, 'transaction')}`,
    source: [receipt && describeExport(receipt), basename(file)]
      .filter((part) => part !== undefined)
      .join(' · '),
    notices: [...notices(receipt), ...(previous ? warningsOfOther(previous).map(warning) : [])],
    cards: comparison?.cards ?? cards,
    ...check,
    rates: describeRates(totals.byType),
    comparison: comparison?.section,
    sections: describeSections(totals, receipt),
    receipt: receipt ? describeReceipt(receipt) : [],
    exportedAt: receipt?.finishedAt,
    full,
  };
}

/** Returns the first and the last day of the rows, of a file that has no receipt. */
function daysOf({ byDay }: ReportTotals): string {
  const days = byDay.byKey().filter(({ key }) => key !== unreadable);
  const [first, last] = [days[0], days.at(-1)].map((day) => (day ? formatShortDay(day.key) : undefined));
  return first === undefined || last === undefined ? 'No days' : `${first} to ${last}, UTC`;
}

/** Returns when and from where a file was exported. The receipt never has a token. */
function describeExport({ finishedAt, origin, environment }: Receipt): string {
  // A receipt can be edited: only what an origin consists of is shown.
  const service = origin !== null && URL.canParse(origin) ? new URL(origin).origin : undefined;
  const from = service ?? (environment === 'sandbox' ? 'the built-in sandbox' : undefined);
  return `Exported on ${formatMoment(finishedAt)}${from === undefined ? '' : ` from ${from}`}${
    service === undefined || environment === null ? '' : ` (${environment})`
  }`;
}

function notices(receipt: Receipt | undefined): readonly Notice[] {
  const warnings = warningsOf(receipt);
  const unknown = receipt?.unknownCurrencies.join(', ') ?? '';
  return [
    ...(receipt && warnings.length === 0
      ? [{ kind: 'ok', text: `Verified: this file is ${describeAgreement(receipt)}.` } as const]
      : warnings.map(warning)),
    ...(receipt?.environment === 'sandbox'
      ? [warning('Sandbox data: these are not real transactions.')]
      : []),
    ...(unknown === ''
      ? []
      : [warning(`Currencies outside ISO 4217, shown in their smallest unit: ${unknown}.`)]),
  ];
}

/** Returns what qualifies the figures of the file that a report compares with. */
export function warningsOfOther({ file, receipt }: ReportSource): readonly string[] {
  return warningsOf(receipt).map((text) => `${basename(file)}, compared with: ${text}`);
}

function warning(text: string): Notice {
  return { kind: 'warning', text };
}

/** Returns the totals of all rows in US dollars: gross, less tax and fees, is net. */
function describeCards(total: MoneySums): readonly Card[] {
  return [
    sumOf(total, 'Gross', 'amountUsd', 'All transactions; refunds are negative'),
    sumOf(total, 'Tax', 'totalTaxAmountUsd', 'Total tax of all transactions'),
    {
      label: 'Fees',
      cents: total.fees,
      definition: 'Transaction, chargeback and exchange fees',
      fields: feeFields,
    },
    sumOf(total, 'Net', 'publisherNetAmountUsd', 'As the service reports it'),
  ];
}

function sumOf(total: MoneySums, label: string, field: MoneyField, definition: string): Card {
  return { label, cents: total.sum(field), definition, fields: [field] };
}

/** Compares net with the other totals. The specification does not define how net is calculated. */
function describeCheck(total: MoneySums): Pick<ReportDocument, 'balanced' | 'check'> {
  const [gross, tax, net] = [
    total.sum('amountUsd'),
    total.sum('totalTaxAmountUsd'),
    total.sum('publisherNetAmountUsd'),
  ];
  const expected = gross - tax - total.fees;
  const sums = `Gross ${formatUsd(gross)} − tax ${formatUsd(tax)} − fees ${formatUsd(total.fees)} = ${formatUsd(expected)}`;
  if (net === expected) return { balanced: true, check: `${sums}, equal to the reported net.` };
  return {
    balanced: false,
    check: `${sums}. The reported net ${formatUsd(net)} differs by ${formatUsd(net - expected)}: the service does not document how it calculates net.`,
  };
}

/** Returns the refund and dispute rates. Each definition is complete, because the specification has none. */
function describeRates(byType: Groups): readonly Rate[] {
  const rateOf = (label: string, part: string, whole: string): Rate => ({
    label,
    definition: `Rows “${typeLabel(part)}” divided by rows “${typeLabel(whole)}”. By amount: their gross, without signs.`,
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
