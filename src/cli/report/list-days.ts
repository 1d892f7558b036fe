import type { Receipt } from '../../ledger/receipt.ts';
import { type Group, Groups, MoneySums } from './groups.ts';
import { unreadable } from './report-totals.ts';

/** More days than this are shown as months. */
const maxDays = 100;
const millisecondsPerDay = 86_400_000;

/** Groups in the order of time. */
export interface Days {
  readonly unit: 'day' | 'month';
  readonly groups: readonly Group[];
}

/** Returns every day of the range, days without rows too; or months, if the range is long. */
export function listDays(byDay: Groups, receipt: Receipt | undefined): Days {
  const found = byDay.byKey().filter(({ key }) => key !== unreadable);
  const first = receipt?.startDate ?? found[0]?.key;
  const last = receipt ? lastDay(receipt.endDate) : found.at(-1)?.key;
  const days = first === undefined || last === undefined ? [] : daysBetween(first, last);
  // Rows outside of the range of their receipt would be an error, but they are never hidden.
  const keys = [...new Set([...days, ...found.map(({ key }) => key)])].sort();
  const readable =
    days.length > maxDays || keys.length > maxDays
      ? { unit: 'month' as const, groups: byMonth(found) }
      : {
          unit: 'day' as const,
          groups: keys.map((key) => ({ key, sums: byDay.get(key) ?? new MoneySums() })),
        };
  const rest = byDay.get(unreadable);
  return rest ? { ...readable, groups: [...readable.groups, { key: unreadable, sums: rest }] } : readable;
}

function byMonth(days: readonly Group[]): readonly Group[] {
  const months = new Groups();
  for (const { key, sums } of days) months.merge(key.slice(0, -3), sums);
  return months.byKey();
}

/** The end of a range is excluded. */
function lastDay(endDate: string): string {
  return new Date(Date.parse(endDate) - 1).toISOString();
}

function daysBetween(first: string, last: string): readonly string[] {
  const start = Math.floor(Date.parse(first) / millisecondsPerDay);
  const count = Math.floor(Date.parse(last) / millisecondsPerDay) - start + 1;
  const length = Math.min(Math.max(count, 0), maxDays + 1);
  return Array.from({ length }, (_, day) =>
    new Date((start + day) * millisecondsPerDay).toISOString().slice(0, 10),
  );
}
