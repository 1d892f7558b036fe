import * as z from 'zod';

import { inputObject } from '../api/input-object.ts';
import type { DriftEvent } from '../validation/validation.ts';
import { resolveRetry, retryOption, type RetryOptions, type RetrySettings } from './call-options.ts';
import type { ServiceOptions } from './environment.ts';
import type { Hooks } from './hooks.ts';
import { type Logger, loggerOption, type LogLevel, logLevelOption } from './logger.ts';
import { headersOption, mergeHeaders, userAgent } from './headers.ts';
import { byteLimit, duration, functionOption } from './rules.ts';

/** Options that a client may have for one job, by {@link PublisherClient.withOptions}. */
export interface ClientOverrides extends Pick<ServiceOptions, 'token'> {
  /** Timeout for one attempt, body included, in milliseconds. @defaultValue `30_000` */
  readonly timeout?: number | undefined;
  /**
   * Timeout for a whole call, its retries included, in milliseconds. One that is set counts from the call; the default
   * begins when the call leaves the queue of `rateLimit` and `maxConcurrency`.
   * @defaultValue `120_000`, or four times `timeout` if that is longer
   */
  readonly totalTimeout?: number | undefined;
  /** How failed requests are retried; `false` disables retries. @defaultValue `{ limit: 2, maxRetryAfter: 60_000 }` */
  readonly retry?: RetryOptions | false | undefined;
  /** Maximum size of a response in bytes, after decompression. @defaultValue 64 MiB */
  readonly maxResponseBytes?: number | undefined;
  /** `'tolerant'` rejects invalid essential fields only; `'strict'` rejects any mismatch. @defaultValue `'tolerant'` */
  readonly responseValidation?: 'tolerant' | 'strict' | undefined;
  /** Called once per field with schema drift: it differs from its documentation. @defaultValue a warning on `logger` */
  readonly onDrift?: ((event: DriftEvent) => void) | undefined;
  /** Extra headers for every request; they may replace `user-agent`, but not the token header. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Receives log messages of `logLevel` or above, for example a pino logger. @defaultValue `console` */
  readonly logger?: Logger | undefined;
  /** The least severe messages to log; `'debug'` logs every request. @defaultValue `PUBLISHER_LOG`, else `'warn'` */
  readonly logLevel?: LogLevel | undefined;
  /** Called for every request, response and retry; they never receive the token. */
  readonly hooks?: Hooks | undefined;
}

/** The rules of these options, except that of the token. */
export const overrideRules = {
  timeout: duration.optional(),
  totalTimeout: duration.optional(),
  retry: retryOption.optional(),
  maxResponseBytes: byteLimit.optional(),
  responseValidation: z.enum(['tolerant', 'strict'], { error: 'must be "tolerant" or "strict"' }).optional(),
  onDrift: functionOption,
  headers: headersOption.optional(),
  logger: loggerOption.optional(),
  logLevel: logLevelOption.optional(),
  hooks: inputObject(
    { example: '{ onResponse: (event) => console.log(event) }', unknown: 'is not a hook' },
    { onRequest: functionOption, onResponse: functionOption, onRetry: functionOption },
  ).optional(),
};

/** These options, with their defaults. */
export type OverridableSettings = Readonly<
  {
    [Name in Exclude<keyof ClientOverrides, 'token' | 'onDrift' | 'retry' | 'totalTimeout'>]-?: NonNullable<
      ClientOverrides[Name]
    >;
  } & Pick<Required<ClientOverrides>, 'onDrift' | 'totalTimeout'> & { retry: RetrySettings }
>;

/** Returns the defaults of a client that logs at a level. */
export function defaultSettings(logLevel: LogLevel): OverridableSettings {
  const agent = userAgent();
  return {
    timeout: 30_000,
    totalTimeout: undefined,
    retry: resolveRetry(),
    maxResponseBytes: 64 * 1024 * 1024,
    responseValidation: 'tolerant',
    onDrift: undefined,
    headers: agent === undefined ? {} : { 'user-agent': agent },
    logger: console,
    logLevel,
    hooks: {},
  };
}

/** Returns settings with valid options in their place; `retry`, `headers` and `hooks` keep what the options omit. */
export function applyOverrides(settings: OverridableSettings, options: ClientOverrides): OverridableSettings {
  return {
    timeout: options.timeout ?? settings.timeout,
    totalTimeout: options.totalTimeout ?? settings.totalTimeout,
    retry: resolveRetry(options, settings.retry),
    maxResponseBytes: options.maxResponseBytes ?? settings.maxResponseBytes,
    responseValidation: options.responseValidation ?? settings.responseValidation,
    onDrift: options.onDrift ?? settings.onDrift,
    headers: mergeHeaders(settings.headers, options.headers ?? {}),
    logger: options.logger ?? settings.logger,
    logLevel: options.logLevel ?? settings.logLevel,
    hooks: {
      onRequest: options.hooks?.onRequest ?? settings.hooks.onRequest,
      onResponse: options.hooks?.onResponse ?? settings.hooks.onResponse,
      onRetry: options.hooks?.onRetry ?? settings.hooks.onRetry,
    },
  };
}
