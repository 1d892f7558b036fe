import type { CurrencyDigits } from '../../../../client/money/currency-digits.ts';
import type { LedgerRow } from '../../../../ledger/index.ts';
import type { MoneyColumn } from '../../../../ledger/money-fields.ts';
import type { MoneySums } from '../../../../ledger/money-sums.ts';
import type { RowWith } from '../../../ledger-files/ledger-row.ts';
import { nameOfCode } from '../../../terminal/labels.ts';
import { countryTaxes, currencyAmounts, offerAmounts, offerRefunds } from './group-columns.ts';
import type { GroupColumn } from './group-table.ts';
import { extraOf, type Group } from './groups.ts';

/** What the report reads of a ledger row; it may lack other columns. */
export type ReportRow = RowWith<MoneyColumn | 'timestamp' | 'type' | 'currency_code'>;

/** What rows are grouped by. */
export interface Grouping {
  /** What a group is of, such as `Country`, and several of these. */
  readonly label: string;
  readonly plural: string;
  /** Its name in the API. */
  readonly field: string;
  /** The columns that it is read from: one is enough, and a file without any is said to lack the last. */
  readonly columns: readonly (keyof LedgerRow)[];
  /** Whether its values are ids of one game's store, which are something else in another's. @defaultValue false */
  readonly isOfSource?: boolean;
  /** Returns the group of a row. */
  readonly keyOf: (row: ReportRow) => string | null | undefined;
  /** What its key is called in a workbook, beside its name. */
  readonly key: 'Code' | 'Id';
  /** Returns the name of a group. @defaultValue its key */
  readonly nameOf?: (group: Group) => string | undefined;
  /** Returns what a group keeps of its first row besides: a name, a currency. */
  readonly detailOf?: (row: ReportRow) => string | null | undefined;
}

const byCurrency: Grouping = {
  label: 'Currency',
  plural: 'currencies',
  field: 'currencyCode',
  columns: ['currency_code'],
  keyOf: (row) => row.currency_code,
  key: 'Code',
  nameOf: ({ key }) => nameOfCode('currency', key),
};

const byCountry: Grouping = {
  label: 'Country',
  plural: 'countries',
  field: 'geolocation.countryCode2',
  columns: ['country_code'],
  keyOf: (row) => row.country_code,
  key: 'Code',
  nameOf: ({ key }) => nameOfCode('region', key),
  detailOf: (row) => row.currency_code,
};

export const byPaymentMethod: Grouping = {
  label: 'Payment method',
  plural: 'payment methods',
  field: 'paymentMethod',
  columns: ['payment_method'],
  keyOf: (row) => row.payment_method,
  key: 'Id',
};

export const byOffer: Grouping = {
  label: 'Offer',
  plural: 'offers',
  field: 'offerDetails.offerName',
  columns: ['offer_id', 'offer_name'],
  isOfSource: true,
  keyOf: (row) => row.offer_id ?? row.offer_name,
  key: 'Id',
  nameOf: ({ detail }) => detail,
  detailOf: (row) => row.offer_name,
};

/** A table of groups. */
export interface GroupingTable {
  readonly id: string;
  readonly by: Grouping;
  /** @defaultValue `By` with the label */
  readonly title?: string;
  readonly note: string;
  /** Returns its columns. @defaultValue gross, tax, fees and net in US dollars */
  readonly columnsOf?: (currencyDigits: CurrencyDigits) => readonly GroupColumn[];
  /** What the largest groups have the most of. @defaultValue net, which a chart shows */
  readonly largest?: { readonly name: string; readonly sumOf: (sums: MoneySums) => bigint };
  /** Which groups are shown. @defaultValue all */
  readonly only?: (sums: MoneySums) => boolean;
}

/** The tables of groups in their order: an entry here is a table of the page, and a sheet of the workbook. */
export const groupingTables: readonly GroupingTable[] = [
  {
    id: 'currencies',
    by: byCurrency,
    note: 'Local amounts are in the currency of the row. Only amounts in US dollars can be added up.',
    columnsOf: currencyAmounts,
  },
  {
    id: 'countries',
    by: byCountry,
    note: 'The country of the player, by geolocation.',
  },
  {
    id: 'tax',
    by: byCountry,
    title: 'Tax by country',
    note: 'Local amounts are those of a country whose rows have one currency.',
    columnsOf: countryTaxes,
    largest: { name: 'tax', sumOf: (sums) => sums.sum('totalTaxAmountUsd') },
  },
  {
    id: 'payment-methods',
    by: byPaymentMethod,
    note: 'Names as the service sent them.',
  },
  {
    id: 'offers',
    by: byOffer,
    note: 'Rows with the same offer id are one offer, under the name in its first row. Sold are payments.',
    columnsOf: () => offerAmounts,
  },
  {
    id: 'refunds',
    by: byOffer,
    title: 'Refunds by offer',
    note: 'Refunds of this file, and as a share of what it sold: a refund may be of an earlier payment.',
    columnsOf: () => offerRefunds,
    largest: { name: 'refunds', sumOf: (sums) => -extraOf(sums, 'refundedUsd') },
    only: (sums) => extraOf(sums, 'refunds') > 0n,
  },
];

/** What rows have to be grouped by for these tables. */
export const groupings: readonly Grouping[] = [...new Set(groupingTables.map(({ by }) => by))];
