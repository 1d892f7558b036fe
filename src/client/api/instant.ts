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

/**
 * Returns the time of an instant in ISO 8601 in UTC: with milliseconds, cut off; with microseconds; or `exact`, with
 * microseconds where it has any.
 */
export function toTimestamp(instant: number, digits: 'ms' | 'us' | 'exact' = 'ms'): string {
  const milliseconds = Math.floor(instant / 1000);
  const date = new Date(milliseconds).toISOString();
  const rest = instant - milliseconds * 1000;
  const isCut = digits === 'ms' || (digits === 'exact' && rest === 0);
  return isCut ? date : date.replace('Z', `${String(rest).padStart(3, '0')}Z`);
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

/**
 * Returns a timestamp in UTC with all digits of its second, and at least as many as `digits`; `undefined` if it cannot be
 * read, or has no offset.
 */
export function toUtc(timestamp: string, digits = 3): string | undefined {
  const [, local, , fraction = '', zone] = iso.exec(timestamp) ?? [];
  if (local === undefined || zone === undefined || Number.isNaN(instantOf(timestamp))) return undefined;
  const second = new Date(local + zone).toISOString().slice(0, -'000Z'.length);
  return `${second}${fraction.padEnd(digits, '0')}Z`;
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
