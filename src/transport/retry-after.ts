const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .+ (GMT|\d{4})$/;

/**
 * Returns the delay of a `Retry-After` header in milliseconds; `undefined` if it is missing or invalid.
 *
 * A date is compared with the response's own `Date` header, since the clocks may differ.
 */
export function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const until = readDate(value);
  if (until === undefined) return undefined;
  return Math.max(0, until - (readDate(headers.get('date')) ?? Date.now()));
}

function readDate(value: string | null): number | undefined {
  if (value === null || !httpDate.test(value)) return undefined;
  // The obsolete format without a time zone means GMT, but would be parsed as local time.
  const time = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
