import { ConfigurationError } from '../errors/index.ts';

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
