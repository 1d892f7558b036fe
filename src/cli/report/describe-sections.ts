import { transactionTypes } from '../../api/transactions.ts';
import { shorten } from '../../errors/printable.ts';
import type { Receipt } from '../../ledger/receipt.ts';
import { formatShortDay } from '../dates.ts';
import { counted, grouped } from '../format.ts';
import { nameOfCode, typeLabel } from '../labels.ts';
import {
  coded,
  describeChart,
  describeCurrencies,
  describeGroups,
  describeTypes,
} from './describe-tables.ts';
import { type Group, type Groups, MoneySums } from './groups.ts';
import { type Days, listDays } from './list-days.ts';
import type { Cell, Section, Table } from './report-document.ts';
import { noValue, type optionalColumns, type ReportTotals, unreadable } from './report-totals.ts';

/** Groups beside a chart; all others are one row, and the full table has them. */
const shownGroups = 10;
/** Groups of a full table, which only damaged data exceeds. */
const maxGroups = 300;
/** Longer names are cut, so that one of them cannot fill the page. */
const maxName = 120;

/** Returns the tables of a report, each with its chart. */
export function describeSections(totals: ReportTotals, receipt: Receipt | undefined): readonly Section[] {
  return [
    daySection(listDays(totals.byDay, receipt), totals),
    typeSection(totals),
    currencySection(totals),
    section(totals, {
      id: 'countries',
      plural: 'countries',
      label: 'Country',
      column: 'country_code',
      field: 'geolocation.countryCode2',
      note: 'The country of the player, by geolocation.',
      groups: totals.byCountry,
      head: (key) => coded('region', key),
      labelOf: (key) => nameOfCode('region', key) ?? key,
    }),
    section(totals, {
      id: 'payment-methods',
      plural: 'payment methods',
      label: 'Payment method',
      column: 'payment_method',
      field: 'paymentMethod',
      note: 'Names as the service sent them.',
      groups: totals.byPaymentMethod,
    }),
    section(totals, {
      id: 'offers',
      plural: 'offers',
      label: 'Offer',
      column: totals.has('offer_id') ? 'offer_id' : 'offer_name',
      field: 'offerDetails.offerName',
      note: 'Rows with the same offer id are one offer, under the name in its first row.',
      groups: totals.byOffer,
      nameOf: (key) => totals.offerName(key),
    }),
  ];
}

function daySection({ unit, groups }: Days, { total }: ReportTotals): Section {
  return {
    id: 'days',
    title: `By ${unit}`,
    note: `A ${unit} is a UTC ${unit}, from 00:00 UTC on.`,
    chart: describeChart('columns', `Net by ${unit}`, groups, (key) =>
      key === unreadable ? key : formatShortDay(key),
    ),
    table: describeGroups({
      caption: counted(groups.length, unit),
      groups,
      total,
      column: { label: unit === 'day' ? 'Day (UTC)' : 'Month (UTC)' },
      head: (key) => (key === unreadable ? { kind: 'text', text: key } : { kind: 'day', day: key }),
    }),
  };
}

function typeSection({ byType, total }: ReportTotals): Section {
  const types = inDocumentedOrder(byType.byKey().map(named));
  return {
    id: 'types',
    title: 'By type',
    note: 'Refunds are negative. Disputes and fees keep the sign the service sent.',
    chart: describeChart('bars', 'Net by type', types, typeLabel),
    table: describeTypes(types, total),
  };
}

function currencySection({ byCurrency, total }: ReportTotals): Section {
  const list = listGroups(byCurrency);
  return {
    id: 'currencies',
    title: 'By currency',
    note: 'Local amounts are in the currency of the row. Only amounts in US dollars can be added up.',
    chart: describeChart('bars', 'Net by currency', list.shown, (key) => nameOfCode('currency', key) ?? key),
    ...tablesOf(list, 'currencies', (groups, caption) => describeCurrencies(caption, groups, total)),
  };
}

interface OptionalSection extends Pick<Section, 'id' | 'note'> {
  readonly label: string;
  readonly plural: string;
  readonly column: (typeof optionalColumns)[number];
  /** Its name in the API. */
  readonly field: string;
  readonly groups: Groups;
  readonly nameOf?: (key: string) => string;
  readonly head?: (key: string) => Cell;
  readonly labelOf?: (key: string) => string;
}

function section(totals: ReportTotals, options: OptionalSection): Section {
  const { id, label, plural, column, field, note, groups, nameOf, head, labelOf } = options;
  const by = `by ${label.toLowerCase()}`;
  const title = `B${by.slice(1)}`;
  if (totals.total.rows > 0 && !totals.has(column)) {
    return {
      id,
      title,
      note: `The file does not have the column ${column}. It was left out of the export, for example with --drop.`,
    };
  }
  const list = listGroups(groups, nameOf);
  const chart = describeChart('bars', `Net ${by}`, list.shown, labelOf);
  const describe = (shown: readonly Group[], caption: string): Table =>
    describeGroups({ caption, groups: shown, total: totals.total, column: { label, field }, head });
  return { id, title, note, chart, ...tablesOf(list, plural, describe) };
}

/** Groups with the largest net first, each list with a row of all others. */
interface GroupList {
  readonly shown: readonly Group[];
  readonly all: readonly Group[];
}

function listGroups(groups: Groups, nameOf = (key: string): string => key): GroupList {
  const all = groups
    .byLargest('publisherNetAmountUsd')
    .map(({ key, sums }) => named({ key: key === noValue ? key : nameOf(key), sums }));
  // A row of one other would be no shorter.
  const shown = all.length > shownGroups + 1 ? shownGroups : all.length;
  return {
    shown: [...all.slice(0, shown), ...othersOf(all.slice(shown), groups.rest)],
    all: [...all.slice(0, maxGroups), ...othersOf(all.slice(maxGroups), groups.rest)],
  };
}

/** Returns the table beside the chart, and the full one if it has more rows. */
function tablesOf(
  { shown, all }: GroupList,
  plural: string,
  describe: (groups: readonly Group[], caption: string) => Table,
): Pick<Section, 'table' | 'full'> {
  const table = describe(shown, `Largest ${plural} by net`);
  return all.length > shown.length
    ? { table, full: describe(all, `All ${grouped(all.length)} ${plural}`) }
    : { table };
}

function othersOf(groups: readonly Group[], rest: MoneySums): readonly Group[] {
  const sums = new MoneySums();
  for (const group of groups) sums.merge(group.sums);
  sums.merge(rest);
  const key = rest.rows === 0 ? `${grouped(groups.length)} others` : 'All others';
  return sums.rows === 0 ? [] : [{ key, sums, others: true }];
}

function named({ key, sums }: Group): Group {
  return { key: shorten(key, maxName), sums };
}

/** Undocumented types come last. */
function inDocumentedOrder(types: readonly Group[]): readonly Group[] {
  const order: readonly string[] = transactionTypes;
  const documented = order.flatMap((type) => types.filter(({ key }) => key === type));
  return [...documented, ...types.filter(({ key }) => !order.includes(key))];
}
