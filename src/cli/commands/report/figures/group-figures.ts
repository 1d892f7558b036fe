import { shorten } from '../../../../client/errors/printable.ts';
import type { CurrencyDigits } from '../../../../client/money/currency-digits.ts';
import type { MoneySums } from '../../../../ledger/money-sums.ts';
import { grouped } from '../../../terminal/format.ts';
import { amounts } from '../groups/group-columns.ts';
import { chartOf, groupTable, maxName } from '../groups/group-table.ts';
import { type GroupingTable, groupingTables } from '../groups/groupings.ts';
import { type Group, type Groups, othersOf } from '../groups/groups.ts';
import { type Cell, type Figure, textCell } from '../report-document.ts';
import type { ReportTotals } from '../report-totals.ts';

/** Groups beside a chart; all others are one row, and the full table has them. */
const shownGroups = 10;
/** Groups of a full table, which only damaged data exceeds. */
const maxGroups = 300;

/** Returns the tables of groups, each with its chart. */
export function groupFigures(totals: ReportTotals, currencyDigits: CurrencyDigits): readonly Figure[] {
  return groupingTables.map((table) => groupFigure(totals, table, currencyDigits));
}

function groupFigure(
  totals: ReportTotals,
  { id, by, title: given, note, columnsOf, largest, only }: GroupingTable,
  currencyDigits: CurrencyDigits,
): Figure {
  const { total } = totals;
  const noun = by.label.toLowerCase();
  const title = given ?? `By ${noun}`;
  if (total.rows > 0 && !totals.has(by)) {
    const lacking = `The file does not have the column ${by.columns.at(-1)}.`;
    return { id, title, note: `${lacking} It was left out of the export, for example with --drop.` };
  }
  const { shown, all } = listGroups(totals.by(by), largest?.sumOf ?? netOf, only);
  const headOf = (group: Group): Cell => {
    const key = shorten(group.key, maxName);
    const name = shorten(by.nameOf?.(group) ?? group.key, maxName);
    return name === key ? textCell(key) : { kind: 'text', text: name, code: key };
  };
  const tableOf = (caption: string, groups: readonly Group[]) => {
    const first = { label: by.label, field: by.field, code: by.key };
    return groupTable({
      caption,
      first,
      columns: columnsOf?.(currencyDigits) ?? amounts,
      groups,
      total,
      headOf,
    });
  };
  return {
    id,
    title,
    note,
    chart: largest ? undefined : chartOf('bars', `Net by ${noun}`, shown, headOf),
    table: tableOf(`Largest ${by.plural} by ${largest?.name ?? 'net'}`, shown),
    full: all.length > shown.length ? tableOf(`All ${grouped(all.length)} ${by.plural}`, all) : undefined,
  };
}

function netOf(sums: MoneySums): bigint {
  return sums.sum('publisherNetAmountUsd');
}

/** Returns the largest groups first, each list with a row of all others. */
function listGroups(
  groups: Groups,
  sumOf: (sums: MoneySums) => bigint,
  only: (sums: MoneySums) => boolean = () => true,
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
