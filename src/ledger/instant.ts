const iso = /^(\d{4}-\d\d-(\d\d)T\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * Returns the time of an ISO 8601 timestamp in microseconds since the epoch, an integer; `NaN` if it cannot be read.
 * Further digits are cut off, and a time without an offset is in UTC, as documented (§2.1).
 */
export function instantOf(timestamp: unknown): number {
  if (typeof timestamp !== 'string') return Number.NaN;
  const [, local, day = '', fraction = '', zone = 'Z'] = iso.exec(timestamp) ?? [];
  if (local === undefined) return Number.NaN;
  // `Date` reads 30 February as 2 March.
  if (day > '28' && new Date(`${local}Z`).getUTCDate() !== Number(day)) return Number.NaN;
  // `Date` drops what is finer than a millisecond.
  return Date.parse(local + zone) * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

/** Returns the ISO 8601 string in UTC with milliseconds, cut off. */
export function toTimestamp(instant: number): string {
  return new Date(Math.floor(instant / 1000)).toISOString();
}
