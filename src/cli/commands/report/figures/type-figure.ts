import { transactionTypes } from '../../../../client/api/transactions.ts';
import { shorten } from '../../../../client/errors/printable.ts';
import { feeFields, type MoneyField } from '../../../../ledger/money-fields.ts';
import type { MoneySums } from '../../../../ledger/money-sums.ts';
import { moneyLabels, typeLabel } from '../../../terminal/labels.ts';
import { chartOf, maxName } from '../groups/group-table.ts';
import { type Group, othersOf } from '../groups/groups.ts';
import {
  type Cell,
  countCell,
  type Figure,
  type ReportTable,
  textCell,
  usdCell,
} from '../report-document.ts';
import type { ReportTotals } from '../report-totals.ts';

/** Returns the amounts of each type. */
export function typeFigure({ byType, total }: ReportTotals): Figure {
  const named = byType.byKey().map(({ key, sums }) => ({ key: shorten(key, maxName), sums }));
  const types = [...inDocumentedOrder(named), ...othersOf([], byType.rest)];
  return {
    id: 'types',
    title: 'By type',
    note: 'Refunds are negative. Disputes and fees keep the sign the service sent.',
    chart: chartOf('bars', 'Net by type', types, ({ key }) => textCell(typeLabel(key))),
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
function typeTable(groups: readonly Group[], total: MoneySums): ReportTable {
  const all = [...groups.map(({ sums }) => sums), total];
  const line = (field: MoneyField): readonly Cell[] => [
    { kind: 'text', text: moneyLabels[field], field },
    ...all.map((sums) => usdCell(sums.sum(field))),
  ];
  return {
    caption: 'Amounts by type, in US dollars',
    columns: [
      { label: 'Amount' },
      ...groups.map(({ key }) => ({ label: typeLabel(key), field: key })),
      { label: 'Total' },
    ],
    rows: [
      [textCell('Rows'), ...all.map(({ rows }) => countCell(rows))],
      ...(['amountUsd', 'totalTaxAmountUsd', ...feeFields] as const).map(line),
    ],
    total: line('publisherNetAmountUsd'),
  };
}
