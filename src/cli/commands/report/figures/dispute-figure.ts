import { instantOf } from '../../../../client/api/instant.ts';
import { amountsOfRow, MoneySums } from '../../../../ledger/money-sums.ts';
import { counted, grouped } from '../../../terminal/format.ts';
import { moneyLabels, typeLabel } from '../../../terminal/labels.ts';
import { type Cell, type Figure, type ReportTable, textCell, usdCell } from '../report-document.ts';
import type { ReportTotals } from '../report-totals.ts';

/** Returns the rows of disputes, and with chargeback fees. */
export function disputeFigure(totals: ReportTotals): Figure {
  return {
    id: 'disputes',
    title: 'Disputes and chargebacks',
    note: 'Rows of a dispute, and all others with a chargeback fee.',
    table: totals.disputed.rows > 0 ? disputeTable(totals) : undefined,
  };
}

/** The last row is of those that are not listed. */
function disputeTable({ disputes, disputed, zone }: ReportTotals): ReportTable {
  const fields = ['amountUsd', 'chargebackFeeUsd', 'publisherNetAmountUsd'] as const;
  const inUsdOf = (sums: MoneySums): readonly Cell[] => fields.map((field) => usdCell(sums.sum(field)));
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
      isReadable ? { kind: 'date', date: zone.dayOf(instant / 1000) } : textCell(timestamp),
      ...[typeLabel(type), order ?? ''].map(textCell),
      ...inUsdOf(sums),
    ];
  });
  const line = (label: string, sums: MoneySums): readonly Cell[] => [
    ...[label, '', ''].map(textCell),
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
