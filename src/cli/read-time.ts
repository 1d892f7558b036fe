import { dateTimeInput } from '../client/api/input.ts';
import { utcMonth, type UtcRange } from '../client/api/utc-range.ts';
import { ConfigurationError } from '../client/errors/index.ts';
import { durationRule, parseDuration } from '../shared/duration.ts';
import { UsageError } from './command-error.ts';

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
export function readRange({ start, end, month }: RangeFlags): UtcRange | undefined {
  if (month !== undefined) return readMonth(month);
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined) throw new UsageError('--start: is required with --end');
  if (end === undefined) throw new UsageError('--end: is required with --start');
  const range = { startDate: readTime('--start:', start), endDate: readTime('--end:', end) };
  if (range.endDate <= range.startDate) throw new UsageError('--end: must be after --start');
  return range;
}

function readMonth(month: string): UtcRange {
  try {
    return utcMonth(month);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const [, number = '', year] = /^(\d\d?)[/.-](\d{4})$/.exec(month) ?? [];
    const meant = year === undefined ? '' : `; did you mean ${year}-${number.padStart(2, '0')}?`;
    throw new UsageError(`--month: ${error.rule}${meant}`);
  }
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
      `${name} must be a real date and time in ISO 8601 with seconds and Z or an offset such as +02:00, or a date: 2026-10-01T00:00:00Z, 2026-10-01`,
    );
  }
  if (/\.\d{3}\d*[1-9]/.test(value)) throw new UsageError(`${name} must not be finer than a millisecond`);
  return new Date(parsed.data).toISOString();
}

/**
 * Reads a duration such as `200ms`, `90m`, `24h` or `2d`, and returns it in milliseconds.
 *
 * @param name The flag with its dashes, or the argument as the help shows it, for the message.
 * @throws UsageError naming it, if the value is not a positive integer and a unit, or is not a safe integer.
 */
export function readDuration(name: string, value: string): number {
  const milliseconds = parseDuration(value);
  if (milliseconds === undefined) throw new UsageError(`${name}: ${durationRule}`);
  return milliseconds;
}
