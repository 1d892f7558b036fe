/** After minutes, a fraction would be one of a minute, which is not read. */
const iso = /^(?!.{16}[.,])(\d{4}-\d\d-(\d\d)T\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * Returns the time of an ISO 8601 timestamp in microseconds since the epoch, an integer; `NaN` if it cannot be read.
 * Further digits are cut off, and a time without an offset is in UTC, as documented (§2.1).
 */
export function instantOf(timestamp: unknown): number {
  const [, local, day = '', fraction = '', zone = 'Z'] =
    (typeof timestamp === 'string' && iso.exec(timestamp)) || [];
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

/**
 * Returns a `Date` or a Temporal object as an ISO 8601 string in UTC, and a string with its seconds and the colon of its
 * offset, which ISO 8601 lets one leave out. What is none of these is returned unchanged.
 */
export function toIsoString(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(/^(.{10}T\d\d:\d\d)(?=Z|[+-])/, '$1:00').replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  if (typeof value !== 'object' || value === null) return value;
  const { epochMilliseconds, epochNanoseconds }: { epochMilliseconds?: unknown; epochNanoseconds?: unknown } =
    value;
  const date =
    value instanceof Date
      ? value
      : new Date(Number.isInteger(epochMilliseconds) ? Number(epochMilliseconds) : NaN);
  if (Number.isNaN(date.getTime())) return value;
  const milliseconds = date.toISOString().slice(0, -1);
  if (typeof epochNanoseconds !== 'bigint') return `${milliseconds}Z`;
  const rest = ((epochNanoseconds % million) + million) % million;
  return `${milliseconds}${String(rest).padStart(6, '0').replace(/0+$/, '')}Z`;
}

const million = 1_000_000n;

/** Returns an ISO 8601 string in UTC, with all digits of its second. */
export function toUtc(dateTime: string): string {
  if (dateTime.endsWith('Z')) return dateTime;
  const fraction = fractionOf(dateTime);
  const second = new Date(dateTime.replace(`.${fraction}`, '')).toISOString();
  return second.replace('000Z', `${fraction.padEnd(3, '0')}Z`);
}

/** Whether an ISO 8601 string with an offset is after another one, by all of their digits. */
export function isAfter(dateTime: string, other: string): boolean {
  const milliseconds = Date.parse(dateTime) - Date.parse(other);
  if (milliseconds !== 0) return milliseconds > 0;
  const [fraction, otherFraction] = [fractionOf(dateTime), fractionOf(other)];
  return fraction.padEnd(otherFraction.length, '0') > otherFraction.padEnd(fraction.length, '0');
}

/** The digits after the point of the second. */
function fractionOf(dateTime: string): string {
  return /\.(\d+)/.exec(dateTime)?.[1] ?? '';
}
