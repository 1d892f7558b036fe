import * as z from 'zod';

import { defaultOfferQueryNames, type OfferQueryNames } from '../contract/offers.ts';
import type { DriftEvent } from '../contract/validation/validation.ts';
import { ConfigurationError } from '../errors/index.ts';
import { type AddressOptions, type Env, resolveBaseUrl } from './base-url.ts';
import { duration } from './duration.ts';
import { headersOption, mergeHeaders } from './headers.ts';
import type { Hooks } from './hooks.ts';
import { type Logger, loggerOption } from './logger.ts';
import { rejectedOption } from './rejected-option.ts';
import { resolveRetry, type RetryOptions, retryOption, type RetrySettings } from './retry.ts';
import type { TokenOption } from './token.ts';

/** Options of {@link PublisherClient}; only the base URL and the token are required, here or in the environment. */
export interface ClientOptions extends AddressOptions {
  /** The publisher token, or a function that returns it for each request. @defaultValue `PUBLISHER_TOKEN` */
  readonly token?: TokenOption | undefined;
  /** The longest time for one attempt, body included, in milliseconds. @defaultValue `30_000` */
  readonly timeout?: number | undefined;
  /** The longest time for a call with its attempts, waits and bodies, in milliseconds. @defaultValue `120_000` */
  readonly totalTimeout?: number | undefined;
  /** How failed requests are retried; `false` disables retries. @defaultValue `{ limit: 2, maxRetryAfter: 60_000 }` */
  readonly retry?: RetryOptions | false | undefined;
  /** The most requests per minute, spread evenly; calls wait for their turn. The API documents no limit. @defaultValue off */
  readonly rateLimit?: { readonly requestsPerMinute: number } | undefined;
  /** The most calls at the same time; others wait for their turn. @defaultValue off */
  readonly maxConcurrency?: number | undefined;
  /** The largest response to read, in bytes, counted after decompression. @defaultValue 64 MiB */
  readonly maxResponseBytes?: number | undefined;
  /** `'tolerant'` delivers a response whose schema drifts in a field that is not essential. @defaultValue `'tolerant'` */
  readonly responseValidation?: 'tolerant' | 'strict' | undefined;
  /** Called once for each field with schema drift. @defaultValue a warning on `logger` */
  readonly onDrift?: ((event: DriftEvent) => void) | undefined;
  /** The `fetch` to send with, for proxies, agents and the sandbox. @defaultValue the global one */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Extra headers for every request; they cannot replace the token header. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Where to write what happens; `console` and pino fit. @defaultValue silent */
  readonly logger?: Logger | undefined;
  /** Functions that are called for every request, response and retry; they never receive the token. */
  readonly hooks?: Hooks | undefined;
  /** Names of the offer listing's query parameters, which the specification does not show. */
  readonly offerQueryNames?: Partial<OfferQueryNames> | undefined;
}

/** Validated client options with their defaults. */
export interface ResolvedOptions extends Pick<
  ClientOptions,
  'logger' | 'onDrift' | 'rateLimit' | 'maxConcurrency'
> {
  /** Absolute, normalized, without a slash at its end. */
  readonly baseUrl: string;
  readonly token: TokenOption;
  readonly timeout: number;
  readonly totalTimeout: number;
  readonly retry: RetrySettings;
  readonly maxResponseBytes: number;
  readonly responseValidation: 'tolerant' | 'strict';
  readonly fetch: typeof globalThis.fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly hooks: Hooks;
  readonly offerQueryNames: OfferQueryNames;
}

const isFunction = (value: unknown): boolean => typeof value === 'function';
const functionOption = z
  .custom<(...args: never[]) => unknown>(isFunction, { error: 'must be a function' })
  .optional();
const text = z.string({ error: 'must be a string' }).optional();
const name = z.string({ error: 'must be a string' }).min(1, { error: 'must not be empty' }).optional();
const atLeastOne = z
  .int({ error: 'must be an integer of at least 1' })
  .min(1, { error: 'must be an integer of at least 1' });

/** The rule of every option. */
export const clientOptionsSchema = z.strictObject(
  {
    baseUrl: text,
    sandboxUrl: text,
    environment: z.enum(['production', 'sandbox'], { error: 'must be "production" or "sandbox"' }).optional(),
    token: z.union([z.string(), functionOption], {
      error: 'must be a string, or a function that returns one',
    }),
    timeout: duration.optional(),
    totalTimeout: duration.optional(),
    retry: retryOption.optional(),
    rateLimit: z
      .strictObject({ requestsPerMinute: atLeastOne }, { error: 'must be { requestsPerMinute }' })
      .optional(),
    maxConcurrency: atLeastOne.optional(),
    maxResponseBytes: z
      .int({ error: 'must be an integer number of bytes' })
      .min(1, { error: 'must be at least 1 byte' })
      .optional(),
    responseValidation: z
      .enum(['tolerant', 'strict'], { error: 'must be "tolerant" or "strict"' })
      .optional(),
    onDrift: functionOption,
    fetch: functionOption,
    headers: headersOption.optional(),
    logger: loggerOption.optional(),
    hooks: z
      .strictObject(
        { onRequest: functionOption, onResponse: functionOption, onRetry: functionOption },
        { error: 'must be an object' },
      )
      .optional(),
    offerQueryNames: z
      .strictObject(
        { offerType: name, limit: name, offset: name, offerIds: name },
        { error: 'must be an object' },
      )
      .optional(),
  },
  { error: 'must be an object' },
);

/**
 * Validates the options and fills in environment variables and defaults.
 *
 * @throws {@link ConfigurationError} naming the option, never quoting the token
 */
export function resolveOptions(options: ClientOptions, env: Env): ResolvedOptions {
  const checked = clientOptionsSchema.safeParse(options);
  if (!checked.success) {
    throw rejectedOption(checked.error, { whole: 'options', unknown: 'is not an option of the client' });
  }
  return {
    baseUrl: resolveBaseUrl(options, env),
    token: requireToken(options.token ?? env['PUBLISHER_TOKEN']),
    timeout: options.timeout ?? 30_000,
    totalTimeout: options.totalTimeout ?? 120_000,
    retry: resolveRetry(options.retry),
    rateLimit: options.rateLimit,
    maxConcurrency: options.maxConcurrency,
    maxResponseBytes: options.maxResponseBytes ?? 64 * 1024 * 1024,
    responseValidation: options.responseValidation ?? 'tolerant',
    onDrift: options.onDrift,
    // Read at each call, so that a fetch which a test replaces later is used.
    fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
    headers: mergeHeaders(options.headers ?? {}),
    logger: options.logger,
    hooks: options.hooks ?? {},
    offerQueryNames: { ...defaultOfferQueryNames, ...options.offerQueryNames },
  };
}

function requireToken(token: TokenOption | undefined): TokenOption {
  if (token !== undefined) return token;
  throw new ConfigurationError(
    'token',
    'is required: pass it, or set the environment variable PUBLISHER_TOKEN',
  );
}
