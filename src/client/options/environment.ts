import { type ConfigurationError, invalidOption } from '../errors/index.ts';
import { isQuoted, quotedRule } from './headers.ts';

/** The environment of the service to send requests to. */
export type Environment = 'production' | 'sandbox';

/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Why a `token` function is called. */
export type TokenRequest = {
  /** Whether the service has rejected the token of this call with 401: with another one, the request is retried once. */
  readonly rejected: boolean;
};

/** Returns the token of a request; the call fails if it returns `undefined`. */
export type TokenFunction = (request: TokenRequest) => string | undefined | Promise<string | undefined>;

type TokenOption = string | TokenFunction;

/** Options that select the environment, the base URL and the token. */
export interface ServiceOptions {
  /** Base URL of the production environment; it may have a path. @defaultValue `PUBLISHER_BASE_URL` */
  readonly baseUrl?: string | undefined;
  /** Base URL of the sandbox environment. @defaultValue `PUBLISHER_SANDBOX_URL` */
  readonly sandboxUrl?: string | undefined;
  /** Which of the two URLs, and which token, to use. @defaultValue `PUBLISHER_ENVIRONMENT`, else `'production'` */
  readonly environment?: Environment | undefined;
  /**
   * The publisher token, or a function that returns it for each request, and once more after a 401.
   * @defaultValue `PUBLISHER_TOKEN`
   */
  readonly token?: TokenOption | undefined;
  /** The token of the sandbox. @defaultValue `token`, else `PUBLISHER_SANDBOX_TOKEN`, on loopback else `PUBLISHER_TOKEN` */
  readonly sandboxToken?: TokenOption | undefined;
  /**
   * Names of hosts that the sandbox environment may reach without TLS, such as a container; loopback needs none.
   * @defaultValue `PUBLISHER_ALLOW_HTTP`, separated by commas
   */
  readonly allowHttp?: readonly string[] | undefined;
}

/** The variable that sets an option which is not passed. */
export const variables = {
  baseUrl: 'PUBLISHER_BASE_URL',
  sandboxUrl: 'PUBLISHER_SANDBOX_URL',
  token: 'PUBLISHER_TOKEN',
  sandboxToken: 'PUBLISHER_SANDBOX_TOKEN',
} as const;

/** The options that set the base URL and the token of each environment; the first one that is set counts. */
export const settings = {
  production: { urls: ['baseUrl'], tokens: ['token'] },
  sandbox: { urls: ['sandboxUrl'], tokens: ['sandboxToken', 'token'] },
} as const;

type Setting = keyof typeof variables;

/** A token, and the option that errors name. */
export interface TokenSource {
  readonly option: 'token' | 'sandboxToken';
  readonly value: TokenOption;
}

/** The service that options and variables select. */
export interface ResolvedService {
  readonly environment: Environment;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly token: TokenSource;
}

/**
 * Returns the environment, its normalized base URL, and its token, from the options or the variables.
 *
 * @throws {@link ConfigurationError} when one is missing or invalid, would send the token unencrypted, or may belong to
 *   another publisher
 */
export function resolveService(options: ServiceOptions, env: Env): ResolvedService {
  const environment = selectEnvironment(options, env);
  const { urls, tokens } = settings[environment];
  const url = readSetting(options, env, urls, tokens);
  if (!url?.value) throw missing(urls[0], `is required in the ${environment} environment`);
  // In production no variable may send a token in clear.
  const allowed =
    environment === 'sandbox' ? (options.allowHttp ?? env['PUBLISHER_ALLOW_HTTP']?.split(',')) : [];
  const baseUrl = checkBaseUrl(url.option, url.value, allowed);
  const token = readSetting(options, env, tokens, urls);
  if (!token) throw missing(tokens[0], 'is required');
  // A variable belongs to the host of the variable beside it; what listens on this machine may have any token.
  const isOfVariable = options[token.option] == null;
  const isShared =
    environment === 'sandbox' && token.option === 'token' && !isLoopback(new URL(baseUrl).hostname);
  const isOfOtherHost = options[url.option] != null && mayNotReceive(baseUrl, env[variables[url.option]]);
  if (isOfVariable && (isShared || isOfOtherHost)) {
    const variable = variables[token.option];
    const rule = `is required: ${variable} is sent to no other host than its own or loopback`;
    // To set a variable that is set would not help.
    if (variable === variables[tokens[0]]) throw invalidOption(tokens[0], `${rule}: pass it`);
    throw missing(tokens[0], rule);
  }
  return { environment, baseUrl, token };
}

/**
 * Whether a base URL may not receive the token that a variable has: the variable beside it, which is set, names another
 * origin, and the URL does not stay on this machine.
 */
export function mayNotReceive(baseUrl: string, urlVariable: string | undefined): boolean {
  const { origin, hostname } = new URL(baseUrl);
  if (!urlVariable || isLoopback(hostname)) return false;
  return !URL.canParse(urlVariable) || new URL(urlVariable).origin !== origin;
}

function missing(option: Setting, rule: string): ConfigurationError {
  const advice = `pass it, or set the environment variable ${variables[option]}`;
  return invalidOption(option, `${rule}: ${advice}`);
}

/** Returns the environment that the option selects, else the variable, else production. */
function selectEnvironment(options: ServiceOptions, env: Env): Environment {
  if (options.environment !== undefined) return options.environment;
  const selected = env['PUBLISHER_ENVIRONMENT'] || undefined;
  if (selected !== undefined && selected !== 'production' && selected !== 'sandbox') {
    const rule = 'must be "production" or "sandbox" (from PUBLISHER_ENVIRONMENT)';
    throw invalidOption('environment', rule);
  }
  const environment = selected ?? 'production';
  const ignored = ignoredOption(options, environment);
  if (ignored === undefined) return environment;
  const other = environment === 'sandbox' ? 'production' : 'sandbox';
  const variable = variables[settings[environment].urls[0]];
  const problem =
    `is passed, but PUBLISHER_ENVIRONMENT is ${selected === undefined ? 'not set' : `"${selected}"`}, ` +
    `which selects ${variable}; pass environment`;
  const advice = isTestAddress(options[ignored])
    ? `"sandbox", and this address as sandboxUrl`
    : `"${other}" to use ${ignored}, or environment: "${environment}" to use ${variable}`;
  throw invalidOption(ignored, `${problem}: ${advice}`);
}

/** Whether an address is never that of production: on this machine, or of a name that cannot exist (RFC 2606). */
function isTestAddress(address: unknown): boolean {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return isLoopback(hostname) || hostname.endsWith('.invalid');
}

/** An option that is passed for the other environment only: to ignore it would send the request to the wrong host. */
function ignoredOption(options: ServiceOptions, environment: Environment): Setting | undefined {
  const isPassed = (option: Setting): boolean => options[option] !== undefined;
  if (isPassed(settings[environment].urls[0])) return undefined;
  if (environment === 'sandbox') return isPassed('baseUrl') ? 'baseUrl' : undefined;
  if (isPassed('sandboxUrl')) return 'sandboxUrl';
  return isPassed('sandboxToken') && !isPassed('token') ? 'sandboxToken' : undefined;
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
  const rule =
    `must not be undefined when ${other} is passed: ${variables[option]} is not used for it, ` +
    'because the two may belong to different publishers; pass a value, or omit the option to use the variable';
  throw invalidOption(undefinedOption, rule);
}

function checkBaseUrl(option: string, value: string, allowed: readonly string[] = []): string {
  const reject = (rule: string): never => {
    throw invalidOption(option, rule);
  };
  if (isQuoted(value)) reject(quotedRule);
  if (!URL.canParse(value)) reject('must be an absolute URL, for example https://commerce.example.com');
  const { protocol, hostname, username, password, href } = new URL(value);
  if (protocol !== 'https:' && protocol !== 'http:')
    reject('must start with https://, or http:// for loopback addresses');
  const isAllowed = isLoopback(hostname) || allowed.some((host) => host.trim().toLowerCase() === hostname);
  if (protocol === 'http:' && !isAllowed) {
    const others = option === 'sandboxUrl' ? ' and hosts in allowHttp (PUBLISHER_ALLOW_HTTP)' : '';
    const rule = `plain http is allowed for loopback addresses${others} only: it would expose the token`;
    reject(`must start with https:// (${rule})`);
  }
  if (username || password) reject('must not contain a user name or password');
  if (/[?#]/.test(href)) reject('must not contain a query or a fragment');
  return href.replace(/\/+$/, '');
}

/** Whether a host is this machine: nothing leaves it. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
