const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .+ (GMT|\d{4})$/;

/**
 * How long a `Retry-After` header asks to wait, in milliseconds; `undefined` when it is absent or garbage.
 * A date is measured against the answer's own `Date`, since the two clocks may differ.
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
  // The old form without a zone means GMT too, and would be read as local time.
  const time = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
