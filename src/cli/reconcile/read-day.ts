import { instantOf, toTimestamp } from '../../api/instant.ts';

/**
 * Returns the UTC day of a date or time in ISO 8601, for example `2026-10-31`; `undefined` if it cannot be read. A time
 * without an offset is in UTC, and may be separated by a space.
 */
export function readDay(text: string): string | undefined {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00Z` : text.replace(/^([\d-]{10}) /, '$1T');
  const instant = instantOf(time);
  return Number.isNaN(instant) ? undefined : toTimestamp(instant).slice(0, 10);
}
