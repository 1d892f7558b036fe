import { ConfigurationError } from '../../client/errors/index.ts';
import { type Environment, resolveService, settings, variables } from '../../client/options/environment.ts';
import { checkToken } from '../../client/options/headers.ts';
import { logLevelOf } from '../../client/options/logger.ts';
import { UsageError } from '../terminal/command-error.ts';
import { checkLogFormat } from '../terminal/log-line.ts';

/** Where a command sends the token. */
interface ServiceAddress {
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
    logLevelOf(env);
    checkLogFormat(env);
    const service = resolveService({ environment }, env);
    checkToken(service.token.value, service.token.option);
    return { environment: service.environment, origin: new URL(service.baseUrl).origin };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const variable = variableOf[error.option] ?? 'PUBLISHER_ENVIRONMENT';
    // The rule of the library is for programs, which pass an option.
    throw new UsageError(`${variable}: ${env[variable] ? error.rule : `is required; ${advice}`}`);
  }
}

/** Returns the variable that names the service in an environment. */
export function urlVariable(environment: Environment | undefined, env: NodeJS.ProcessEnv): string {
  return variables[settingsOf(environment, env).urls[0]];
}

/** Returns the variable of the token in an environment. */
export function tokenVariable(environment: Environment | undefined, env: NodeJS.ProcessEnv): string {
  return variables[settingsOf(environment, env).tokens[0]];
}

function settingsOf(environment: Environment | undefined, env: NodeJS.ProcessEnv) {
  return settings[(environment ?? env['PUBLISHER_ENVIRONMENT']) === 'sandbox' ? 'sandbox' : 'production'];
}

const variableOf: Readonly<Record<string, string>> = { ...variables, logLevel: 'PUBLISHER_LOG' };

/** The service of an earlier export. */
interface ExportOrigin {
  /** `null` if it is not known. */
  readonly environment: Environment | null;
  readonly origin: string | null;
}

/**
 * Validates that the environment variables name the service of an earlier export: the token is sent to no other.
 *
 * @param what What names the earlier service, for the message.
 * @throws UsageError naming the variable
 */
export function checkOrigin(
  { environment, origin }: ExportOrigin,
  what: string,
  env: NodeJS.ProcessEnv,
): void {
  const address = serviceAddress(environment ?? undefined, env);
  if (address.origin === origin) return;
  const variable = urlVariable(address.environment, env);
  throw new UsageError(`${variable}: is ${address.origin}, but ${what} is from ${String(origin)}`);
}
