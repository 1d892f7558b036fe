import * as z from 'zod';
import type { QueryParameters } from '../api/operation.ts';
import { countInput } from '../api/input.ts';
import { inputObject } from '../api/input-object.ts';
import { headersOption } from './headers.ts';
import { duration, functionOption, recordOf } from './rules.ts';
import type { ResponseEvent } from './hooks.ts';

/** How failed requests are retried; omitted fields keep their defaults. */
export interface RetryOptions {
  /** Maximum number of retries per call. @defaultValue `2` */
  readonly limit?: number | undefined;
  /** Maximum `Retry-After` in milliseconds; a longer one fails immediately. @defaultValue `60_000` */
  readonly maxRetryAfter?: number | undefined;
  /**
   * For how long reads are retried after their first failure, in milliseconds; then neither `limit` nor `maxRetryAfter`
   * counts for them, nor `totalTimeout`, unless it is set beside it, or in options of fewer calls.
   * @defaultValue no such time: reads are limited as writes are
   */
  readonly readsFor?: number | undefined;
}

/** Retry options with their defaults. */
export interface RetrySettings {
  readonly limit: number;
  readonly maxRetryAfter: number;
  readonly readsFor: number | undefined;
  /** Whether reads end by `readsFor`: no `totalTimeout` was set beside it, or in options of fewer calls. */
  readonly endsReads: boolean;
}

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
      {
        example: '{ limit: 2 }',
        unknown: 'is not an option of retry',
        aliases: { attempts: 'limit', maxRetries: 'limit', retries: 'limit' },
      },
      {
        limit: countInput.optional(),
        maxRetryAfter: countInput.optional(),
        readsFor: countInput.optional(),
      },
    ),
  ],
  {
    error:
      'must be false, or an object with integers of at least 0, for example { limit: 2, maxRetryAfter: 60000 }',
  },
);

const defaults: RetrySettings = { limit: 2, maxRetryAfter: 60_000, readsFor: undefined, endsReads: false };

/** Options that limit the time of a call. */
interface TimeOptions {
  readonly totalTimeout?: number | undefined;
  readonly retry?: RetryOptions | false | undefined;
}

/** Fills in what options for retries omit from those that they override. */
export function resolveRetry(
  { retry: option, totalTimeout }: TimeOptions = {},
  fallback: RetrySettings = defaults,
): RetrySettings {
  if (option === false) return { ...fallback, limit: 0, readsFor: undefined };
  const isNearest = totalTimeout === undefined && (option?.readsFor !== undefined || fallback.endsReads);
  return {
    limit: option?.limit ?? fallback.limit,
    maxRetryAfter: option?.maxRetryAfter ?? fallback.maxRetryAfter,
    readsFor: option?.readsFor ?? fallback.readsFor,
    endsReads: isNearest,
  };
}

/** Rejects limits of the same options of which one would end what the other promises. */
export function checkTimeLimits({ totalTimeout, retry }: TimeOptions, context: z.RefinementCtx): void {
  const readsFor = retry === false ? undefined : retry?.readsFor;
  if (totalTimeout === undefined || readsFor === undefined || totalTimeout >= readsFor) return;
  context.addIssue({
    code: 'custom',
    path: ['totalTimeout'],
    message: `must be at least retry.readsFor (${readsFor} ms): leave it out, and reads end by retry.readsFor`,
  });
}

/** Options of a single call; most fall back to the client's option of the same name. */
export interface CallOptions {
  /** Aborts the call, which then rejects with `signal.reason`. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout for one attempt, body included, in milliseconds. */
  readonly timeout?: number | undefined;
  /** Timeout for the whole call, its time in a queue and its retries included, in milliseconds. */
  readonly totalTimeout?: number | undefined;
  /** How failed requests are retried; `false` disables retries. */
  readonly retry?: RetryOptions | false | undefined;
  /** Extra headers; they cannot replace the token header. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called after each request of this call, besides the client's hook of this name; an error that it throws is logged. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /**
   * `'send'` sends fields of a body or query that the specification does not document; `'reject'` treats them as typos.
   * @defaultValue `'reject'`
   */
  readonly unknownFields?: 'send' | 'reject' | undefined;
  /** Query parameters that the specification does not document, for each request of the call. */
  readonly queryParams?: QueryParameters | undefined;
}

/** Validates query parameters whose names are not known. */
const scalars = [z.string(), z.number(), z.boolean()] as const;
export const queryRule = recordOf(
  z
    .union([...scalars, z.array(z.union(scalars)).readonly()], {
      error: 'must be a string, a finite number, a boolean, or an array of these',
    })
    .optional(),
  'string, number and boolean',
);

/** Validates the last parameter of every method. */
export const callOptionsSchema = inputObject(
  { example: '{ timeout: 5000 }', unknown: 'is not an option of a call', aliases: retryAliases },
  {
    signal: z.instanceof(AbortSignal, { error: 'must be an AbortSignal' }).optional(),
    timeout: duration.optional(),
    totalTimeout: duration.optional(),
    retry: retryOption.optional(),
    headers: headersOption.optional(),
    onResponse: functionOption,
    unknownFields: z.enum(['send', 'reject'], { error: 'must be "send" or "reject"' }).optional(),
    queryParams: queryRule.optional(),
  },
).superRefine(checkTimeLimits);
