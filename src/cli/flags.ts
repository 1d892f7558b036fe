import { dateTimeInput } from '../api/input.ts';
import type { Environment } from '../options/environment.ts';
import { UsageError } from './command-error.ts';

/**
 * Sets the environment variables of a file; variables that are already set take precedence.
 *
 * @throws UsageError if it cannot be read.
 */
export function loadEnvFile(path: string): void {
  try {
    process.loadEnvFile(path);
  } catch {
    throw new UsageError(`--env-file: ${path} cannot be read`);
  }
}

/** Reads `--environment`; `undefined` if it is missing. @throws UsageError */
export function readEnvironment(value: string | undefined): Environment | undefined {
  if (value === undefined || value === 'production' || value === 'sandbox') return value;
  throw new UsageError('--environment: must be production or sandbox');
}

/** A range of time: `startDate` is included, `endDate` is not. Both are ISO 8601 in UTC with milliseconds. */
interface DateRange {
  readonly startDate: string;
  readonly endDate: string;
}

/** The flags that select a range. */
interface RangeFlags {
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

/**
 * Reads a date, or a date and time, and returns it in ISO 8601 in UTC with milliseconds; a date is its first moment in
 * UTC.
 *
 * @param name What is read, for the error: `--start:`.
 * @throws UsageError if it is neither, or finer than a millisecond.
 */
export function readTime(name: string, value: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value;
  const parsed = dateTimeInput.safeParse(time);
  if (!parsed.success) {
    throw new UsageError(
      `${name} must be a real date and time in ISO 8601 with Z or an offset, or a date: 2026-10-01T00:00:00Z, 2026-10-01`,
    );
  }
  if (/\.\d{3}\d*[1-9]/.test(value)) throw new UsageError(`${name} must not be finer than a millisecond`);
  return new Date(parsed.data).toISOString();
}

const millisecondsIn = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * Reads a duration such as `90m`, `24h` or `2d`, and returns it in milliseconds. A day is always 24 hours.
 *
 * @param name The flag with its dashes, or the argument as the help shows it, for the message.
 * @throws UsageError naming it, if the value is not a positive integer and a unit, or is not a safe integer.
 */
export function readDuration(name: string, value: string): number {
  const [, count = '', unit = ''] = /^(\d+)([smhd])$/.exec(value) ?? [];
  const milliseconds = Number(count) * (isUnit(unit) ? millisecondsIn[unit] : 0);
  if (milliseconds === 0 || !Number.isSafeInteger(milliseconds)) {
    throw new UsageError(
      `${name}: must be a positive integer with a unit (s, m, h or d), for example 90m, 24h or 2d`,
    );
  }
  return milliseconds;
}

function isUnit(unit: string): unit is keyof typeof millisecondsIn {
  return Object.hasOwn(millisecondsIn, unit);
}

/**
 * Reads the value of a flag as an integer; `undefined` if the flag is missing.
 *
 * @throws UsageError naming the flag.
 */
export function readInteger(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(value)) throw new UsageError(`--${flag}: must be an integer of at least 0`);
  return Number(value);
}

/** The flag that sets an option: `seedFile` is set by `--seed-file`. */
export function flagOf(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
