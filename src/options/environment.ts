import { ConfigurationError, type ErrorContext } from '../errors/index.ts';

/** The environment of the service to send requests to. */
export type Environment = 'production' | 'sandbox';

/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The publisher token, or a function that is called for each request; a call fails if it returns `undefined`. */
export type TokenOption = string | (() => string | undefined | Promise<string | undefined>);

/** Options that select the environment, the base URL and the token. */
export interface ServiceOptions {
  /** Base URL of the production environment; it may have a path. @defaultValue `PUBLISHER_BASE_URL` */
  readonly baseUrl?: string | undefined;
  /** Base URL of the sandbox environment. @defaultValue `PUBLISHER_SANDBOX_URL` */
  readonly sandboxUrl?: string | undefined;
  /** Which of the two URLs, and which token, to use. @defaultValue `PUBLISHER_ENVIRONMENT`, else `'production'` */
  readonly environment?: Environment | undefined;
  /** The publisher token, or a function that returns it for each request. @defaultValue `PUBLISHER_TOKEN` */
  readonly token?: TokenOption | undefined;
  /** The token of the sandbox environment. @defaultValue `token`, else `PUBLISHER_SANDBOX_TOKEN` */
  readonly sandboxToken?: TokenOption | undefined;
}

/** The variable that sets an option which is not passed. */
export const variables = {
  baseUrl: 'PUBLISHER_BASE_URL',
  sandboxUrl: 'PUBLISHER_SANDBOX_URL',
  token: 'PUBLISHER_TOKEN',
  sandboxToken: 'PUBLISHER_SANDBOX_TOKEN',
} as const;

/** An option that may also be set by its variable. */
type Setting = keyof typeof variables;

/** The options that set the base URL and the token of each environment; the first one comes first. */
export const settings = {
  production: { address: ['baseUrl'], token: ['token'] },
  sandbox: { address: ['sandboxUrl'], token: ['sandboxToken', 'token'] },
} as const satisfies Readonly<Record<Environment, Readonly<Record<string, readonly Setting[]>>>>;

/** A token, and the option that errors name. */
export interface TokenSource {
  readonly option: 'token' | 'sandboxToken';
  readonly value: TokenOption;
}

/**
 * Returns the environment, its normalized base URL, and its token, from the options or the variables.
 *
 * @throws {@link ConfigurationError} when one is missing or invalid, would send the token unencrypted, or may belong to
 *   another publisher
 */
export function resolveService(options: ServiceOptions, env: Env) {
  const environment = selectEnvironment(options, env);
  const { address, token: tokens } = settings[environment];
  const url = readSetting(options, env, address, tokens);
  if (!url?.value) throw missing(address[0], `is required in the ${environment} environment`);
  const baseUrl = checkBaseUrl(url.option, url.value);
  const token = readSetting(options, env, tokens, address);
  if (!token) throw missing(tokens[0], 'is required');
  return { environment, baseUrl, token };
}

function missing(option: Setting, rule: string): ConfigurationError {
  return new ConfigurationError(
    option,
    `${rule}: pass it, or set the environment variable ${variables[option]}`,
  );
}

/** Returns the environment that the option selects, else the variable, else production. */
function selectEnvironment(options: ServiceOptions, env: Env): Environment {
  if (options.environment !== undefined) return options.environment;
  const selected = env['PUBLISHER_ENVIRONMENT'] || undefined;
  if (selected !== undefined && selected !== 'production' && selected !== 'sandbox') {
    throw new ConfigurationError(
      'environment',
      'must be "production" or "sandbox" (from PUBLISHER_ENVIRONMENT)',
    );
  }
  const environment = selected ?? 'production';
  const ignored = ignoredOption(options, environment);
  if (ignored === undefined) return environment;
  const other = environment === 'sandbox' ? 'production' : 'sandbox';
  const variable = variables[settings[environment].address[0]];
  throw new ConfigurationError(
    ignored,
    `is passed, but PUBLISHER_ENVIRONMENT is ${selected === undefined ? 'not set' : `"${selected}"`}, ` +
      `which selects ${variable}; pass environment: "${other}" to use ${ignored}, ` +
      `or environment: "${environment}" to use ${variable}`,
  );
}

/** An option that is passed for the other environment only: to ignore it would send the request to the wrong host. */
function ignoredOption(
  { baseUrl, sandboxUrl, token, sandboxToken }: ServiceOptions,
  environment: Environment,
): Setting | undefined {
  if (environment === 'sandbox')
    return baseUrl !== undefined && sandboxUrl === undefined ? 'baseUrl' : undefined;
  if (baseUrl !== undefined) return undefined;
  if (sandboxUrl !== undefined) return 'sandboxUrl';
  return sandboxToken !== undefined && token === undefined ? 'sandboxToken' : undefined;
}

/**
 * Returns the first option that is passed, or else the first one whose variable is set.
 *
 * @param others What has to belong to the same publisher: an option that is undefined beside one of them is a failed
 *   lookup, and no wish for the variable.
 */
function readSetting<Option extends Setting>(
  options: ServiceOptions,
  env: Env,
  candidates: readonly Option[],
  others: readonly Setting[],
): { readonly option: Option; readonly value: NonNullable<ServiceOptions[Option]> | string } | undefined {
  for (const option of candidates) {
    const value = options[option];
    if (value != null) return { option, value };
  }
  const option = candidates.find((candidate) => env[variables[candidate]]);
  const value = option && env[variables[option]];
  if (!value) return undefined;
  const undefinedOption = candidates.find((candidate) => Object.hasOwn(options, candidate));
  const other = others.find((candidate) => options[candidate] !== undefined);
  if (undefinedOption === undefined || other === undefined) return { option, value };
  throw new ConfigurationError(
    undefinedOption,
    `must not be undefined when ${other} is passed: ${variables[option]} is not used for it, ` +
      'because the two may belong to different publishers; pass a value, or omit the option to use the variable',
  );
}

function checkBaseUrl(option: string, value: string): string {
  const reject = (rule: string): never => {
    throw new ConfigurationError(option, rule);
  };
  if (!URL.canParse(value)) reject('must be an absolute URL, for example https://commerce.example.com');
  const url = new URL(value);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') reject('must start with https://');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    reject(
      'must start with https:// (plain http is allowed for loopback addresses only: it would expose the token)',
    );
  }
  if (url.username || url.password) reject('must not contain a user name or password');
  if (/[?#]/.test(url.href)) reject('must not contain a query or a fragment');
  return url.href.replace(/\/+$/, '');
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/**
 * Returns a valid token without surrounding white space.
 *
 * @throws {@link ConfigurationError} naming the option, never quoting its value
 */
export function checkToken(token: unknown, option = 'token', context?: ErrorContext): string {
  const reject = (rule: string): never => {
    throw new ConfigurationError(option, rule, context);
  };
  if (typeof token !== 'string') return reject('must be a string');
  const trimmed = token.trim();
  if (trimmed === '') return reject('must not be empty');
  if (!/^[\x21-\x7e]+$/.test(trimmed))
    return reject('must be printable ASCII without spaces or line breaks inside it; check how it was copied');
  return trimmed;
}
