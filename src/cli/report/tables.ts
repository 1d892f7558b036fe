import { type CurrencyDigits, findMinorUnitDigits } from '../../client/money/currency-digits.ts';
import type { MoneyField } from '../../ledger/money-fields.ts';
import { type MoneySums } from '../../ledger/money-sums.ts';
import { formatShortDay, formatUsd } from '../format.ts';
import { moneyLabels, typeLabel } from '../labels.ts';
import {
  type Cell,
  type ChartData,
  count,
  type Table,
  type TableColumn,
  text,
  usd,
} from './report-document.ts';
import { feeFields, type Group } from './report-totals.ts';

/** A column of a table of groups. */
interface GroupColumn extends TableColumn {
  /** Returns the cell of a group; of several together, as in a total, it has no key. */
  readonly cellOf: (sums: MoneySums, key?: string) => Cell;
}

function inUsd(field: MoneyField): GroupColumn {
  return { label: moneyLabels[field], field, cellOf: (sums) => usd(sums.sum(field)) };
}

/** Amounts in the currency of the key: those in different currencies have no sum. */
function local(field: MoneyField, currencyDigits: CurrencyDigits): GroupColumn {
  const cellOf: GroupColumn['cellOf'] = (sums, key) =>
    key === undefined
      ? text('')
      : { kind: 'money', amount: sums.sum(field), digits: findMinorUnitDigits(key, currencyDigits) };
  return { label: moneyLabels[field], field, cellOf };
}

const rowCount: GroupColumn = { label: 'Rows', cellOf: ({ rows }) => count(rows) };

/** Gross, tax, fees and net in US dollars. */
export const amounts: readonly GroupColumn[] = [
  rowCount,
  inUsd('amountUsd'),
  inUsd('totalTaxAmountUsd'),
  { label: 'Fees, USD', field: feeFields.join(' + '), cellOf: (sums) => usd(sums.sum(...feeFields)) },
  inUsd('publisherNetAmountUsd'),
];

/** The amounts in a currency, and their US dollars. */
export function currencyAmounts(currencyDigits: CurrencyDigits): readonly GroupColumn[] {
  return [
    rowCount,
    local('amount', currencyDigits),
    local('totalTaxAmount', currencyDigits),
    inUsd('amountUsd'),
    inUsd('publisherNetAmountUsd'),
  ];
}

/** What a table of groups shows. */
interface GroupTable {
  readonly caption: string;
  /** Head of the column with the groups. */
  readonly first: TableColumn;
  readonly columns: readonly GroupColumn[];
  readonly groups: readonly Group[];
  readonly total: MoneySums;
  /** Returns the head of a row. */
  readonly headOf?: ((key: string) => Cell) | undefined;
}

/** Returns a table with a row for each group. */
export function groupTable({ caption, first, columns, groups, total, headOf = text }: GroupTable): Table {
  const cells = (sums: MoneySums, key?: string): readonly Cell[] =>
    columns.map(({ cellOf }) => cellOf(sums, key));
  return {
    caption,
    columns: [first, ...columns],
    rows: groups.map(({ key, sums, others }) =>
      others ? [text(key), ...cells(sums)] : [headOf(key), ...cells(sums, key)],
    ),
    total: [text('Total'), ...cells(total)],
  };
}

/** Returns a statement: each field in US dollars, with a column for each type. */
export function typeTable(groups: readonly Group[], total: MoneySums): Table {
  const all = [...groups.map(({ sums }) => sums), total];
  const line = (field: MoneyField): readonly Cell[] => [
    { kind: 'text', text: moneyLabels[field], field },
    ...all.map((sums) => usd(sums.sum(field))),
  ];
  return {
    caption: 'Amounts by type, in US dollars',
    columns: [
      { label: 'Amount' },
      ...groups.map(({ key }) => ({ label: typeLabel(key), field: key })),
      { label: 'Total' },
    ],
    rows: [
      [text('Rows'), ...all.map(({ rows }) => count(rows))],
      ...(['amountUsd', 'totalTaxAmountUsd', ...feeFields] as const).map(line),
    ],
    total: line('publisherNetAmountUsd'),
  };
}

/** Returns the chart of the net of groups; `undefined` if there are none. */
export function chartOf(
  kind: ChartData['kind'],
  title: string,
  groups: readonly Group[],
  headOf: (key: string) => Cell = text,
): ChartData | undefined {
  const bars = groups.map(({ key, sums, others }) => ({
    label: formatHead(headOf(key)),
    cents: sums.sum('publisherNetAmountUsd'),
    others,
  }));
  // Others are not one value of the column: they are never the highest.
  const single = bars.filter(({ others }) => !others);
  const [first = bars[0]] = single;
  if (!first) return undefined;
  const highest = single.reduce((a, b) => (b.cents > a.cents ? b : a), first);
  const lowest = single.reduce((a, b) => (b.cents < a.cents ? b : a), first);
  const description =
    `Bar chart of net in US dollars. Highest: ${highest.label}, ${formatUsd(highest.cents)}. ` +
    `Lowest: ${lowest.label}, ${formatUsd(lowest.cents)}. The table below has all figures.`;
  return { kind, title: `${title}, in US dollars`, description, bars };
}

function formatHead(head: Cell): string {
  if (head.kind === 'date') return formatShortDay(head.date);
  return head.kind === 'text' ? head.text : '';
}
