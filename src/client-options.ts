import * as z from 'zod';

import { type AddressOptions, type Env, resolveBaseUrl } from './base-url.ts';
import { defaultOfferQueryNames, type OfferQueryNames } from './contract/offers.ts';
import { refusedOption } from './contract/refused-option.ts';
import { ConfigurationError } from './errors/index.ts';
import { type DriftEvent, DriftReporter } from './transport/drift.ts';
import { Gate } from './transport/gate.ts';
import { mergeHeaders } from './transport/headers.ts';
import { loggerOption } from './transport/logger-option.ts';
import { type Hooks, type Logger, Observer } from './transport/observer.ts';
import { duration, headersOption, resolveRetry, retryOption } from './transport/option-fields.ts';
import type { RetryOptions, TransportSettings } from './transport/settings.ts';
import { Token, type TokenOption } from './transport/token.ts';

/** How a client is set up; every option has a default or an environment variable, so all may be left out. */
export interface ClientOptions extends AddressOptions {
  /** The publisher token, or a function that gives it for each request. @defaultValue `PUBLISHER_TOKEN` */
  readonly token?: TokenOption | undefined;
  /** Time for one attempt, body included, in milliseconds. @defaultValue `30_000` */
  readonly timeout?: number | undefined;
  /** Time for a whole call, with its attempts, waits and bodies, in milliseconds. @defaultValue `120_000` */
  readonly totalTimeout?: number | undefined;
  /** How to send failed requests again; `false` never does. @defaultValue `{ limit: 2, maxRetryAfter: 60_000 }` */
  readonly retry?: RetryOptions | false | undefined;
  /** Requests a minute, spread evenly; calls wait for their turn. The service documents no limit. @defaultValue off */
  readonly rateLimit?: { readonly requestsPerMinute: number } | undefined;
  /** Calls at the same time; others wait for their turn. @defaultValue off */
  readonly maxConcurrency?: number | undefined;
  /** Largest answer to read, in bytes, counted after decompression. @defaultValue 64 MiB */
  readonly maxResponseBytes?: number | undefined;
  /** `'tolerant'` delivers an answer that drifts in a field that is not essential. @defaultValue `'tolerant'` */
  readonly responseValidation?: 'tolerant' | 'strict' | undefined;
  /** Told once of each drifting field. @defaultValue a warning on `logger` */
  readonly onDrift?: ((event: DriftEvent) => void) | undefined;
  /** The `fetch` to send with, for proxies, agents and the sandbox. @defaultValue the global one */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Extra headers for every request; the token header cannot be replaced. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Where to write what happens; `console` and pino fit. @defaultValue silent */
  readonly logger?: Logger | undefined;
  /** Functions told of every request, answer and retry; never given the token. */
  readonly hooks?: Hooks | undefined;
  /** Names of the offer listing's query parameters, which the specification does not show. */
  readonly offerQueryNames?: Partial<OfferQueryNames> | undefined;
}

/** A client's options, checked and complete. */
export interface ClientSettings {
  readonly transport: TransportSettings;
  readonly offerQueryNames: OfferQueryNames;
}

const isFunction = (value: unknown): boolean => typeof value === 'function';
const functionOption = z
  .custom<(...args: never[]) => unknown>(isFunction, { error: 'must be a function' })
  .optional();
const text = z.string({ error: 'must be text' }).optional();
const name = z.string({ error: 'must be text' }).min(1, { error: 'must not be empty' }).optional();
const atLeastOne = z
  .int({ error: 'must be a whole number of at least 1' })
  .min(1, { error: 'must be a whole number of at least 1' });

const optionsSchema = z.strictObject(
  {
    baseUrl: text,
    sandboxUrl: text,
    environment: z.enum(['production', 'sandbox'], { error: 'must be "production" or "sandbox"' }).optional(),
    token: z.union([z.string(), functionOption], { error: 'must be text, or a function that returns it' }),
    timeout: duration.optional(),
    totalTimeout: duration.optional(),
    retry: retryOption.optional(),
    rateLimit: z
      .strictObject({ requestsPerMinute: atLeastOne }, { error: 'must be { requestsPerMinute }' })
      .optional(),
    maxConcurrency: atLeastOne.optional(),
    maxResponseBytes: z
      .int({ error: 'must be a whole number of bytes' })
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
 * Checks the options and fills in the environment variables and defaults.
 *
 * @throws {@link ConfigurationError} naming the option, never quoting the token
 */
export function resolveOptions(options: ClientOptions, env: Env): ClientSettings {
  const checked = optionsSchema.safeParse(options);
  if (!checked.success) {
    throw refusedOption(checked.error, { whole: 'options', unknown: 'is not an option of the client' });
  }

  const baseUrl = resolveBaseUrl(options, env);
  const token = resolveToken(options.token, env);
  const observer = new Observer(options.logger, options.hooks ?? {});
  return {
    transport: {
      baseUrl,
      token,
      timeout: options.timeout ?? 30_000,
      totalTimeout: options.totalTimeout ?? 120_000,
      retry: resolveRetry(options.retry),
      gate: new Gate(options),
      maxResponseBytes: options.maxResponseBytes ?? 64 * 1024 * 1024,
      responseValidation: options.responseValidation ?? 'tolerant',
      // Looked up at each call, so that a fetch that a test patches in later is used.
      fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
      headers: mergeHeaders(options.headers ?? {}),
      observer,
      drift: new DriftReporter(options.onDrift, observer, token.sent),
    },
    offerQueryNames: { ...defaultOfferQueryNames, ...options.offerQueryNames },
  };
}

function resolveToken(option: TokenOption | undefined, env: Env): Token {
  const token = option ?? env['PUBLISHER_TOKEN'];
  if (token === undefined) {
    throw new ConfigurationError(
      'token',
      'is required: pass it, or set the environment variable PUBLISHER_TOKEN',
    );
  }
  return new Token(token);
}
