import { basename } from 'node:path';

import type { CurrencyDigits } from '../../client/money/currency-digits.ts';
import type { MoneyField } from '../../ledger/money-fields.ts';
import type { Receipt } from '../../ledger/receipt.ts';
import { MoneySums } from '../../ledger/money-sums.ts';
import {
  counted,
  formatMoment,
  formatPeriod,
  formatRange,
  formatShortDay,
  formatUsd,
  isWholeDays,
  type Share,
} from '../format.ts';
import { typeLabel } from '../labels.ts';
import { type TimeZone, utc } from '../time-zone.ts';
import { describeAgreement, describeExport, warningsOf } from '../verify/receipt.ts';
import { receiptTable } from './receipt-table.ts';
import {
  type Card,
  type Cell,
  count,
  type Rate,
  type ReportDocument,
  type Section,
  text,
  usd,
} from './report-document.ts';
import { feeFields, type Groups, type ReportTotals, unreadable } from './report-totals.ts';
import { sectionsOf } from './sections.ts';

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
  const cards = cardsOf(source, previous);
  return {
    title: title ?? (receipt ? `Transactions, ${formatPeriod(receipt, zone)}` : 'Transactions'),
    account,
    subtitle: `${receipt ? `${formatRange(receipt, zone)}, ${zone.name}` : daysOf(totals)} · ${counted(total.rows, 'transaction')}`,
    source: [...(receipt ? [describeSource(receipt)] : []), basename(file)].join(' · '),
    notices: noticesOf(receipt, zone, previous),
    cards,
    ...checkOf(cards),
    rates: ratesOf(totals.byType),
    comparison: previous && comparisonOf(source, previous, cards),
    sections: sectionsOf(totals, receipt, currencyDigits),
    receipt: receipt && receiptTable(receipt),
    exportedAt: receipt?.finishedAt,
    full,
  };
}

function periodOf({ receipt, totals }: ReportSource): string {
  return receipt ? formatPeriod(receipt, totals.zone) : daysOf(totals);
}

/** Names a source by its period, and two of one period by the time of their export too. */
function nameOf(source: ReportSource, other: ReportSource): string {
  return periodOf(source) === periodOf(other) ? describe(source) : periodOf(source);
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

/** Describes when and from where a file was exported. The receipt never has a token. */
function describeSource({ finishedAt, origin, environment }: Receipt): string {
  // A receipt can be edited: only what an origin consists of is shown.
  const service = origin !== null && URL.canParse(origin) ? new URL(origin).origin : undefined;
  const from = service ?? (environment === 'sandbox' ? 'the built-in sandbox' : undefined);
  return `Exported on ${formatMoment(finishedAt)}${from === undefined ? '' : ` from ${from}`}${
    service === undefined || environment === null ? '' : ` (${environment})`
  }`;
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
  if (previous) warnings.push(...warningsOfOther(previous));
  return [...verified, ...warnings.map((warning) => ({ kind: 'warning', text: warning }) as const)];
}

/** Returns what qualifies the figures of the file that a report compares with. */
export function warningsOfOther({ file, receipt, isSame = false }: OtherSource): readonly string[] {
  const warnings = [...(isSame ? ['It is the same file: nothing differs.'] : []), ...warningsOf(receipt)];
  return warnings.map((warning) => `${basename(file)}, compared with: ${warning}`);
}

/** Each total of a report, with the fields that it adds up. */
const cards: readonly (readonly [label: string, definition: string, fields: readonly MoneyField[]])[] = [
  ['Gross', 'All transactions; refunds are negative', ['amountUsd']],
  ['Tax', 'Total tax of all transactions', ['totalTaxAmountUsd']],
  ['Fees', 'Transaction, chargeback and exchange fees', feeFields],
  ['Net', 'As the service reports it', ['publisherNetAmountUsd']],
];

/** Returns the totals of all rows in US dollars, with their changes since another file. */
function cardsOf(source: ReportSource, previous: ReportSource | undefined): readonly Card[] {
  const { total } = source.totals;
  const period = previous && nameOf(previous, source);
  return cards.map(([label, definition, fields]) => {
    const card = { label, cents: total.sum(...fields), definition, field: fields.join(' + ') };
    if (!previous || period === undefined) return card;
    const earlier = previous.totals.total.sum(...fields);
    const cents = card.cents - earlier;
    return { ...card, change: { cents, share: changeOf(cents, earlier), period } };
  });
}

/** Returns the totals of a file beside those of another one, in money and percent. */
function comparisonOf(current: ReportSource, previous: ReportSource, cards: readonly Card[]): Section {
  const [period, earlier] = [nameOf(current, previous), nameOf(previous, current)];
  const [rows, before] = [current.totals.total.rows, previous.totals.total.rows];
  const share = changeOf(BigInt(rows - before), BigInt(before));
  return {
    id: 'comparison',
    title: `Compared with ${earlier}`,
    note:
      [current, previous].map((side) => `${basename(side.file)}: ${describe(side)}. `).join('') +
      'Amounts are in US dollars. Percentages are of the earlier amount without its sign, rounded to two decimals.',
    table: {
      caption: `Changes since ${earlier}`,
      columns: ['Total', period, earlier, 'Change', 'Change, %'].map((label) => ({ label })),
      rows: [
        [text('Transactions'), count(rows), count(before), count(rows - before), { kind: 'percent', share }],
        ...cards.flatMap(({ label, cents, change }): (readonly Cell[])[] =>
          change
            ? [
                [
                  text(`${label}, USD`),
                  ...[cents, cents - change.cents, change.cents].map(usd),
                  { kind: 'percent', share: change.share },
                ],
              ]
            : [],
        ),
      ],
    },
  };
}

function changeOf(change: bigint, before: bigint): Share {
  return { numerator: change, denominator: magnitude(before) };
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

/** Compares net with the other totals. The specification does not define how net is calculated. */
function checkOf(totals: readonly Card[]): Pick<ReportDocument, 'balanced' | 'check'> {
  const [gross = 0n, tax = 0n, fees = 0n, net = 0n] = totals.map(({ cents }) => cents);
  const expected = gross - tax - fees;
  const sums = `Gross ${formatUsd(gross)} less tax ${formatUsd(tax)} and fees ${formatUsd(fees)} is ${formatUsd(expected)}`;
  if (net === expected) return { balanced: true, check: `${sums}, equal to the reported net.` };
  return {
    balanced: false,
    check: `${sums}. The reported net ${formatUsd(net)} differs by ${formatUsd(net - expected)}: the service does not document how it calculates net.`,
  };
}

/** Returns the refund and dispute rates. Each definition is complete, because the specification has none. */
function ratesOf(byType: Groups): readonly Rate[] {
  const rateOf = (label: string, part: string, whole: string): Rate => {
    const [one, other] = [byType.get(part), byType.get(whole)];
    const gross = (sums = new MoneySums()): bigint => magnitude(sums.sum('amountUsd'));
    return {
      label,
      definition: `Rows “${typeLabel(part)}” divided by rows “${typeLabel(whole)}”. By amount: their gross, negative amounts counted as positive.`,
      byNumber: { numerator: BigInt(one?.rows ?? 0), denominator: BigInt(other?.rows ?? 0) },
      byAmount: { numerator: gross(one), denominator: gross(other) },
    };
  };
  return [
    rateOf('Refund rate', 'refund', 'paid'),
    rateOf('Dispute rate', 'dispute_funds_withdrawn', 'paid'),
    rateOf('Disputes reinstated', 'dispute_funds_reinstated', 'dispute_funds_withdrawn'),
  ];
}
