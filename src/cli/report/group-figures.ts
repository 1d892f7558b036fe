import { transactionTypes } from '../../client/api/transactions.ts';
import { shorten } from '../../client/errors/printable.ts';
import type { CurrencyDigits } from '../../client/money/currency-digits.ts';
import { MoneySums } from '../../ledger/money-sums.ts';
import { grouped, type TimeRange } from '../format.ts';
import { dayFigure } from './day-figure.ts';
import { nameOfCode, typeLabel } from '../labels.ts';
import { type Cell, type Figure, text } from './report-document.ts';
import {
  extraOf,
  type Group,
  type Groups,
  type optionalColumns,
  type ReportTotals,
} from './report-totals.ts';
import {
  amounts,
  chartOf,
  countryTaxes,
  currencyAmounts,
  disputeTable,
  groupTable,
  offerAmounts,
  offerRefunds,
  typeTable,
} from './tables.ts';

/** Groups beside a chart; all others are one row, and the full table has them. */
const shownGroups = 10;
/** Groups of a full table, which only damaged data exceeds. */
const maxGroups = 300;
/** Longer names are cut, so that one of them cannot fill the page. */
const maxName = 120;

/** Returns the tables of a report, each with its chart. */
export function groupFigures(
  totals: ReportTotals,
  range: TimeRange | undefined,
  currencyDigits: CurrencyDigits,
): readonly Figure[] {
  const { total, byType, byCurrency, byCountry, byPaymentMethod, byOffer } = totals;
  const offers = {
    label: 'Offer',
    field: 'offerDetails.offerName',
    groups: byOffer,
    column: totals.has('offer_id') ? 'offer_id' : 'offer_name',
    nameOf: ({ detail }: Group) => detail,
  } as const;
  const types = [...inDocumentedOrder(byType.byKey().map(named)), ...othersOf([], byType.rest)];
  return [
    dayFigure(totals, range),
    {
      id: 'types',
      title: 'By type',
      note: 'Refunds are negative. Disputes and fees keep the sign the service sent.',
      chart: chartOf('bars', 'Net by type', types, ({ key }) => text(typeLabel(key))),
      table: typeTable(types, total),
    },
    groupFigure(totals, {
      id: 'currencies',
      label: 'Currency',
      field: 'currencyCode',
      note: 'Local amounts are in the currency of the row. Only amounts in US dollars can be added up.',
      groups: byCurrency,
      code: 'currency',
      columns: currencyAmounts(currencyDigits),
    }),
    groupFigure(totals, {
      id: 'countries',
      label: 'Country',
      field: 'geolocation.countryCode2',
      note: 'The country of the player, by geolocation.',
      groups: byCountry,
      column: 'country_code',
      code: 'region',
    }),
    groupFigure(totals, {
      id: 'tax',
      title: 'Tax by country',
      label: 'Country',
      field: 'geolocation.countryCode2',
      note: 'Local amounts are those of a country whose rows have one currency.',
      groups: byCountry,
      column: 'country_code',
      code: 'region',
      columns: countryTaxes(currencyDigits),
      largest: { name: 'tax', sumOf: (sums) => sums.sum('totalTaxAmountUsd') },
    }),
    groupFigure(totals, {
      id: 'payment-methods',
      label: 'Payment method',
      field: 'paymentMethod',
      note: 'Names as the service sent them.',
      groups: byPaymentMethod,
      column: 'payment_method',
    }),
    groupFigure(totals, {
      ...offers,
      id: 'offers',
      note: 'Rows with the same offer id are one offer, under the name in its first row. Sold are payments.',
      columns: offerAmounts,
    }),
    groupFigure(totals, {
      ...offers,
      id: 'refunds',
      title: 'Refunds by offer',
      note: 'Refunds of this file, and as a share of what it sold: a refund may be of an earlier payment.',
      columns: offerRefunds,
      largest: { name: 'refunds', sumOf: (sums) => -extraOf(sums, 'refundedUsd') },
      only: (sums) => extraOf(sums, 'refunds') > 0n,
    }),
    {
      id: 'disputes',
      title: 'Disputes and chargebacks',
      note: 'Rows of a dispute, and all others with a chargeback fee.',
      table: totals.disputed.rows > 0 ? disputeTable(totals) : undefined,
    },
  ];
}

/** Rows that are grouped by a column. */
interface Grouping extends Pick<Figure, 'id' | 'note'> {
  /** @defaultValue `By` with the label */
  readonly title?: string;
  readonly label: string;
  /** Its name in the API. */
  readonly field: string;
  readonly groups: Groups;
  /** The column of the file, if an export can leave it out. */
  readonly column?: (typeof optionalColumns)[number];
  /** What the keys are codes of, if they are any. */
  readonly code?: 'currency' | 'region';
  readonly columns?: typeof amounts;
  readonly nameOf?: (group: Group) => string | undefined;
  /** What the largest groups have the most of. @defaultValue net, which a chart shows */
  readonly largest?: { readonly name: string; readonly sumOf: (sums: MoneySums) => bigint };
  /** Which groups are shown. @defaultValue all */
  readonly only?: (sums: MoneySums) => boolean;
}

const net = { name: 'net', sumOf: (sums: MoneySums) => sums.sum('publisherNetAmountUsd') };

function groupFigure({ total, has }: ReportTotals, grouping: Grouping): Figure {
  const { id, label, field, note, groups, column, code, columns = amounts, largest = net } = grouping;
  const by = `by ${label.toLowerCase()}`;
  const { title = `B${by.slice(1)}`, nameOf = ({ key }: Group) => code && nameOfCode(code, key) } = grouping;
  if (column !== undefined && total.rows > 0 && !has(column)) {
    return {
      id,
      title,
      note: `The file does not have the column ${column}. It was left out of the export, for example with --drop.`,
    };
  }
  const { shown, all } = listGroups(groups, grouping.only, largest.sumOf);
  const plural = `${label.toLowerCase().replace(/y$/, 'ie')}s`;
  const headOf = (group: Group): Cell => {
    const shownKey = shorten(group.key, maxName);
    const shownName = shorten(nameOf(group) ?? group.key, maxName);
    return shownName === shownKey ? text(shownKey) : { kind: 'text', text: shownName, code: shownKey };
  };
  const first = { label, field, code: code === undefined ? 'Id' : 'Code' };
  const tableOf = (some: readonly Group[], caption: string) =>
    groupTable({ caption, first, columns, groups: some, total, headOf });
  return {
    id,
    title,
    note,
    chart: largest === net ? chartOf('bars', `Net ${by}`, shown, headOf) : undefined,
    table: tableOf(shown, `Largest ${plural} by ${largest.name}`),
    full: all.length > shown.length ? tableOf(all, `All ${grouped(all.length)} ${plural}`) : undefined,
  };
}

/** Returns the largest groups first, each list with a row of all others. */
function listGroups(
  groups: Groups,
  only: Grouping['only'] = () => true,
  sumOf = net.sumOf,
): { readonly shown: readonly Group[]; readonly all: readonly Group[] } {
  const found = groups.byLargest(sumOf, only);
  const firstOf = (count: number): readonly Group[] => [
    ...found.slice(0, count),
    ...othersOf(found.slice(count), groups.rest),
  ];
  const all = firstOf(maxGroups);
  // A row of one other would be no shorter.
  return { shown: found.length > shownGroups + 1 ? firstOf(shownGroups) : all, all };
}

function othersOf(groups: readonly Group[], rest: MoneySums): readonly Group[] {
  const sums = new MoneySums();
  for (const other of [...groups.map((group) => group.sums), rest]) sums.add(other.sums, other.rows);
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
