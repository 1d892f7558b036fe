import { ConfigurationError } from '../errors/index.ts';
import {
  addressOption,
  type AddressOptions,
  type Env,
  type Environment,
  isUndefinedNextTo,
  undefinedRule,
} from './base-url.ts';

/** The publisher token, or a function that returns it; the function is called once per request. */
export type TokenOption = string | (() => string | Promise<string>);

/**
 * Returns a valid token without surrounding white space.
 *
 * @throws {@link ConfigurationError} naming the option, never quoting its value
 */
export function checkToken(token: unknown, option = 'token'): string {
  if (typeof token !== 'string') throw new ConfigurationError(option, 'must be a string');
  const trimmed = token.trim();
  if (trimmed === '') throw new ConfigurationError(option, 'must not be empty');
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new ConfigurationError(
      option,
      'must be printable ASCII without spaces or line breaks inside it; check how it was copied',
    );
  }
  return trimmed;
}

/**
 * Returns the token from the options or the environment.
 *
 * @throws {@link ConfigurationError} when there is none, or the environment's may belong to another publisher
 */
export function resolveToken(
  options: AddressOptions & { readonly token?: TokenOption | undefined },
  environment: Environment,
  env: Env,
): TokenOption {
  const fallback = env[variable];
  if (fallback !== undefined && isUndefinedNextTo(options, 'token', addressOption[environment])) {
    throw new ConfigurationError('token', undefinedRule(addressOption[environment], variable));
  }
  const token = options.token ?? fallback;
  if (token !== undefined) return token;
  throw new ConfigurationError('token', `is required: pass it, or set the environment variable ${variable}`);
}

const variable = 'PUBLISHER_TOKEN';
