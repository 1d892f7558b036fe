import type { Effect } from '../api/operation.ts';
import {
  ApiError,
  ConnectionError,
  MalformedResponseError,
  type PublisherError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '../errors/index.ts';

/** Errors that a retry would only repeat, although others of their class are retried. */
const permanent = new WeakSet<PublisherError>();

export function neverRetried<E extends PublisherError>(error: E): E {
  permanent.add(error);
  return error;
}

/** Whether an operation may be retried after a failed request; a create only if the service did nothing. */
export function isRetryable(error: PublisherError, effect: Effect): boolean {
  if (error instanceof RateLimitError) return true;
  if (permanent.has(error) || (effect === 'create' && error.outcome !== 'not_sent')) return false;
  if (error instanceof ApiError) return error instanceof ServerError || error.status === 408;
  return [ConnectionError, TimeoutError, MalformedResponseError].some((kind) => error instanceof kind);
}

/** Returns a random delay (full jitter) of up to 300 ms, doubled after each failure, up to 10 s. */
export function backoff(failures: number): number {
  return Math.random() * Math.min(10_000, 300 * 2 ** (failures - 1));
}

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
