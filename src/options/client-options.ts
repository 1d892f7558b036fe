import * as z from 'zod';

import { inputObject } from '../api/input-object.ts';
import { defaultOfferQueryNames, type OfferQueryNames } from '../api/offers.ts';
import type { DriftEvent } from '../validation/validation.ts';
import { type Env, resolveService, type ServiceOptions } from './environment.ts';
import {
  byteLimit,
  duration,
  functionOption,
  headersOption,
  type Logger,
  loggerOption,
  mergeHeaders,
  rejectedOption,
  userAgent,
} from './rules.ts';
import type { FetchFunction } from './fetch.ts';
import { type Hooks } from './hooks.ts';
import { resolveRetry, retryAliases, retryOption, type RetryOptions } from './call-options.ts';

/** How requests are spaced. */
export interface RateLimitOptions {
  /** Maximum number of requests per minute, at least 1. */
  readonly requestsPerMinute: number;
}

/** Options of {@link PublisherClient}; only the base URL and the token are required, here or in the environment. */
export interface ClientOptions extends ServiceOptions {
  /** Timeout for one attempt, body included, in milliseconds. @defaultValue `30_000` */
  readonly timeout?: number | undefined;
  /** Timeout for a whole call, retries included, in milliseconds. @defaultValue `120_000` */
  readonly totalTimeout?: number | undefined;
  /** How failed requests are retried; `false` disables retries. @defaultValue `{ limit: 2, maxRetryAfter: 60_000 }` */
  readonly retry?: RetryOptions | false | undefined;
  /** Maximum requests per minute, evenly spaced; the API documents no limit. @defaultValue no limit */
  readonly rateLimit?: RateLimitOptions | undefined;
  /** Maximum number of concurrent calls; further calls are queued. @defaultValue no limit */
  readonly maxConcurrency?: number | undefined;
  /** Maximum size of a response in bytes, after decompression. @defaultValue 64 MiB */
  readonly maxResponseBytes?: number | undefined;
  /** `'tolerant'` rejects invalid essential fields only; `'strict'` rejects any mismatch. @defaultValue `'tolerant'` */
  readonly responseValidation?: 'tolerant' | 'strict' | undefined;
  /** Called once per field with schema drift: it differs from its documentation. @defaultValue a warning on `logger` */
  readonly onDrift?: ((event: DriftEvent) => void) | undefined;
  /** Custom `fetch`, for proxies, certificates, the sandbox or stubs of tests. @defaultValue `globalThis.fetch` */
  readonly fetch?: FetchFunction | undefined;
  /** Extra headers for every request; they may replace `user-agent`, but not the token header. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Receives log messages, for example `console` or a pino logger. @defaultValue no logging */
  readonly logger?: Logger | undefined;
  /** Called for every request, response and retry; they never receive the token. */
  readonly hooks?: Hooks | undefined;
  /** Names of the query parameters of `offers.list`, which are not documented. */
  readonly offerQueryNames?: Partial<OfferQueryNames> | undefined;
}

/** Validated client options with their defaults. */
export type ResolvedOptions = Readonly<ReturnType<typeof resolveOptions>>;

const optionalString = z.string({ error: 'must be a string' }).optional();
const tokenOption = z.union([z.string(), functionOption], {
  error: 'must be a string, or a function that returns one',
});
const name = z.string({ error: 'must be a string' }).min(1, { error: 'must not be empty' }).optional();
const atLeastOne = z
  .int({ error: 'must be an integer of at least 1' })
  .min(1, { error: 'must be an integer of at least 1' });

const unknown = 'is not an option of the client';

/** The rule of every option. */
export const clientOptionsSchema = inputObject(
  {
    example: '{ baseUrl: "https://commerce.example.com", token: "your-token" }',
    unknown,
    aliases: {
      ...retryAliases,
      apiKey: 'token',
      url: 'baseUrl',
      endpoint: 'baseUrl',
      sandbox: 'environment: "sandbox"',
    },
  },
  {
    baseUrl: optionalString,
    sandboxUrl: optionalString,
    environment: z.enum(['production', 'sandbox'], { error: 'must be "production" or "sandbox"' }).optional(),
    token: tokenOption,
    sandboxToken: tokenOption,
    timeout: duration.optional(),
    totalTimeout: duration.optional(),
    retry: retryOption.optional(),
    rateLimit: inputObject(
      { example: '{ requestsPerMinute: 120 }', unknown },
      { requestsPerMinute: atLeastOne },
    ).optional(),
    maxConcurrency: atLeastOne.optional(),
    maxResponseBytes: byteLimit.optional(),
    responseValidation: z
      .enum(['tolerant', 'strict'], { error: 'must be "tolerant" or "strict"' })
      .optional(),
    onDrift: functionOption,
    fetch: functionOption,
    headers: headersOption.optional(),
    logger: loggerOption.optional(),
    hooks: inputObject(
      { example: '{ onResponse: (event) => console.log(event) }', unknown },
      { onRequest: functionOption, onResponse: functionOption, onRetry: functionOption },
    ).optional(),
    offerQueryNames: inputObject(
      { example: '{ limit: "recordLimit" }', unknown },
      { offerType: name, limit: name, offset: name, offerIds: name },
    ).optional(),
  },
);

/**
 * Validates client options and fills in environment variables and defaults.
 *
 * @throws {@link ConfigurationError} naming the invalid option, never quoting the token
 */
export function resolveOptions(options: ClientOptions, env: Env) {
  const checked = clientOptionsSchema.safeParse(options);
  if (!checked.success) throw rejectedOption(checked.error);
  const agent = userAgent();
  const { rateLimit, maxConcurrency, onDrift, logger, hooks = {} } = options;
  return {
    ...resolveService(options, env),
    timeout: options.timeout ?? 30_000,
    totalTimeout: options.totalTimeout ?? 120_000,
    retry: resolveRetry(options.retry),
    rateLimit,
    maxConcurrency,
    maxResponseBytes: options.maxResponseBytes ?? 64 * 1024 * 1024,
    responseValidation: options.responseValidation ?? 'tolerant',
    onDrift,
    // Read for each request, so that a global fetch replaced later, as tests do, is used.
    fetch: options.fetch ?? ((...args: Parameters<FetchFunction>) => globalThis.fetch(...args)),
    /** Whether `fetch` is the option, and not the runtime's. */
    customFetch: options.fetch !== undefined && options.fetch !== globalThis.fetch,
    headers: mergeHeaders(agent === undefined ? {} : { 'user-agent': agent }, options.headers ?? {}),
    logger,
    hooks,
    offerQueryNames: { ...defaultOfferQueryNames, ...options.offerQueryNames },
  };
}
