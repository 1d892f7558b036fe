import { type Environment, settings, variables } from '../options/environment.ts';
import { serviceAddress } from './service-address.ts';
import { UsageError } from './usage-error.ts';

/** The service of an earlier export. */
export interface ExportOrigin {
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
  const variable = variables[settings[address.environment].address[0]];
  throw new UsageError(`${variable}: is ${address.origin}, but ${what} is from ${String(origin)}`);
}
