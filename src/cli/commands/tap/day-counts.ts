import * as z from 'zod';

import { utcDay } from '../../../client/api/utc-range.ts';
import { requestCount } from '../../../client/resources/request-count.ts';
import { countedBefore, withMargin } from '../../../ledger/completeness.ts';
import type { ReceiptState } from '../../../ledger/receipt.ts';
import type { Connection } from '../../service/connection.ts';

const count = z.int().min(0);

/** The rule of what a state has of the days that were read. */
export const dayCountsSchema = z.strictObject({
  /** The first day that is known. */
  from: z.iso.datetime({ precision: 3 }),
  /**
   * Of each day that has rows, such as `2026-10-01`: how many the service counted with a second on both sides, and which of
   * `groups` they are.
   */
  days: z.record(z.iso.date(), z.strictObject({ counted: count, groups: z.array(count).readonly() })),
  /** All currencies and types of rows so far. */
  groups: z.array(z.strictObject({ currencyCode: z.string(), type: z.string() })).readonly(),
});

/** How many rows the days had that were read, from 30 days before the last row on, or the look-back if that is longer. */
export type DayCounts = Readonly<z.output<typeof dayCountsSchema>>;

/** Returns the counts with those of a day that was read; `lookBack` is how long a day may be read again, in milliseconds. */
export function withDay(
  counts: DayCounts | undefined,
  startDate: string,
  { rows, totalCount, sums }: Pick<ReceiptState, 'rows' | 'totalCount' | 'sums'>,
  lookBack: number,
): DayCounts {
  const own = new Set(sums.map(nameOf));
  const known = [
    ...(counts?.groups ?? []),
    ...sums.map(({ currencyCode, type }) => ({ currencyCode, type })),
  ];
  const groups = [...new Map(known.map((group) => [nameOf(group), group])).values()];
  const indexes = groups.flatMap((group, index) => (own.has(nameOf(group)) ? [index] : []));
  const day = { counted: totalCount ?? rows, groups: indexes };
  const days = { ...counts?.days, [dayOf(startDate)]: day };
  const filled = Object.fromEntries(Object.entries(days).filter(([, day]) => day.counted > 0));
  const from = counts && counts.from < startDate ? counts.from : startDate;
  const kept = startOf({ from, days: filled }, Math.max(countedBefore, lookBack));
  return {
    from: kept,
    groups,
    days: Object.fromEntries(Object.entries(filled).filter(([day]) => utcDay(day).startDate >= kept)),
  };
}

/** Returns when the counts begin that are not older than the last row by more than so long, in milliseconds. */
function startOf({ from, days }: Pick<DayCounts, 'from' | 'days'>, before: number): string {
  const last = Object.keys(days).toSorted().at(-1);
  const oldest = last === undefined ? from : new Date(Date.parse(last) - before).toISOString();
  return from > oldest ? from : oldest;
}

/** Returns the currencies and types that a day had, and has no longer. */
export function groupsLost(
  counts: DayCounts | undefined,
  startDate: string,
  { sums }: Pick<ReceiptState, 'sums'>,
): DayCounts['groups'] {
  const own = new Set(sums.map(nameOf));
  const before = counts?.days[dayOf(startDate)]?.groups ?? [];
  return before.flatMap((index) => counts?.groups[index] ?? []).filter((group) => !own.has(nameOf(group)));
}

function nameOf({ currencyCode, type }: DayCounts['groups'][number]): string {
  return `${currencyCode} ${type}`;
}

function dayOf(startDate: string): string {
  return startDate.slice(0, '2026-10-01'.length);
}

/**
 * Returns the first day before another one of which the service counts other rows than before; that one if there is none. Each day
 * with rows is counted, and each time without rows between them: a row that moves from a day to another one changes no sum of them.
 */
export async function firstDifferent(
  { client }: Connection,
  counts: DayCounts | undefined,
  end: string,
  signal: AbortSignal,
): Promise<string> {
  if (!counts) return end;
  const countRows = (startDate: string, endDate: string): Promise<number | undefined> =>
    requestCount((query) => client.transactions.list(query, { signal }), withMargin({ startDate, endDate }));
  const start = startOf(counts, countedBefore);
  const days = Object.entries(counts.days)
    .map(([day, { counted }]) => ({ ...utcDay(day), counted }))
    .filter(({ startDate }) => startDate >= start && startDate < end)
    .toSorted((one, other) => (one.startDate < other.startDate ? -1 : 1));
  let emptyFrom = start;
  for (const { startDate, endDate, counted } of days) {
    if (emptyFrom < startDate && (await countRows(emptyFrom, startDate)) !== 0) return emptyFrom;
    if ((await countRows(startDate, endDate)) !== counted) return startDate;
    emptyFrom = endDate;
  }
  return emptyFrom < end && (await countRows(emptyFrom, end)) !== 0 ? emptyFrom : end;
}
