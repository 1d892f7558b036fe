import { ConfigurationError, type ErrorContext } from '../errors/index.ts';

/** The environment of the service to send requests to. */
export type Environment = 'production' | 'sandbox';

/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The publisher token, or a function that returns it; the function is called once per request. */
export type TokenOption = string | (() => string | Promise<string>);

/** Options that select the base URL. */
export interface AddressOptions {
  /** Base URL of the production environment; it may have a path. @defaultValue `PUBLISHER_BASE_URL` */
  readonly baseUrl?: string | undefined;
  /** Base URL of the sandbox environment. @defaultValue `PUBLISHER_SANDBOX_URL` */
  readonly sandboxUrl?: string | undefined;
  /** Which of the two URLs, and which token, to use. @defaultValue `PUBLISHER_ENVIRONMENT`, else `'production'` */
  readonly environment?: Environment | undefined;
}

/** Options that select the environment, the base URL and the token. */
export interface ServiceOptions extends AddressOptions {
  /** The publisher token, or a function that returns it for each request. @defaultValue `PUBLISHER_TOKEN` */
  readonly token?: TokenOption | undefined;
  /** The token of the sandbox environment. @defaultValue `token`, else `PUBLISHER_SANDBOX_TOKEN` */
  readonly sandboxToken?: TokenOption | undefined;
}

/**
 * Returns the environment that the option selects, else the variable, else production.
 *
 * @throws {@link ConfigurationError} when the variable selects another environment than the addresses that are passed
 */
export function selectEnvironment(options: ServiceOptions, env: Env): Environment {
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
  const variable = environment === 'sandbox' ? 'PUBLISHER_SANDBOX_URL' : 'PUBLISHER_BASE_URL';
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
): keyof ServiceOptions | undefined {
  if (environment === 'sandbox') {
    return baseUrl !== undefined && sandboxUrl === undefined ? 'baseUrl' : undefined;
  }
  if (baseUrl !== undefined) return undefined;
  if (sandboxUrl !== undefined) return 'sandboxUrl';
  return sandboxToken !== undefined && token === undefined ? 'sandboxToken' : undefined;
}

/** An option, and the variable that is used without it. */
interface Source<Option> {
  readonly option: Option;
  readonly variable: string;
}

/** What sets a value: the first option that is passed, else the first variable that is set. */
type Setting<Option> = readonly [Source<Option>, ...Source<Option>[]];

interface Settings {
  readonly address: Setting<'baseUrl' | 'sandboxUrl'>;
  readonly token: Setting<'token' | 'sandboxToken'>;
}

const token = { option: 'token', variable: 'PUBLISHER_TOKEN' } as const;
const sandboxToken = { option: 'sandboxToken', variable: 'PUBLISHER_SANDBOX_TOKEN' } as const;

/** What sets the base URL and the token of each environment. */
export const settings: Readonly<Record<Environment, Settings>> = {
  production: { address: [{ option: 'baseUrl', variable: 'PUBLISHER_BASE_URL' }], token: [token] },
  sandbox: {
    address: [{ option: 'sandboxUrl', variable: 'PUBLISHER_SANDBOX_URL' }],
    token: [sandboxToken, token],
  },
};

/**
 * Returns the value of a setting, and the option that errors name; `undefined` if nothing sets it.
 *
 * @param others What has to belong to the same publisher.
 * @throws {@link ConfigurationError} when an option is undefined beside one of the others, but a variable is set: it
 *   may belong to another publisher
 */
export function readSetting<Option extends keyof ServiceOptions>(
  options: ServiceOptions,
  setting: Setting<Option>,
  env: Env,
  others: Setting<keyof ServiceOptions>,
): { readonly option: Option; readonly value: NonNullable<ServiceOptions[Option]> | string } | undefined {
  for (const { option } of setting) {
    const value = options[option];
    if (value != null) return { option, value };
  }
  for (const { option, variable } of setting) {
    const value = env[variable];
    if (!value) continue;
    const missing = setting.find((source) => Object.hasOwn(options, source.option));
    const other = others.find((source) => options[source.option] !== undefined);
    if (missing && other) {
      throw new ConfigurationError(missing.option, undefinedRule(other.option, variable));
    }
    return { option, value };
  }
  return undefined;
}

/** The rule for an option that is passed as `undefined`, although its environment variable is set. */
function undefinedRule(other: string, variable: string): string {
  return (
    `must not be undefined when ${other} is passed: ${variable} is not used for it, ` +
    'because the two may belong to different publishers; pass a value, or omit the option to use the variable'
  );
}

/**
 * Returns the base URL of an environment.
 *
 * @throws {@link ConfigurationError} when it is missing or invalid, or would send the token unencrypted
 */
export function resolveBaseUrl(options: ServiceOptions, environment: Environment, env: Env): string {
  const { address, token } = settings[environment];
  const setting = readSetting(options, address, env, token);
  if (setting?.value) return checkBaseUrl(setting.option, setting.value);
  const [{ option, variable }] = address;
  throw new ConfigurationError(
    option,
    `is required in the ${environment} environment: pass it, or set the environment variable ${variable}`,
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

/** A token, and the option that errors name. */
export interface TokenSource {
  readonly option: 'token' | 'sandboxToken';
  readonly value: TokenOption;
}

/**
 * Returns the token of an environment from the options or the variables.
 *
 * @throws {@link ConfigurationError} when there is none, or the variable's may belong to another publisher
 */
export function resolveToken(options: ServiceOptions, environment: Environment, env: Env): TokenSource {
  const { address, token } = settings[environment];
  const setting = readSetting(options, token, env, address);
  if (setting) return setting;
  const [{ option, variable }] = token;
  throw new ConfigurationError(option, `is required: pass it, or set the environment variable ${variable}`);
}
