import { ConfigurationError } from '../errors/index.ts';
import { type Environment, resolveAddress } from '../options/base-url.ts';
import { UsageError } from './usage-error.ts';

/** Where a command sends the token. */
export interface ServiceAddress {
  readonly environment: Environment;
  readonly origin: string;
}

/**
 * Returns the environment and origin of the service that the environment variables name.
 *
 * @param advice What to do about a missing variable.
 * @throws UsageError if a variable is missing or invalid
 */
export function serviceAddress(
  environment: Environment | undefined,
  env: NodeJS.ProcessEnv,
  advice = 'set it, or use --env-file',
): ServiceAddress {
  const missing = (variable: string): UsageError => new UsageError(`${variable}: is required; ${advice}`);
  try {
    const { baseUrl, environment: selected } = resolveAddress({ environment }, env);
    if (!env['PUBLISHER_TOKEN']) throw missing('PUBLISHER_TOKEN');
    return { environment: selected, origin: new URL(baseUrl).origin };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const variable = variableOf(error.option);
    // The rule of the library is for programs, which pass an option.
    throw env[variable] ? new UsageError(`${variable}: ${error.rule}`) : missing(variable);
  }
}

/** The variable that sets an option of the client. */
function variableOf(option: string): string {
  if (option === 'sandboxUrl') return 'PUBLISHER_SANDBOX_URL';
  return option === 'environment' ? 'PUBLISHER_ENVIRONMENT' : 'PUBLISHER_BASE_URL';
}
