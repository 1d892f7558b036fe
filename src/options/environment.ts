import { ConfigurationError } from '../errors/index.ts';

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
