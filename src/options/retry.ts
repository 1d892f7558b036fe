import * as z from 'zod';

import { inputObject } from '../contract/input-object.ts';

/** How failed requests are retried; omitted fields keep their defaults. */
export interface RetryOptions {
  /** Maximum number of retries per call. @defaultValue `2` */
  readonly limit?: number | undefined;
  /** Maximum `Retry-After` in milliseconds; a longer one fails immediately. @defaultValue `60_000` */
  readonly maxRetryAfter?: number | undefined;
}

/** Retry options with their defaults. */
export type RetrySettings = Readonly<Record<keyof RetryOptions, number>>;

const count = z.int({ error: 'must be an integer' }).min(0, { error: 'must not be negative' });

/** Names of the option `retry` in other libraries. */
export const retryAliases = {
  maxRetries: 'retry: { limit }',
  maxNetworkRetries: 'retry: { limit }',
  retries: 'retry: { limit }',
} as const;

/** Validates the option `retry`. */
export const retryOption = z.union(
  [
    z.literal(false),
    inputObject(
      { limit: count.optional(), maxRetryAfter: count.optional() },
      {
        example: '{ limit: 2 }',
        unknown: 'is not an option of retry',
        aliases: { attempts: 'limit', maxRetries: 'limit', retries: 'limit' },
      },
    ),
  ],
  {
    error:
      'must be false, or an object with integers of at least 0, for example { limit: 2, maxRetryAfter: 60000 }',
  },
);

const defaults: RetrySettings = { limit: 2, maxRetryAfter: 60_000 };

/** Fills in the fields that a retry option omits. */
export function resolveRetry(
  option: RetryOptions | false | undefined,
  fallback: RetrySettings = defaults,
): RetrySettings {
  if (option === false) return { ...fallback, limit: 0 };
  return {
    limit: option?.limit ?? fallback.limit,
    maxRetryAfter: option?.maxRetryAfter ?? fallback.maxRetryAfter,
  };
}
