import * as z from 'zod';

import { inputObject } from '../contract/input-object.ts';
import { duration } from './duration.ts';
import { functionOption } from './function-option.ts';
import { headersOption } from './headers.ts';
import type { ResponseEvent } from './hooks.ts';
import { retryAliases, type RetryOptions, retryOption } from './retry.ts';

/** Options of a single call; most fall back to the client's option of the same name. */
export interface CallOptions {
  /** Aborts the call, which then rejects with `signal.reason`. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout for one attempt, body included, in milliseconds. */
  readonly timeout?: number | undefined;
  /** Timeout for the whole call, retries included, in milliseconds. */
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
}

/** Validates the last parameter of every method. */
export const callOptionsSchema = inputObject(
  {
    signal: z.instanceof(AbortSignal, { error: 'must be an AbortSignal' }).optional(),
    timeout: duration.optional(),
    totalTimeout: duration.optional(),
    retry: retryOption.optional(),
    headers: headersOption.optional(),
    onResponse: functionOption,
    unknownFields: z.enum(['send', 'reject'], { error: 'must be "send" or "reject"' }).optional(),
  },
  { example: '{ timeout: 5000 }', unknown: 'is not an option of a call', aliases: retryAliases },
);
