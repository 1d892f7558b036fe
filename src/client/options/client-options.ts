import * as z from 'zod';

import { inputObject } from '../api/input-object.ts';
import { defaultOfferQueryNames, type OfferQueryNames } from '../api/offers.ts';
import { invalidOption } from '../errors/index.ts';
import { isBrowser } from '../runtime/runtime.ts';
import { checkTimeLimits, retryAliases } from './call-options.ts';
import {
  applyOverrides,
  type ClientOverrides,
  defaultSettings,
  type OverridableSettings,
  overrideRules,
} from './client-overrides.ts';
import { type Env, type ResolvedService, resolveService, type ServiceOptions } from './environment.ts';
import type { FetchFunction } from './fetch.ts';
import { logLevelOf } from './logger.ts';
import { functionOption, rejectedOption } from './rules.ts';

/** Options of {@link PublisherClient}; only the base URL and the token are required, here or in the environment. */
export interface ClientOptions extends ServiceOptions, ClientOverrides {
  /** Maximum requests per minute, at least 1, evenly spaced; the API documents no limit. @defaultValue no limit */
  readonly rateLimit?: { readonly requestsPerMinute: number } | undefined;
  /** Maximum number of concurrent calls; further calls are queued. @defaultValue no limit */
  readonly maxConcurrency?: number | undefined;
  /** Custom `fetch`, for proxies, certificates, the sandbox or stubs of tests. @defaultValue `globalThis.fetch` */
  readonly fetch?: FetchFunction | undefined;
  /** Names of the query parameters of `offers.list`, which are not documented. */
  readonly offerQueryNames?: Partial<OfferQueryNames> | undefined;
  /** Whether to allow a client in a browser, where the token is public. @defaultValue `false` */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

/** Validated client options with their defaults. */
export interface ResolvedOptions extends OverridableSettings, ResolvedService {
  readonly rateLimit: ClientOptions['rateLimit'];
  readonly maxConcurrency: ClientOptions['maxConcurrency'];
  readonly fetch: FetchFunction;
  /** Whether `fetch` is the option, and not the runtime's. */
  readonly customFetch: boolean;
  readonly offerQueryNames: OfferQueryNames;
}

const optionalString = z.string({ error: 'must be a string' }).optional();
const tokenOption = z.union([z.string(), functionOption], {
  error: 'must be a string, or a function that returns one',
});
const name = z.string({ error: 'must be a string' }).min(1, { error: 'must not be empty' }).optional();
const atLeastOne = z
  .int({ error: 'must be an integer of at least 1' })
  .min(1, { error: 'must be an integer of at least 1' });

const hostName = { error: 'must be an array of names of hosts, without scheme or port' };

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
    allowHttp: z.array(z.string(hostName).regex(/^[\w.-]+$/, hostName), hostName).optional(),
    ...overrideRules,
    rateLimit: inputObject(
      { example: '{ requestsPerMinute: 120 }', unknown },
      { requestsPerMinute: atLeastOne },
    ).optional(),
    maxConcurrency: atLeastOne.optional(),
    fetch: functionOption,
    offerQueryNames: inputObject(
      { example: '{ limit: "recordLimit" }', unknown },
      { offerType: name, limit: name, offset: name, offerIds: name },
    ).optional(),
    dangerouslyAllowBrowser: z.boolean({ error: 'must be true or false' }).optional(),
  },
).superRefine(checkTimeLimits);

/**
 * Validates client options and fills in environment variables and defaults.
 *
 * @throws {@link ConfigurationError} naming the invalid option, never quoting the token
 */
export function resolveOptions(options: ClientOptions, env: Env): ResolvedOptions {
  checkOptions(options);
  const { rateLimit, maxConcurrency, dangerouslyAllowBrowser, logLevel = logLevelOf(env) } = options;
  if (isBrowser() && !dangerouslyAllowBrowser) {
    const rule =
      'must be true in a browser, where the token would be public; send requests from a server instead';
    throw invalidOption('dangerouslyAllowBrowser', rule);
  }
  return {
    ...resolveService(options, env),
    ...applyOverrides(defaultSettings(logLevel), options),
    rateLimit,
    maxConcurrency,
    // Read for each request, so that a global fetch replaced later, as tests do, is used.
    fetch: options.fetch ?? ((...args: Parameters<FetchFunction>) => globalThis.fetch(...args)),
    customFetch: options.fetch !== undefined && options.fetch !== globalThis.fetch,
    offerQueryNames: { ...defaultOfferQueryNames, ...options.offerQueryNames },
  };
}

/**
 * Validates the options of a job and returns the settings that they replace.
 *
 * @throws {@link ConfigurationError} naming the option that is invalid, or that a job cannot have
 */
export function resolveOverrides(
  options: ClientOverrides,
  settings: OverridableSettings,
): OverridableSettings {
  checkOptions(options);
  const { token, ...others } = options;
  const fixed = Object.entries(others).find(
    ([name, value]) => value !== undefined && !Object.hasOwn(overrideRules, name),
  );
  if (fixed) {
    const rule =
      'is not an option of withOptions, which keeps the address and the limits: create another client';
    throw invalidOption(fixed[0], rule);
  }
  if (token === undefined && Object.hasOwn(options, 'token')) {
    const rule = 'must not be undefined: pass a value, or omit the option to use the token of this client';
    throw invalidOption('token', rule);
  }
  return applyOverrides(settings, others);
}

function checkOptions(options: ClientOptions): void {
  const checked = clientOptionsSchema.safeParse(options);
  if (!checked.success) throw rejectedOption(checked.error);
}
