import type { MoneyField } from '../../ledger/money-fields.ts';
import { formatUsd } from '../format.ts';
import { moneyLabels, nameOfCode, typeLabel } from '../labels.ts';
import type { Group, MoneySums } from './groups.ts';
import type { Cell, ChartData, Table, TableColumn } from './report-document.ts';

/** The lines of the statement by type, above its net. */
const statement = [
  'amountUsd',
  'totalTaxAmountUsd',
  'transactionFeeUsd',
  'chargebackFeeUsd',
  'currencyExchangeCostUsd',
] as const;

/** The three fees, which a report adds up. */
export const feeFields = ['transactionFeeUsd', 'chargebackFeeUsd', 'currencyExchangeCostUsd'] as const;

/** What a table of groups is about. */
export interface GroupTable {
  readonly caption: string;
  readonly groups: readonly Group[];
  readonly total: MoneySums;
  /** Head of the column with the groups. */
  readonly column: TableColumn;
  /** Returns the head of a row. */
  readonly head?: ((key: string) => Cell) | undefined;
}

/** Returns a table with gross, tax, fees and net of each group in US dollars. */
export function describeGroups({ caption, groups, total, column: first, head = text }: GroupTable): Table {
  const cells = (sums: MoneySums): readonly Cell[] => [
    rowCount(sums),
    usd(sums, 'amountUsd'),
    usd(sums, 'totalTaxAmountUsd'),
    money(sums.fees, 'USD'),
    usd(sums, 'publisherNetAmountUsd'),
  ];
  return {
    caption,
    columns: [
      first,
      { label: 'Rows' },
      column('amountUsd'),
      column('totalTaxAmountUsd'),
      { label: 'Fees, USD', field: feeFields.join(' + ') },
      column('publisherNetAmountUsd'),
    ],
    rows: groups.map(({ key, sums, others }) => [others ? text(key) : head(key), ...cells(sums)]),
    total: [text('Total'), ...cells(total)],
  };
}

/** Returns a statement: each field in US dollars, with a column for each type. */
export function describeTypes(groups: readonly Group[], total: MoneySums): Table {
  const all = [...groups.map(({ sums }) => sums), total];
  const line = (field: MoneyField): readonly Cell[] => [
    { kind: 'text', text: moneyLabels[field], field },
    ...all.map((sums) => usd(sums, field)),
  ];
  return {
    caption: 'Amounts by type, in US dollars',
    columns: [
      { label: 'Amount' },
      ...groups.map(({ key }) => ({ label: typeLabel(key), field: key })),
      { label: 'Total' },
    ],
    rows: [[text('Rows'), ...all.map(rowCount)], ...statement.map(line)],
    total: line('publisherNetAmountUsd'),
  };
}

/** Returns a table with the local amounts of each currency, and their US dollars. */
export function describeCurrencies(caption: string, groups: readonly Group[], total: MoneySums): Table {
  const cells = (sums: MoneySums): readonly Cell[] => [
    usd(sums, 'amountUsd'),
    usd(sums, 'publisherNetAmountUsd'),
  ];
  return {
    caption,
    columns: [
      { label: 'Currency', field: 'currencyCode' },
      { label: 'Rows' },
      column('amount'),
      column('totalTaxAmount'),
      column('amountUsd'),
      column('publisherNetAmountUsd'),
    ],
    rows: groups.map(({ key, sums, others = false }) => [
      others ? text(key) : coded('currency', key),
      rowCount(sums),
      // Amounts in different currencies have no sum.
      others ? text('') : money(sums.sum('amount'), key),
      others ? text('') : money(sums.sum('totalTaxAmount'), key),
      ...cells(sums),
    ]),
    total: [text('Total'), rowCount(total), text(''), text(''), ...cells(total)],
  };
}

function column(field: MoneyField): TableColumn {
  return { label: moneyLabels[field], field };
}

function text(value: string): Cell {
  return { kind: 'text', text: value };
}

/** Returns a code with its English name. */
export function coded(kind: 'currency' | 'region', code: string): Cell {
  const name = nameOfCode(kind, code);
  return name === undefined ? text(code) : { kind: 'text', text: name, code };
}

function rowCount({ rows }: MoneySums): Cell {
  return { kind: 'count', count: rows };
}

function usd(sums: MoneySums, field: MoneyField): Cell {
  return money(sums.sum(field), 'USD');
}

function money(amount: bigint, currencyCode: string): Cell {
  return { kind: 'money', amount, currencyCode };
}

/** Returns the chart of the net of groups; `undefined` if there are none. */
export function describeChart(
  kind: ChartData['kind'],
  title: string,
  groups: readonly Group[],
  labelOf: (key: string) => string = (key) => key,
): ChartData | undefined {
  const bars = groups.map(({ key, sums }) => ({
    label: labelOf(key),
    cents: sums.sum('publisherNetAmountUsd'),
  }));
  const [first] = bars;
  if (!first) return undefined;
  const highest = bars.reduce((a, b) => (b.cents > a.cents ? b : a), first);
  const lowest = bars.reduce((a, b) => (b.cents < a.cents ? b : a), first);
  const description =
    `Bar chart of net in US dollars. Highest: ${highest.label}, ${formatUsd(highest.cents)}. ` +
    `Lowest: ${lowest.label}, ${formatUsd(lowest.cents)}. The table below has all figures.`;
  return { kind, title: `${title}, in US dollars`, description, bars };
}
