import { basename } from 'node:path';

import type { CurrencyDigits } from '../../../client/money/currency-digits.ts';
import type { Receipt } from '../../../ledger/receipt.ts';
import { describeOrigin, nameOf, warningsOfSources } from '../../ledger-files/ledger-source.ts';
import { describeAgreement, describeExport, warningsOf } from '../../ledger-files/receipt-file.ts';
import { commonZone, rangeOfAll, type SummedFile, warningsOfAll } from '../../ledger-files/several/gaps.ts';
import {
  counted,
  formatPeriod,
  formatRange,
  formatShortDay,
  isWholeDays,
  type TimeRange,
} from '../../terminal/format.ts';
import { type TimeZone, utc } from '../../terminal/time-zone.ts';
import { dayFigure } from './figures/day-figure.ts';
import { disputeFigure } from './figures/dispute-figure.ts';
import { groupFigures } from './figures/group-figures.ts';
import { receiptTable } from './figures/receipt-table.ts';
import {
  comparisonFigure,
  fileFigure,
  type NamedTotals,
  ratesFigure,
  sourceFigure,
  totalsFigure,
} from './figures/summary-figures.ts';
import { typeFigure } from './figures/type-figure.ts';
import type { ReportDocument } from './report-document.ts';
import { type ReportTotals, unreadable } from './report-totals.ts';

/** What a report is made of. */
export interface ReportSource {
  /** The files with the rows. */
  readonly files: readonly SummedFile[];
  readonly totals: ReportTotals;
  /** Those that the rows were counted with. */
  readonly currencyDigits: CurrencyDigits;
}

/** Another file that a report compares its files with. */
export interface OtherSource extends ReportSource {
  /** Whether its bytes are those of the only file. */
  readonly isSame?: boolean;
}

/** What a report shows besides its files. */
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
  const { files, totals, currencyDigits } = source;
  const { title, account, previous, full = false } = options;
  const { total, zone } = totals;
  const current = namedTotals(source, previous);
  const earlier = previous && namedTotals(previous, source);
  const range = rangeOfAll(files);
  const receipts = files.flatMap(({ receipt }) => receipt ?? []);
  return {
    title: title ?? (range ? `Transactions, ${formatPeriod(range, zone)}` : 'Transactions'),
    account,
    subtitle: `${range ? `${formatRange(range, zone)}, ${zone.name}` : daysOf(totals)} · ${counted(total.rows, 'transaction')}`,
    source: [...originsOf(files), namesOf(files)].join(' · '),
    notices: noticesOf(files, zone, previous),
    figures: [
      totalsFigure(current, earlier),
      ...(totals.bySource.byKey().length > 1 ? [sourceFigure(totals)] : []),
      ...(files.length > 1 ? [fileFigure(files, totals)] : []),
      ...(earlier ? [comparisonFigure(current, earlier)] : []),
      ratesFigure(totals.byType),
      dayFigure(totals, range),
      typeFigure(totals),
      ...groupFigures(totals, currencyDigits),
      disputeFigure(totals),
    ],
    receipts: receipts.map(receiptTable),
    exportedAt: receipts
      .map(({ finishedAt }) => finishedAt)
      .sort()
      .at(-1),
    full,
  };
}

function namesOf(files: readonly SummedFile[]): string {
  return files.map(({ file }) => basename(file)).join(', ');
}

/** Returns when and from where the only file was exported, or whose ledgers several are of. */
function originsOf(files: readonly SummedFile[]): readonly string[] {
  const receipts = files.flatMap(({ receipt }) => receipt ?? []);
  if (files.length === 1) return receipts.map(describeOrigin);
  const sources = new Set(receipts.filter(({ source }) => source !== null).map(nameOf));
  return sources.size === 0 ? [] : [[...sources].join(', ')];
}

function periodOf({ files, totals }: ReportSource): string {
  const range = rangeOfAll(files);
  return range ? formatPeriod(range, totals.zone) : daysOf(totals);
}

function namedTotals(source: ReportSource, other: ReportSource | undefined): NamedTotals {
  const [period, description] = [periodOf(source), describe(source)];
  const isSamePeriod = other && periodOf(other) === period;
  const { files, totals } = source;
  return {
    file: namesOf(files),
    total: totals.total,
    name: isSamePeriod ? description : period,
    description,
  };
}

function describe(source: ReportSource): string {
  const [first, ...others] = source.files;
  if (others.length > 0) return `${periodOf(source)}, ${source.files.length} files`;
  return first?.receipt ? describeExport(first.receipt, source.totals.zone) : periodOf(source);
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
  files: readonly SummedFile[],
  zone: TimeZone,
  previous: OtherSource | undefined,
): ReportDocument['notices'] {
  const warnings = [...warningsOfAll(files)];
  const receipts = files.flatMap(({ receipt }) => receipt ?? []);
  const range = rangeOfAll(files);
  const verified = describeVerified(
    files,
    receipts.filter((receipt) => warningsOf(receipt).length === 0),
  );
  if (receipts.some(({ environment }) => environment === 'sandbox'))
    warnings.push('Sandbox data: these are not real transactions.');
  if (range && isWholeDays(range, utc) && !isWholeDays(range, zone))
    warnings.push(
      `The range is of whole days in UTC, and not in ${zone.name}: export it with --time-zone ${zone.name}.`,
    );
  const unknown = [...new Set(receipts.flatMap(({ unknownCurrencies }) => unknownCurrencies))].join(', ');
  if (unknown !== '') warnings.push(`Currencies outside ISO 4217, shown in their smallest unit: ${unknown}.`);
  if (previous) warnings.push(...warningsOfOther(previous, files));
  return [
    ...verified.map((text) => ({ kind: 'ok', text }) as const),
    ...warnings.map((text) => ({ kind: 'warning', text }) as const),
  ];
}

/** The table of the files has what each of several agrees with. */
function describeVerified(files: readonly SummedFile[], verified: readonly Receipt[]): readonly string[] {
  const [first] = verified;
  if (first === undefined) return [];
  if (files.length === 1) return [`Verified: this file is ${describeAgreement(first)}.`];
  const which =
    verified.length === files.length
      ? `all ${files.length} files are`
      : `${verified.length} of ${files.length} files ${verified.length === 1 ? 'is' : 'are'}`;
  return [`Verified: ${which} unchanged since their exports.`];
}

/** Returns what qualifies the figures of the file that a report compares with. */
export function warningsOfOther(
  { files, isSame = false }: OtherSource,
  own: readonly SummedFile[],
): readonly string[] {
  return files
    .flatMap(({ file, receipt }) => {
      // One file of the same source is enough.
      const [foreign = []] = own
        .map((one) => warningsOfSources(receipt, one.receipt))
        .toSorted((one, other) => one.length - other.length);
      const same = isSame ? ['It is the same file: nothing differs.'] : [];
      const warnings = [...same, ...foreign, ...warningsOf(receipt)];
      return warnings.map((warning) => `${basename(file)}, compared with: ${warning}`);
    })
    .concat(isSame ? [] : warningsOfRanges(own, files));
}

/** Says why the totals of two times differ without a change of what they count. */
function warningsOfRanges(own: readonly SummedFile[], other: readonly SummedFile[]): readonly string[] {
  const [range, compared] = [rangeOfAll(own), rangeOfAll(other)];
  if (!range || !compared) return [];
  const [zone, otherZone] = [commonZone(own), commonZone(other)];
  const isSame = range.startDate === compared.startDate && range.endDate === compared.endDate;
  const overlap = range.startDate < compared.endDate && compared.startDate < range.endDate;
  const days = [daysIn(compared), daysIn(range)]
    .map((count) => counted(count, 'day'))
    .join(', and this report ');
  return [
    ...(overlap && !isSame ? ['The compared range overlaps the one of this report.'] : []),
    ...(monthsIn(range, zone) === monthsIn(compared, otherZone) ? [] : [`The compared range has ${days}.`]),
    ...(zone.name === otherZone.name
      ? []
      : [`The compared months are in ${otherZone.name}, and those of this report in ${zone.name}.`]),
  ];
}

/** The number of days of a range, rounded to the nearest one. */
function daysIn({ startDate, endDate }: TimeRange): number {
  return Math.round((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000);
}

/** The number of calendar months between the start and the end of a range, rounded to the nearest month. */
function monthsIn({ startDate, endDate }: TimeRange, zone: TimeZone): number {
  const [start = 0, end = 0] = [startDate, endDate].map((date) => {
    const [year = 0, month = 0, day = 0] = zone.dayOf(Date.parse(date)).split('-').map(Number);
    return 12 * year + month + (day - 1) / 31;
  });
  return Math.round(end - start);
}
