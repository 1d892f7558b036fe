import { readTime } from './read-time.ts';
import { UsageError } from './usage-error.ts';

/** A range of time: `startDate` is included, `endDate` is not. Both are ISO 8601 in UTC with milliseconds. */
export interface DateRange {
  readonly startDate: string;
  readonly endDate: string;
}

/** The flags that select a range. */
export interface RangeFlags {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly month?: string | undefined;
}

/**
 * Returns the range of `--start` and `--end`, or of `--month`; `undefined` if all are missing.
 *
 * @throws UsageError naming the flag that is missing or invalid.
 */
export function readRange({ start, end, month }: RangeFlags, now: Date): DateRange | undefined {
  if (month !== undefined) {
    if (start !== undefined || end !== undefined) {
      throw new UsageError('--month: must not be combined with --start or --end');
    }
    return readMonth(month, now);
  }
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined) throw new UsageError('--start: is required with --end');
  if (end === undefined) throw new UsageError('--end: is required with --start');
  const range = { startDate: readTime('--start:', start), endDate: readTime('--end:', end) };
  if (range.endDate <= range.startDate) throw new UsageError('--end: must be after --start');
  return range;
}

function readMonth(month: string, now: Date): DateRange {
  if (month === 'last') return monthAt(now.getUTCFullYear(), now.getUTCMonth() - 1);
  if (!/^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(month)) {
    throw new UsageError('--month: must be a month as YYYY-MM, or last');
  }
  return monthAt(Number(month.slice(0, 4)), Number(month.slice(5)) - 1);
}

function monthAt(year: number, month: number): DateRange {
  const firstOf = (index: number): string => new Date(Date.UTC(year, index)).toISOString();
  return { startDate: firstOf(month), endDate: firstOf(month + 1) };
}
