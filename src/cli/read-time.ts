import { dateTimeInput } from '../api/input.ts';
import { UsageError } from './usage-error.ts';

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
