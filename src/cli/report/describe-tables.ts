import type { MoneyField } from '../../ledger/money-fields.ts';
import { formatUsd, grouped } from '../format.ts';
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

const labels: Readonly<Record<string, string>> = {
  amountUsd: 'Gross, USD',
  totalTaxAmountUsd: 'Tax, USD',
  currencyExchangeCostUsd: 'Exchange cost, USD',
  chargebackFeeUsd: 'Chargeback fee, USD',
  transactionFeeUsd: 'Transaction fee, USD',
  publisherNetAmountUsd: 'Net, USD',
};

/** Returns a table with gross, tax, fees and net of each group in US dollars. */
export function describeGroups(
  label: string,
  caption: string,
  groups: readonly Group[],
  total: MoneySums,
): Table {
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
      { label },
      { label: 'Rows' },
      column('amountUsd'),
      column('totalTaxAmountUsd'),
      { label: 'Fees, USD', field: 'all three fees' },
      column('publisherNetAmountUsd'),
    ],
    rows: groups.map(({ key, sums }) => [text(key), ...cells(sums)]),
    total: [text('Total'), ...cells(total)],
  };
}

/** Returns a statement: each field in US dollars, with a column for each type. */
export function describeTypes(groups: readonly Group[], total: MoneySums): Table {
  const all = [...groups, { key: 'Total', sums: total }];
  const line = (field: MoneyField): readonly Cell[] => [
    { kind: 'text', text: labels[field] ?? field, field },
    ...all.map(({ sums }) => usd(sums, field)),
  ];
  return {
    caption: 'Sums of each field by type',
    columns: [{ label: 'Field' }, ...all.map(({ key }) => ({ label: key }))],
    rows: [[text('Rows'), ...all.map(({ sums }) => rowCount(sums))], ...statement.map(line)],
    total: line('publisherNetAmountUsd'),
  };
}

/** Returns a table with the local amounts of each currency, and their US dollars. */
export function describeCurrencies(groups: readonly Group[], total: MoneySums): Table {
  const local = (sums: MoneySums, currencyCode: string): readonly Cell[] => [
    money(sums.sum('amount'), currencyCode),
    money(sums.sum('totalTaxAmount'), currencyCode),
  ];
  const cells = (sums: MoneySums): readonly Cell[] => [
    usd(sums, 'amountUsd'),
    usd(sums, 'publisherNetAmountUsd'),
  ];
  return {
    caption: 'Local amounts and US dollars by currency, largest net first',
    columns: [
      { label: 'Currency', field: 'currencyCode' },
      { label: 'Rows' },
      { label: 'Gross, local', field: 'amount' },
      { label: 'Tax, local', field: 'totalTaxAmount' },
      column('amountUsd'),
      column('publisherNetAmountUsd'),
    ],
    rows: groups.map(({ key, sums }) => [text(key), rowCount(sums), ...local(sums, key), ...cells(sums)]),
    total: [text('Total'), rowCount(total), text(''), text(''), ...cells(total)],
  };
}

function column(field: MoneyField): TableColumn {
  return { label: labels[field] ?? field, field };
}

function text(value: string): Cell {
  return { kind: 'text', text: value };
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

/** Bars side by side; columns of time are all shown. */
const maxBars = 10;

/** Returns the chart of the net of groups; `undefined` if there are none. */
export function describeChart(
  kind: ChartData['kind'],
  title: string,
  groups: readonly Group[],
): ChartData | undefined {
  const all = groups.map(({ key, sums }) => ({ label: key, cents: sums.sum('publisherNetAmountUsd') }));
  const bars = kind === 'columns' ? all : all.slice(0, maxBars);
  const [first] = bars;
  if (!first) return undefined;
  const highest = bars.reduce((a, b) => (b.cents > a.cents ? b : a), first);
  const lowest = bars.reduce((a, b) => (b.cents < a.cents ? b : a), first);
  const description = [
    `Bar chart of publisherNetAmountUsd in US dollars.`,
    bars.length < all.length && `The first ${bars.length} of ${grouped(all.length)}.`,
    `Highest: ${highest.label}, ${formatUsd(highest.cents)}.`,
    `Lowest: ${lowest.label}, ${formatUsd(lowest.cents)}.`,
    'The table below has all figures.',
  ];
  return { kind, title, description: description.filter((line) => line !== false).join(' '), bars };
}
