import { transactionTypes } from '../../client/api/transactions.ts';
import { shorten } from '../../client/errors/printable.ts';
import { feeFields, type MoneyField } from '../../ledger/money-fields.ts';
import type { MoneySums } from '../../ledger/money-sums.ts';
import { moneyLabels, typeLabel } from '../labels.ts';
import { chartOf, maxName } from './group-table.ts';
import { type Group, othersOf } from './groups.ts';
import { type Cell, count, type Figure, type Table, text, usd } from './report-document.ts';
import type { ReportTotals } from './report-totals.ts';

/** Returns the amounts of each type. */
export function typeFigure({ byType, total }: ReportTotals): Figure {
  const named = byType.byKey().map(({ key, sums }) => ({ key: shorten(key, maxName), sums }));
  const types = [...inDocumentedOrder(named), ...othersOf([], byType.rest)];
  return {
    id: 'types',
    title: 'By type',
    note: 'Refunds are negative. Disputes and fees keep the sign the service sent.',
    chart: chartOf('bars', 'Net by type', types, ({ key }) => text(typeLabel(key))),
    table: typeTable(types, total),
  };
}

/** Undocumented types come last. */
function inDocumentedOrder(types: readonly Group[]): readonly Group[] {
  const order: readonly string[] = transactionTypes;
  const documented = order.flatMap((type) => types.filter(({ key }) => key === type));
  return [...documented, ...types.filter(({ key }) => !order.includes(key))];
}

/** Returns a statement: each field in US dollars, with a column for each type. */
function typeTable(groups: readonly Group[], total: MoneySums): Table {
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
