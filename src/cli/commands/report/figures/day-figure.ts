import { MoneySums } from '../../../../ledger/money-sums.ts';
import { counted, type TimeRange } from '../../../terminal/format.ts';
import { amounts } from '../groups/group-columns.ts';
import { chartOf, groupTable } from '../groups/group-table.ts';
import { type Group, Groups } from '../groups/groups.ts';
import { type Cell, type Figure, textCell } from '../report-document.ts';
import { type ReportTotals, unreadable } from '../report-totals.ts';

/** More days than this are shown as months. */
const maxDays = 100;
/** A hundred years, in case a receipt has a senseless range. */
const mostDays = 36_525;
const millisecondsPerDay = 86_400_000;

/** Every day of the range, days without rows too; or months, if the range is long. */
export function dayFigure({ byDay, total, zone }: ReportTotals, range: TimeRange | undefined): Figure {
  const found = byDay.byKey().filter(({ key }) => key !== unreadable);
  // The end of a range is excluded.
  const ends = range && [Date.parse(range.startDate), Date.parse(range.endDate) - 1];
  const [first = '', last = ''] = ends?.map((moment) => zone.dayOf(moment)) ?? [
    found[0]?.key,
    found.at(-1)?.key,
  ];
  const days = daysBetween(Date.parse(first), Date.parse(last));
  // Rows outside of the range of their receipt would be an error, but they are never hidden.
  const keys = [...new Set([...days, ...found.map(({ key }) => key)])].sort();
  const unit = keys.length > maxDays ? 'month' : 'day';
  const everyDay = keys.map((key) => ({ key, sums: byDay.get(key) ?? new MoneySums() }));
  const all = unit === 'month' ? byMonth(everyDay) : everyDay;
  const rest = byDay.get(unreadable);
  const groups = rest ? [...all, { key: unreadable, sums: rest }] : all;
  const headOf = ({ key }: Group): Cell => (key === unreadable ? textCell(key) : { kind: 'date', date: key });
  return {
    id: 'days',
    title: `By ${unit}`,
    note:
      zone.name === 'UTC'
        ? `A ${unit} is a UTC ${unit}, from 00:00 UTC on.`
        : `A ${unit} is one of the time zone ${zone.name}.`,
    chart: chartOf('columns', `Net by ${unit}`, groups, headOf),
    table: groupTable({
      caption: counted(groups.length, unit),
      first: { label: `${unit === 'day' ? 'Day' : 'Month'} (${zone.name})` },
      columns: amounts,
      groups,
      total,
      headOf,
    }),
  };
}

function byMonth(days: readonly Group[]): readonly Group[] {
  const months = new Groups();
  for (const { key, sums } of days) months.add(key.slice(0, -3), sums.sums, sums.rows);
  return months.byKey();
}

/** Returns the days of two moments and those between them. */
function daysBetween(first: number, last: number): readonly string[] {
  const start = Math.floor(first / millisecondsPerDay);
  const count = Math.floor(last / millisecondsPerDay) - start + 1;
  const length = Math.min(Math.max(count, 0), mostDays) || 0;
  return Array.from({ length }, (_, day) =>
    new Date((start + day) * millisecondsPerDay).toISOString().slice(0, 10),
  );
}
