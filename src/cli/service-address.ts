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
 * @throws UsageError if a variable is missing or invalid
 */
export function serviceAddress(environment: Environment | undefined, env: NodeJS.ProcessEnv): ServiceAddress {
  try {
    const { baseUrl, environment: selected } = resolveAddress({ environment }, env);
    if (!env['PUBLISHER_TOKEN']) {
      throw new UsageError('PUBLISHER_TOKEN: is required; set it, or use --env-file');
    }
    return { environment: selected, origin: new URL(baseUrl).origin };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new UsageError(`${variableOf(error.option)}: ${error.rule}`);
  }
}

/** The variable that sets an option of the client. */
function variableOf(option: string): string {
  if (option === 'sandboxUrl') return 'PUBLISHER_SANDBOX_URL';
  return option === 'environment' ? 'PUBLISHER_ENVIRONMENT' : 'PUBLISHER_BASE_URL';
}
