import { shorten } from '../../errors/printable.ts';
import type { Receipt } from '../../ledger/receipt.ts';
import { grouped } from '../format.ts';
import { describeChart, describeCurrencies, describeGroups, describeTypes } from './describe-tables.ts';
import { type Group, Groups, MoneySums } from './groups.ts';
import type { Section } from './report-document.ts';
import { type optionalColumns, type ReportTotals, unreadable } from './report-totals.ts';

/** Rows of a table of offers; other tables show every group, up to a number that only damaged data exceeds. */
const topOffers = 20;
const maxGroups = 300;
/** Longer names are cut, so that one of them cannot fill the page. */
const maxName = 120;

const net = 'publisherNetAmountUsd';

/** Returns the tables of a report, each with its chart. */
export function describeSections(totals: ReportTotals, receipt: Receipt | undefined): readonly Section[] {
  const { total } = totals;
  const days = listDays(totals.byDay, receipt);
  const byType = inDocumentedOrder(totals.byType.byKey().map(named));
  const byCurrency = totals.byCurrency.byLargest(net).map(named);
  return [
    {
      id: 'types',
      title: 'By type',
      note: 'The specification documents negative amounts for refunds only; the signs of disputes and fees are as received.',
      chart: describeChart('bars', 'Net by type', byType),
      table: describeTypes(byType, total),
    },
    {
      id: 'days',
      title: `Net by ${days.unit}`,
      note: `A ${days.unit} is a UTC ${days.unit} of timestamp, from 00:00:00 to 23:59:59.999 UTC.`,
      chart: describeChart('columns', `Net by ${days.unit}`, days.groups),
      table: describeGroups(
        days.unit === 'day' ? 'Day (UTC)' : 'Month (UTC)',
        `Sums by UTC ${days.unit}`,
        days.groups,
        total,
      ),
    },
    {
      id: 'currencies',
      title: 'By currency',
      note: 'Local amounts are exact, in the currency of the row, with the digits of ISO 4217. Only amounts in US dollars can be added up.',
      chart: describeChart('bars', 'Net by currency', byCurrency),
      table: describeCurrencies(byCurrency, total),
    },
    section(totals, {
      id: 'countries',
      title: 'By country',
      label: 'Country',
      column: 'country_code',
      note: 'The country is geolocation.countryCode2.',
      groups: totals.byCountry,
    }),
    section(totals, {
      id: 'payment-methods',
      title: 'By payment method',
      label: 'Payment method',
      column: 'payment_method',
      note: 'The payment method is transactionDetails.paymentMethod, whose values are not documented.',
      groups: totals.byPaymentMethod,
    }),
    section(totals, {
      id: 'offers',
      title: 'Top offers',
      label: 'Offer',
      column: totals.has('offer_id') ? 'offer_id' : 'offer_name',
      note: 'Offers with the largest net. Rows with the same offerId are one offer, under the name of its first row.',
      groups: totals.byOffer,
      max: topOffers,
      nameOf: (key) => totals.offerName(key),
    }),
  ];
}

interface OptionalSection extends Pick<Section, 'id' | 'title' | 'note'> {
  readonly label: string;
  readonly column: (typeof optionalColumns)[number];
  readonly groups: Groups;
  readonly max?: number;
  readonly nameOf?: (key: string) => string;
}

function section(totals: ReportTotals, options: OptionalSection): Section {
  const { id, title, label, column, note, groups, max = maxGroups, nameOf = (key: string) => key } = options;
  if (totals.total.rows > 0 && !totals.has(column)) {
    return {
      id,
      title,
      note: `The file does not have the column ${column}. It was left out of the export, for example with --drop.`,
    };
  }
  const all = groups.byLargest(net).map(({ key, sums }) => named({ key: nameOf(key), sums }));
  const shown = all.slice(0, max);
  const others = othersOf(all.slice(max), groups.rest);
  return {
    id,
    title,
    note,
    chart: describeChart(
      'bars',
      `Net ${title === 'Top offers' ? 'of the top offers' : title.replace('By', 'by')}`,
      shown,
    ),
    table: describeGroups(
      label,
      `Sums by ${label.toLowerCase()}, largest net first`,
      [...shown, ...others],
      totals.total,
    ),
  };
}

function othersOf(groups: readonly Group[], rest: MoneySums): readonly Group[] {
  const sums = new MoneySums();
  for (const group of groups) sums.merge(group.sums);
  sums.merge(rest);
  const key = rest.rows === 0 ? `All ${grouped(groups.length)} others` : 'All others';
  return sums.rows === 0 ? [] : [{ key, sums }];
}

function named({ key, sums }: Group): Group {
  return { key: shorten(key, maxName), sums };
}

const documentedTypes = ['paid', 'refund', 'dispute_funds_withdrawn', 'dispute_funds_reinstated'];

/** Undocumented types come last. */
function inDocumentedOrder(types: readonly Group[]): readonly Group[] {
  const documented = documentedTypes.flatMap((type) => types.filter(({ key }) => key === type));
  return [...documented, ...types.filter(({ key }) => !documentedTypes.includes(key))];
}

/** More days than this are shown as months. */
const maxDays = 100;
const millisecondsPerDay = 86_400_000;

/** Groups in the order of time. */
interface Days {
  readonly unit: 'day' | 'month';
  readonly groups: readonly Group[];
}

/** Returns every day of the range, days without rows too; or months, if the range is long. */
function listDays(byDay: Groups, receipt: Receipt | undefined): Days {
  const found = byDay.byKey().filter(({ key }) => key !== unreadable);
  const first = receipt?.startDate ?? found[0]?.key;
  const last = receipt ? lastDay(receipt.endDate) : found.at(-1)?.key;
  const days = first === undefined || last === undefined ? [] : daysBetween(first, last);
  // Rows outside of the range of their receipt would be an error, but they are never hidden.
  const keys = [...new Set([...days, ...found.map(({ key }) => key)])].sort();
  const readable =
    days.length > maxDays || keys.length > maxDays
      ? { unit: 'month' as const, groups: byMonth(found) }
      : {
          unit: 'day' as const,
          groups: keys.map((key) => ({ key, sums: byDay.get(key) ?? new MoneySums() })),
        };
  const rest = byDay.get(unreadable);
  return rest ? { ...readable, groups: [...readable.groups, { key: unreadable, sums: rest }] } : readable;
}

function byMonth(days: readonly Group[]): readonly Group[] {
  const months = new Groups();
  for (const { key, sums } of days) months.merge(key.slice(0, -3), sums);
  return months.byKey();
}

/** The end of a range is excluded. */
function lastDay(endDate: string): string {
  return new Date(Date.parse(endDate) - 1).toISOString();
}

function daysBetween(first: string, last: string): readonly string[] {
  const start = Math.floor(Date.parse(first) / millisecondsPerDay);
  const count = Math.floor(Date.parse(last) / millisecondsPerDay) - start + 1;
  const length = Math.min(Math.max(count, 0), maxDays + 1);
  return Array.from({ length }, (_, day) =>
    new Date((start + day) * millisecondsPerDay).toISOString().slice(0, 10),
  );
}
