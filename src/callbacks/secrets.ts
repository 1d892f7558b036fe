import { invalidOption } from '../client/errors/index.ts';
import { shorten } from '../client/errors/printable.ts';
import { causeOf } from '../client/http/redacted-cause.ts';

/**
 * One secret; several during a rotation; or a function that returns them for each request, so that a module that creates
 * a handler can be imported where there are no secrets, as a build does.
 */
export type SecretOption = Secrets | (() => Secrets | Promise<Secrets>);

type Secrets = string | readonly string[] | undefined;

/**
 * Returns a function that returns the keys of the secrets of an option: imported once, or, if the option is a function,
 * for each request.
 *
 * @param check Returns a valid secret, or throws a `ConfigurationError`.
 * @throws ConfigurationError when an option that is no function is invalid; the returned function rejects with it
 */
export function createKeyReader<Keys>(
  option: string,
  value: unknown,
  check: (secret: unknown) => string,
  importKeys: (secrets: readonly string[]) => Promise<Keys>,
): () => Promise<Keys> {
  const keysOf = (secrets: unknown): Promise<Keys> => {
    const list: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
    if (list.length === 0) throw invalidOption(option, 'must not be an empty array');
    return importKeys(list.map(check));
  };
  if (typeof value === 'function')
    return async () => keysOf(await callSecretFunction(option, value as () => unknown));
  const keys = keysOf(value);
  return () => keys;
}

/**
 * Returns what a user-supplied function returns that reads a secret.
 *
 * @throws ConfigurationError when it throws. Its cause is logged by default, so it is a copy without what is in double
 *   quotes: `JSON.parse` quotes what it cannot read.
 */
async function callSecretFunction(option: string, read: () => unknown): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    const cause = causeOf(error, (text, max) => shorten(text.replace(/"[^]*"/, '"[redacted]"'), max));
    const rule = `the \`${option}\` function threw ${cause.name}; see the error's cause`;
    throw invalidOption(option, rule, { cause });
  }
}
