import type { Effect } from '../api/operation.ts';
import {
  ApiError,
  ConnectionError,
  MalformedResponseError,
  type BasePublisherError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '../errors/index.ts';
import type { RetrySettings } from '../options/call-options.ts';

/** Errors that a retry would only repeat, although others of their class are retried. */
const permanent = new WeakSet<BasePublisherError>();

export function neverRetried<E extends BasePublisherError>(error: E): E {
  permanent.add(error);
  return error;
}

/** Whether an operation may be retried after a failed request; a create only if the service did nothing. */
export function isRetryable(error: BasePublisherError, effect: Effect): boolean {
  if (error instanceof RateLimitError) return true;
  if (permanent.has(error) || (effect === 'create' && error.outcome !== 'not_sent')) return false;
  if (error instanceof ApiError) return error instanceof ServerError || error.status === 408;
  return [ConnectionError, TimeoutError, MalformedResponseError].some((kind) => error instanceof kind);
}

/** What decides whether another attempt fits. */
interface Failed {
  readonly effect: Effect;
  /** Attempts that failed. */
  readonly failures: number;
  /** Since the first of them failed, in milliseconds. */
  readonly failingFor: number;
  /** What the service asked to wait, in milliseconds. */
  readonly retryAfter: number;
}

/** Returns how long to wait before another attempt, in milliseconds; `undefined` if none fits the limits of a call. */
export function delayWithin(
  { limit, maxRetryAfter, readsFor }: RetrySettings,
  { effect, failures, failingFor, retryAfter }: Failed,
): number | undefined {
  const delay = retryAfter + backoff(failures);
  if (effect !== 'read' || readsFor === undefined)
    return failures > limit || retryAfter > maxRetryAfter ? undefined : delay;
  const left = readsFor - failingFor;
  // The last attempt is at the end of that time.
  return left <= 0 || retryAfter > left ? undefined : Math.min(delay, left);
}

/** Returns a random delay (full jitter) of up to 300 ms, doubled after each failure, up to 10 s. */
function backoff(failures: number): number {
  return Math.random() * Math.min(10_000, 300 * 2 ** (failures - 1));
}
