import type { MoneySums } from '../../../../ledger/money-sums.ts';
import { formatShortDay, formatUsd } from '../../../terminal/format.ts';
import {
  type Cell,
  type ChartData,
  type ReportTable,
  type TableColumn,
  textCell,
} from '../report-document.ts';
import type { Group } from './groups.ts';

/** Longer names are cut, so that one of them cannot fill the page. */
export const maxName = 120;

/** A column of a table of groups. */
export interface GroupColumn extends TableColumn {
  readonly cellOf: (group: Group) => Cell;
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
export function groupTable({ caption, first, columns, groups, total, headOf }: GroupTable): ReportTable {
  const rowOf = (group: Group): readonly Cell[] => [
    group.others ? textCell(group.key) : headOf(group),
    ...columns.map(({ cellOf }) => cellOf(group)),
  ];
  return {
    caption,
    columns: [first, ...columns],
    rows: groups.map(rowOf),
    total: rowOf({ key: 'Total', sums: total, others: true }),
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
