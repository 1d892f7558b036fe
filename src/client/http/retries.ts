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
import type { RetrySettings } from '../options/call-options.ts';
import type { CallLimit } from './call-limit.ts';

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

/** What decides whether another attempt fits. */
interface Failed {
  readonly effect: Effect;
  /** Attempts that failed. */
  readonly failures: number;
  /** Since the first of them failed, in milliseconds. */
  readonly failingFor: number;
  /** What the service asked to wait, in milliseconds; `Infinity` if that cannot be read. */
  readonly retryAfter: number;
  /** Until the call times out, in milliseconds. */
  readonly left: number;
}

/** What follows a failed attempt. */
interface NextAttempt {
  /** How long to wait before it, in milliseconds; `undefined` if there is none. */
  readonly delay?: number;
  /** Why there is none, if a limit ended what another one, or the service, asked for. */
  readonly why?: string;
}

/** Returns whether another attempt fits the limits of a call, and when. */
export function nextAttempt(
  { limit, maxRetryAfter, readsFor }: RetrySettings,
  whole: CallLimit,
  { effect, failures, failingFor, retryAfter, left }: Failed,
): NextAttempt {
  const isForTime = effect === 'read' && readsFor !== undefined;
  // The last attempt of such a read is at the end of its time.
  const longest = isForTime ? readsFor - failingFor : Infinity;
  if (isForTime ? longest <= 0 : failures > limit) return {};
  if (isForTime && retryAfter > longest) return { why: tooLong(retryAfter, 'retry.readsFor', readsFor) };
  if (!isForTime && retryAfter > maxRetryAfter)
    return { why: tooLong(retryAfter, 'retry.maxRetryAfter', maxRetryAfter) };
  const delay = Math.min(retryAfter + backoff(failures), longest);
  if (delay < left) return { delay };
  if (retryAfter > 0) return { why: tooLong(retryAfter, whole.option, whole.milliseconds) };
  if (!isForTime) return {};
  const seconds = `${whole.option} is ${whole.milliseconds / 1000} s`;
  return { why: `It is not retried for retry.readsFor, ${readsFor / 1000} s: ${seconds}` };
}

function tooLong(retryAfter: number, option: string, limit: number): string {
  if (retryAfter === Infinity) return 'The service asks to wait for a time that cannot be read';
  return `The service asks to wait ${retryAfter / 1000} s, which is not waited for: ${option} is ${limit / 1000} s`;
}

/** Returns a random delay (full jitter) of up to 300 ms, doubled after each failure, up to 10 s. */
function backoff(failures: number): number {
  return Math.random() * Math.min(10_000, 300 * 2 ** (failures - 1));
}
