import { basename } from 'node:path';

import type { CurrencyDigits } from '../../client/money/currency-digits.ts';
import type { Receipt } from '../../ledger/receipt.ts';
import { counted, formatPeriod, formatRange, formatShortDay, isWholeDays } from '../format.ts';
import { type TimeZone, utc } from '../time-zone.ts';
import { describeAgreement, describeExport, warningsOf } from '../verify/receipt.ts';
import { describeOrigin, warningsOfSources } from '../verify/source.ts';
import { groupFigures } from './group-figures.ts';
import { receiptTable } from './receipt-table.ts';
import type { ReportDocument } from './report-document.ts';
import { type ReportTotals, unreadable } from './report-totals.ts';
import { comparisonFigure, type NamedTotals, ratesFigure, totalsFigure } from './summary-figures.ts';

/** What a report is made of. */
export interface ReportSource {
  /** Path or name of the file with the rows. */
  readonly file: string;
  readonly totals: ReportTotals;
  /** `undefined` if there is none beside the file. */
  readonly receipt: Receipt | undefined;
  /** Those that the rows were counted with. */
  readonly currencyDigits: CurrencyDigits;
}

/** Another file that a report compares its file with. */
export interface OtherSource extends ReportSource {
  /** Whether its bytes are those of the file. */
  readonly isSame?: boolean;
}

/** What a report shows besides its file. */
export interface ReportOptions {
  /** @defaultValue the period */
  readonly title?: string | undefined;
  /** Name of the account. */
  readonly account?: string | undefined;
  /** Another file to compare the totals with. */
  readonly previous?: OtherSource | undefined;
  /** Whether print has the full tables too. */
  readonly full?: boolean | undefined;
}

/** Returns the content of a report. The same files and receipts give the same report. */
export function createReport(source: ReportSource, options: ReportOptions = {}): ReportDocument {
  const { file, totals, receipt, currencyDigits } = source;
  const { title, account, previous, full = false } = options;
  const { total, zone } = totals;
  const current = namedTotals(source, previous);
  const earlier = previous && namedTotals(previous, source);
  return {
    title: title ?? (receipt ? `Transactions, ${formatPeriod(receipt, zone)}` : 'Transactions'),
    account,
    subtitle: `${receipt ? `${formatRange(receipt, zone)}, ${zone.name}` : daysOf(totals)} · ${counted(total.rows, 'transaction')}`,
    source: [...(receipt ? [describeOrigin(receipt)] : []), basename(file)].join(' · '),
    notices: noticesOf(receipt, zone, previous),
    figures: [
      totalsFigure(current, earlier),
      ...(earlier ? [comparisonFigure(current, earlier)] : []),
      ratesFigure(totals.byType),
      ...groupFigures(totals, receipt, currencyDigits),
    ],
    receipt: receipt && receiptTable(receipt),
    exportedAt: receipt?.finishedAt,
    full,
  };
}

function periodOf({ receipt, totals }: ReportSource): string {
  return receipt ? formatPeriod(receipt, totals.zone) : daysOf(totals);
}

function namedTotals(source: ReportSource, other: ReportSource | undefined): NamedTotals {
  const [period, description] = [periodOf(source), describe(source)];
  const isSamePeriod = other && periodOf(other) === period;
  const { file, totals } = source;
  return { file, total: totals.total, name: isSamePeriod ? description : period, description };
}

function describe(source: ReportSource): string {
  return source.receipt ? describeExport(source.receipt, source.totals.zone) : periodOf(source);
}

/** Returns the first and the last day of the rows, of a file that has no receipt. */
function daysOf({ byDay, zone }: ReportTotals): string {
  const days = byDay.byKey().filter(({ key }) => key !== unreadable);
  const [first, last] = [days[0], days.at(-1)];
  return first && last
    ? `${formatShortDay(first.key)} to ${formatShortDay(last.key)}, ${zone.name}`
    : 'No days';
}

function noticesOf(
  receipt: Receipt | undefined,
  zone: TimeZone,
  previous: OtherSource | undefined,
): ReportDocument['notices'] {
  const warnings = [...warningsOf(receipt)];
  const verified =
    receipt && warnings.length === 0
      ? [{ kind: 'ok', text: `Verified: this file is ${describeAgreement(receipt)}.` } as const]
      : [];
  if (receipt?.environment === 'sandbox') warnings.push('Sandbox data: these are not real transactions.');
  if (receipt && isWholeDays(receipt, utc) && !isWholeDays(receipt, zone))
    warnings.push(
      `The range is of whole days in UTC, and not in ${zone.name}: export it with --time-zone ${zone.name}.`,
    );
  const unknown = receipt?.unknownCurrencies.join(', ') ?? '';
  if (unknown !== '') warnings.push(`Currencies outside ISO 4217, shown in their smallest unit: ${unknown}.`);
  if (previous) warnings.push(...warningsOfOther(previous, receipt));
  return [...verified, ...warnings.map((warning) => ({ kind: 'warning', text: warning }) as const)];
}

/** Returns what qualifies the figures of the file that a report compares with. */
export function warningsOfOther(
  { file, receipt, isSame = false }: OtherSource,
  own: Receipt | undefined,
): readonly string[] {
  const warnings = [
    ...(isSame ? ['It is the same file: nothing differs.'] : []),
    ...warningsOfSources(receipt, own),
    ...warningsOf(receipt),
  ];
  return warnings.map((warning) => `${basename(file)}, compared with: ${warning}`);
}
