import { ConfigurationError } from '../errors/index.ts';

/** Which of the service's two addresses a client talks to. */
export type Environment = 'production' | 'sandbox';

/** The variables of a process. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Where the service is. */
export interface AddressOptions {
  /** Address of the service; a path in it is kept. @defaultValue the environment variable `PUBLISHER_BASE_URL` */
  readonly baseUrl?: string | undefined;
  /** Address of its sandbox. @defaultValue the environment variable `PUBLISHER_SANDBOX_URL` */
  readonly sandboxUrl?: string | undefined;
  /** Which of the two every operation goes to. @defaultValue `PUBLISHER_ENVIRONMENT`, else `'production'` */
  readonly environment?: Environment | undefined;
}

/**
 * The address that every operation goes to.
 *
 * @throws {@link ConfigurationError} when it is missing, is no URL, or would send the token in the clear
 */
export function resolveBaseUrl(options: AddressOptions, env: Env): string {
  const environment = options.environment ?? (env['PUBLISHER_ENVIRONMENT'] || 'production');
  if (environment !== 'production' && environment !== 'sandbox') {
    throw new ConfigurationError(
      'environment',
      'must be "production" or "sandbox" (from PUBLISHER_ENVIRONMENT)',
    );
  }
  const [option, variable] =
    environment === 'sandbox'
      ? (['sandboxUrl', 'PUBLISHER_SANDBOX_URL'] as const)
      : (['baseUrl', 'PUBLISHER_BASE_URL'] as const);
  const value = options[option] ?? env[variable];
  if (value === undefined || value === '') {
    throw new ConfigurationError(
      option,
      `is required in the ${environment} environment: pass it, or set the environment variable ${variable}`,
    );
  }
  return checkBaseUrl(option, value);
}

function checkBaseUrl(option: string, value: string): string {
  const refuse = (rule: string): never => {
    throw new ConfigurationError(option, rule);
  };
  if (!URL.canParse(value)) refuse('must be an absolute URL, for example https://commerce.example.com');
  const url = new URL(value);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') refuse('must begin with https://');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    refuse(
      'must begin with https:// (plain http is allowed for loopback addresses only: it would expose the token)',
    );
  }
  if (url.username || url.password) refuse('must not contain a user name or password');
  if (/[?#]/.test(url.href)) refuse('must not contain a query or a fragment');
  return url.href.replace(/\/+$/, '');
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
