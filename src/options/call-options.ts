import * as z from 'zod';

import type { CallOptions, RetryOptions, RetrySettings } from '../transport/settings.ts';

/** Name of the header that carries the publisher token (§5). */
export const tokenHeader = 'x-publisher-token';

const longestTimer = 2 ** 31 - 1;
const durationRule = `must be a whole number of milliseconds from 1 to ${longestTimer}`;

/** A time span in milliseconds that a timer can keep. */
export const duration = z.int({ error: durationRule }).min(1, { error: durationRule }).max(longestTimer, {
  error: durationRule,
});

const wholeNumber = z.int({ error: 'must be a whole number' }).min(0, { error: 'must not be negative' });

/** The retry option: `false`, or its settings. */
export const retryOption = z.union(
  [
    z.literal(false),
    z.strictObject({ limit: wholeNumber.optional(), maxRetryAfter: wholeNumber.optional() }),
  ],
  { error: 'must be false, or { limit, maxRetryAfter } with whole, non-negative numbers' },
);

/** Extra headers, which never replace the token's. */
export const headersOption = z
  .record(z.string(), z.string({ error: 'must be text' }), { error: 'must be an object of texts' })
  .refine((headers) => Object.keys(headers).every((name) => name.toLowerCase() !== tokenHeader), {
    error: `must not name ${tokenHeader}: the client sets it from the token`,
  })
  .refine(isSendable, { error: 'must be valid HTTP header names and values' });

function isSendable(headers: Readonly<Record<string, string>>): boolean {
  try {
    return new Headers(headers) instanceof Headers;
  } catch {
    return false;
  }
}

/** The last parameter of every method. */
export const callOptionsSchema: z.ZodType<CallOptions> = z.strictObject({
  signal: z.instanceof(AbortSignal, { error: 'must be an AbortSignal' }).optional(),
  timeout: duration.optional(),
  totalTimeout: duration.optional(),
  retry: retryOption.optional(),
  headers: headersOption.optional(),
});

const defaultRetry: RetrySettings = { limit: 2, maxRetryAfter: 60_000 };

/** A retry option made complete with what it leaves open. */
export function resolveRetry(
  option: RetryOptions | false | undefined,
  fallback: RetrySettings = defaultRetry,
): RetrySettings {
  if (option === false) return { ...fallback, limit: 0 };
  return {
    limit: option?.limit ?? fallback.limit,
    maxRetryAfter: option?.maxRetryAfter ?? fallback.maxRetryAfter,
  };
}
