import { ConfigurationError } from '../errors/index.ts';

/** The environment of the service to send requests to. */
export type Environment = 'production' | 'sandbox';

/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Options that select the base URL. */
export interface AddressOptions {
  /** Base URL of the production environment; it may have a path. @defaultValue `PUBLISHER_BASE_URL` */
  readonly baseUrl?: string | undefined;
  /** Base URL of the sandbox environment. @defaultValue `PUBLISHER_SANDBOX_URL` */
  readonly sandboxUrl?: string | undefined;
  /** Which of the two URLs to use. @defaultValue `PUBLISHER_ENVIRONMENT`, else `'production'` */
  readonly environment?: Environment | undefined;
}

/** The option that has the base URL of each environment. */
export const addressOption = { production: 'baseUrl', sandbox: 'sandboxUrl' } as const;

/**
 * Returns the selected environment and its base URL.
 *
 * @throws {@link ConfigurationError} when it is missing or invalid, or would send the token unencrypted
 */
export function resolveAddress(
  options: AddressOptions & { readonly token?: unknown },
  env: Env,
): { readonly baseUrl: string; readonly environment: Environment } {
  const environment = options.environment ?? (env['PUBLISHER_ENVIRONMENT'] || 'production');
  if (environment !== 'production' && environment !== 'sandbox') {
    throw new ConfigurationError(
      'environment',
      'must be "production" or "sandbox" (from PUBLISHER_ENVIRONMENT)',
    );
  }
  const option = addressOption[environment];
  const variable = environment === 'sandbox' ? 'PUBLISHER_SANDBOX_URL' : 'PUBLISHER_BASE_URL';
  const fallback = env[variable] || undefined;
  if (fallback !== undefined && isUndefinedNextTo(options, option, 'token')) {
    throw new ConfigurationError(option, undefinedRule('token', variable));
  }
  const value = options[option] ?? fallback;
  if (value === undefined || value === '') {
    throw new ConfigurationError(
      option,
      `is required in the ${environment} environment: pass it, or set the environment variable ${variable}`,
    );
  }
  return { baseUrl: checkBaseUrl(option, value), environment };
}

/** Whether an option is passed as `undefined` together with a value of another option. */
export function isUndefinedNextTo<Options extends object>(
  options: Options,
  option: keyof Options,
  other: keyof Options,
): boolean {
  return Object.hasOwn(options, option) && options[option] === undefined && options[other] !== undefined;
}

/** The rule for an option that is passed as `undefined`, although its environment variable is set. */
export function undefinedRule(other: string, variable: string): string {
  return (
    `must not be undefined when ${other} is passed: ${variable} is not used for it, ` +
    'because the two may belong to different publishers; pass a value, or omit the option to use the variable'
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
