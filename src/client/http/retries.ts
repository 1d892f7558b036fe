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

/** Returns a random delay (full jitter) of up to 300 ms, doubled after each failure, up to 10 s. */
export function backoff(failures: number): number {
  return Math.random() * Math.min(10_000, 300 * 2 ** (failures - 1));
}
