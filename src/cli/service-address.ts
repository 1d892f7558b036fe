import { ConfigurationError } from '../errors/index.ts';
import { type Environment, resolveService, variables } from '../options/environment.ts';
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
  try {
    const service = resolveService({ environment }, env);
    return { environment: service.environment, origin: new URL(service.baseUrl).origin };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const variable = variableOf[error.option] ?? 'PUBLISHER_ENVIRONMENT';
    // The rule of the library is for programs, which pass an option.
    throw new UsageError(`${variable}: ${env[variable] ? error.rule : `is required; ${advice}`}`);
  }
}

const variableOf: Readonly<Record<string, string>> = variables;
