import { invalidOption } from '../errors/index.ts';
import type { OpenEnum } from './fields.ts';

/** A range of time, for every method that takes one: ISO 8601 in UTC with milliseconds. */
export interface UtcRange {
  /** Start of the range. */
  readonly startDate: string;
  /** End of the range, excluded: the start of the next one. */
  readonly endDate: string;
}

const oneDay = 86_400_000;

/**
 * Returns the range of a calendar month in UTC, for a query of transactions (§4.1).
 *
 * @param month `'last'`, `'this'`, or a month as `'2026-10'`.
 * @param now The time that `'last'` and `'this'` refer to. @defaultValue the system clock
 * @throws {@link ConfigurationError} when the month is none of these
 * @example
 * ```ts
 * import { PublisherClient, utcMonth } from 'publisher-commerce';
 *
 * const client = new PublisherClient();
 * for await (const { timestamp } of client.transactions.list({ ...utcMonth('last') })) console.log(timestamp);
 * ```
 */
export function utcMonth(month: OpenEnum<'last' | 'this'>, now: Date = new Date()): UtcRange {
  const isMonth = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(textOf(month));
  if (!isMonth && month !== 'last' && month !== 'this')
    throw invalidOption('month', 'must be a month as YYYY-MM, or "last" or "this"');
  const start = new Date(isMonth ? month : checkNow(now));
  const at = (offset: number): number => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + offset);
  const offset = month === 'last' ? -1 : 0;
  return rangeBetween(at(offset), at(offset + 1));
}

/**
 * Returns the range of a calendar day in UTC, for a query of transactions (§4.1).
 *
 * @param day `'yesterday'`, `'today'`, or a date as `'2026-10-01'`.
 * @param now The time that `'yesterday'` and `'today'` refer to. @defaultValue the system clock
 * @throws {@link ConfigurationError} when the day is none of these, or is not in the calendar
 * @example
 * ```ts
 * import { utcDay } from 'publisher-commerce';
 *
 * const { startDate, endDate } = utcDay('2026-10-01');
 * console.log(startDate, endDate); // 2026-10-01T00:00:00.000Z 2026-10-02T00:00:00.000Z
 * ```
 */
export function utcDay(day: OpenEnum<'yesterday' | 'today'>, now: Date = new Date()): UtcRange {
  let start: number;
  if (day === 'yesterday' || day === 'today') {
    const today = checkNow(now).setUTCHours(0, 0, 0, 0);
    start = day === 'today' ? today : today - oneDay;
  } else {
    start = /^[1-9]\d{3}-\d\d-\d\d$/.test(textOf(day)) ? Date.parse(day) : Number.NaN;
    // `Date` reads 30 February as 2 March.
    if (Number.isNaN(start) || new Date(start).getUTCDate() !== Number(day.slice(8)))
      throw invalidOption('day', 'must be a real date as YYYY-MM-DD, or "yesterday" or "today"');
  }
  return rangeBetween(start, start + oneDay);
}

/** Callers in JavaScript may pass anything, and an expression would match an array of one month. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns a copy of a valid `Date`. */
function checkNow(now: Date): Date {
  if (now instanceof Date && !Number.isNaN(now.getTime())) return new Date(now);
  throw invalidOption('now', 'must be a valid Date');
}

function rangeBetween(start: number, end: number): UtcRange {
  return { startDate: new Date(start).toISOString(), endDate: new Date(end).toISOString() };
}
