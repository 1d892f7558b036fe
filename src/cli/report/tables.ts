import { instantOf } from '../../client/api/instant.ts';
import { type CurrencyDigits, findMinorUnitDigits } from '../../client/money/currency-digits.ts';
import { feeFields, type MoneyField } from '../../ledger/money-fields.ts';
import { amountsOfRow, MoneySums } from '../../ledger/money-sums.ts';
import { counted, formatShortDay, formatUsd, grouped, hundredthsOf } from '../format.ts';
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
import { extraOf, type Group, type ReportTotals } from './report-totals.ts';

/** A column of a table of groups. */
interface GroupColumn extends TableColumn {
  readonly cellOf: (group: Group) => Cell;
}

function inUsd(field: MoneyField): GroupColumn {
  return { label: moneyLabels[field], field, cellOf: ({ sums }) => usd(sums.sum(field)) };
}

/** Returns the currency of a group; `undefined` if it has several. */
type CurrencyOf = (group: Group) => string | undefined;

const ownCurrency: CurrencyOf = ({ key, others }) => (others ? undefined : key);

/** Amounts in the currency of the group: those in different currencies have no sum. */
function local(field: MoneyField, currencyDigits: CurrencyDigits, currencyOf = ownCurrency): GroupColumn {
  const cellOf: GroupColumn['cellOf'] = (group) => {
    const currency = currencyOf(group);
    if (currency === undefined) return text('');
    return {
      kind: 'money',
      amount: group.sums.sum(field),
      digits: findMinorUnitDigits(currency, currencyDigits),
    };
  };
  return { label: moneyLabels[field], field, cellOf };
}

/** Gross in the currency divided by gross in US dollars, with six decimals. */
function exchangeRate(currencyDigits: CurrencyDigits): GroupColumn {
  const cellOf: GroupColumn['cellOf'] = ({ key, sums, others }) => {
    if (others) return text('');
    const digits = findMinorUnitDigits(key, currencyDigits);
    const cents = sums.sum('amountUsd');
    if (digits === undefined || cents === 0n) return text('n/a');
    const [sign, divisor] = cents < 0n ? [-1n, -cents] : [1n, cents];
    const rate = hundredthsOf({
      numerator: sign * sums.sum('amount') * 10_000n,
      denominator: divisor * 10n ** BigInt(digits),
    });
    return { kind: 'money', amount: rate ?? 0n, digits: 6 };
  };
  return { label: 'Local for 1 USD', field: 'amount / amountUsd', cellOf };
}

const rowCount: GroupColumn = { label: 'Rows', cellOf: ({ sums }) => count(sums.rows) };

/** Gross, tax, fees and net in US dollars. */
export const amounts: readonly GroupColumn[] = [
  rowCount,
  inUsd('amountUsd'),
  inUsd('totalTaxAmountUsd'),
  { label: 'Fees, USD', field: feeFields.join(' + '), cellOf: ({ sums }) => usd(sums.sum(...feeFields)) },
  inUsd('publisherNetAmountUsd'),
];

/** The amounts in a currency, and their US dollars. */
export function currencyAmounts(currencyDigits: CurrencyDigits): readonly GroupColumn[] {
  return [
    rowCount,
    local('amount', currencyDigits),
    local('totalTaxAmount', currencyDigits),
    exchangeRate(currencyDigits),
    inUsd('amountUsd'),
    inUsd('publisherNetAmountUsd'),
  ];
}

/** Gross and tax, in the currency of a country that has only one. */
export function countryTaxes(currencyDigits: CurrencyDigits): readonly GroupColumn[] {
  const currencyOf: CurrencyOf = ({ detail, hasOneDetail }) => (hasOneDetail ? detail : undefined);
  return [
    rowCount,
    {
      label: 'Currency',
      cellOf: (group) => text(group.others ? '' : (currencyOf(group) ?? 'several')),
    },
    local('amount', currencyDigits, currencyOf),
    local('totalTaxAmount', currencyDigits, currencyOf),
    inUsd('amountUsd'),
    inUsd('totalTaxAmountUsd'),
  ];
}

const sold: GroupColumn = { label: 'Sold', cellOf: ({ sums }) => count(Number(extraOf(sums, 'sold'))) };

/** The amounts of offers, with how many were sold. */
export const offerAmounts: readonly GroupColumn[] = [rowCount, sold, ...amounts.slice(1)];

/** The refunds of offers. */
export const offerRefunds: readonly GroupColumn[] = [
  sold,
  { label: 'Refunds', cellOf: ({ sums }) => count(Number(extraOf(sums, 'refunds'))) },
  {
    label: 'Refunds, %',
    cellOf: ({ sums }) => ({
      kind: 'percent',
      share: { numerator: extraOf(sums, 'refunds'), denominator: extraOf(sums, 'sold') },
    }),
  },
  { label: 'Refunded, USD', cellOf: ({ sums }) => usd(extraOf(sums, 'refundedUsd')) },
];

/** Returns the rows of disputes, and a row of those that are not listed. */
export function disputeTable({ disputes, disputed, zone }: ReportTotals): Table {
  const fields = ['amountUsd', 'chargebackFeeUsd', 'publisherNetAmountUsd'] as const;
  const inUsdOf = (sums: MoneySums): readonly Cell[] => fields.map((field) => usd(sums.sum(field)));
  const others = new MoneySums();
  others.add(disputed.sums, disputed.rows);
  const rows = disputes.map((row): readonly Cell[] => {
    const [amounts, sums] = [amountsOfRow(row), new MoneySums()];
    sums.add(amounts);
    others.add(
      amounts.map((amount) => -BigInt(amount)),
      -1,
    );
    const { timestamp, type, order_id: order } = row;
    const instant = instantOf(timestamp);
    const isReadable = !Number.isNaN(instant);
    return [
      isReadable ? { kind: 'date', date: zone.dayOf(instant / 1000) } : text(timestamp),
      ...[typeLabel(type), order ?? ''].map(text),
      ...inUsdOf(sums),
    ];
  });
  const line = (label: string, sums: MoneySums): readonly Cell[] => [
    ...[label, '', ''].map(text),
    ...inUsdOf(sums),
  ];
  return {
    caption: counted(disputed.rows, 'row'),
    columns: [
      ...[`Day (${zone.name})`, 'Type', 'Order'].map((label) => ({ label })),
      ...fields.map((field) => ({ label: moneyLabels[field], field })),
    ],
    rows: [...rows, ...(others.rows > 0 ? [line(`${grouped(others.rows)} others`, others)] : [])],
    total: line('Total', disputed),
  };
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
  readonly headOf: (group: Group) => Cell;
}

/** Returns a table with a row for each group. */
export function groupTable({ caption, first, columns, groups, total, headOf }: GroupTable): Table {
  const rowOf = (group: Group): readonly Cell[] => [
    group.others ? text(group.key) : headOf(group),
    ...columns.map(({ cellOf }) => cellOf(group)),
  ];
  return {
    caption,
    columns: [first, ...columns],
    rows: groups.map(rowOf),
    total: rowOf({ key: 'Total', sums: total, others: true }),
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
  headOf: (group: Group) => Cell,
): ChartData | undefined {
  const bars = groups.map((group) => ({
    label: group.others ? group.key : formatHead(headOf(group)),
    cents: group.sums.sum('publisherNetAmountUsd'),
    others: group.others,
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
