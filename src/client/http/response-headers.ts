import { instantOf } from '../api/instant.ts';
import { printable } from '../errors/printable.ts';
import type { TokenRedactor } from '../errors/token-redactor.ts';

/** The usual names of a request id, most specific first; the specification names none (§7). */
const requestIdHeaders = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-amzn-requestid',
  'x-amz-request-id',
  'cf-ray',
];

const maxIdLength = 200;
const maxValueLength = 4096;

/** What may be shown of the headers of a response. */
export interface ShownHeaders {
  /** The service's id of the request. */
  readonly requestId: string | undefined;
  /** Without tokens and cookies. */
  readonly headers: Headers;
}

export function showHeaders(received: Headers, redactor: TokenRedactor): ShownHeaders {
  const headers = new Headers();
  // A custom `fetch` may return headers that can only be read by name.
  for (const [name, value] of Symbol.iterator in received ? received : []) {
    // A cookie may be a session of a gateway, and a name cannot be redacted.
    if (name === 'set-cookie' || redactor.isIn(name)) continue;
    // Cut by hand: an ellipsis is no valid character of a header.
    headers.append(name, redactor.redact(value).slice(0, maxValueLength));
  }
  const id = requestIdHeaders.map((name) => received.get(name)).find(Boolean);
  return { headers, requestId: id ? printable(redactor.redact(id, maxIdLength)) : undefined };
}

/** No standard: what services send beside a 429. */
const resetHeaders = [
  'ratelimit-reset',
  'x-ratelimit-retry-after',
  'x-ratelimit-reset',
  'x-rate-limit-reset',
];

/**
 * Returns how long a response asks to wait, in milliseconds; `undefined` if it does not. Of several values, the longest
 * counts.
 *
 * A 429 may have another header instead: seconds, or a time in seconds since 1970. If none of its values can be read, the
 * result is `Infinity`.
 */
export function readRetryAfter(headers: Headers, status: number): number | undefined {
  const isLimited = status === 429;
  const names = isLimited ? ['retry-after', ...resetHeaders] : ['retry-after'];
  const header = names.map((name) => headers.get(name)?.trim()).find(Boolean);
  if (!header) return undefined;
  const now = readDate(headers.get('date') ?? '') ?? Date.now();
  // A comma within a date is followed by its day.
  const waits = [header, ...header.split(/,(?! *\d\d[ -])/)].map((value) => readWait(value.trim(), now));
  const longest = Math.max(...waits.filter((wait) => wait !== undefined));
  if (longest >= 0) return longest;
  return isLimited ? Infinity : undefined;
}

/** Clocks may differ: a date is compared with the `Date` of the response. */
function readWait(value: string, now: number): number | undefined {
  const until = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : undefined;
  if (until !== undefined && until < firstTime) return until;
  const time = until ?? readDate(value);
  return time === undefined ? undefined : Math.max(0, time - now);
}

/** From here on, a number is a time and no duration. */
const firstTime = Date.parse('2024-01-01');

const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .+ (GMT|\d{4})$/;

function readDate(value: string): number | undefined {
  const instant = instantOf(value);
  if (!Number.isNaN(instant)) return instant / 1000;
  if (!httpDate.test(value)) return undefined;
  // The obsolete format without a time zone means GMT, but would be parsed as local time.
  const time = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
