import { ConfigurationError, type ErrorContext } from '../errors/index.ts';
import type { Env, Environment, ServiceOptions, TokenOption } from './environment.ts';
import { readSetting, settings } from './setting.ts';

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
