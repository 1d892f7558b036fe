import * as z from 'zod';

import { invalidOption, type ErrorContext } from '../errors/index.ts';
import { nodeProcess, packageVersion } from '../runtime/runtime.ts';
import { recordOf } from './rules.ts';

/** Name of the header for the publisher token (§5). */
export const tokenHeader = 'x-publisher-token';

/**
 * Returns a token that the header can carry, without surrounding white space.
 *
 * @throws {@link ConfigurationError} naming the option, never quoting its value
 */
export function checkToken(token: unknown, option = 'token', context?: ErrorContext): string {
  const reject = (rule: string): never => {
    throw invalidOption(option, rule, context);
  };
  if (typeof token !== 'string') return reject('must be a string');
  const trimmed = token.trim();
  if (trimmed === '') return reject('must not be empty');
  if (isQuoted(trimmed)) return reject(quotedRule);
  if (!/^[\x21-\x7e]+$/.test(trimmed))
    return reject('must be printable ASCII without spaces or line breaks inside it; check how it was copied');
  return trimmed;
}

/** Whether a value is in straight quotes, which a shell removes, and `docker --env-file` does not. */
export function isQuoted(value: string): boolean {
  return /^(["']).*\1$/s.test(value);
}

export const quotedRule = 'must not be in quotes: remove the quotes';

/** Validates the option `headers`, which must not contain the token header. */
export const headersOption = recordOf(z.string({ error: 'must be a string' }), 'string')
  .refine((headers) => Object.keys(headers).every((name) => name.toLowerCase() !== tokenHeader), {
    error: `must not contain ${tokenHeader}: the client sets it from the token`,
  })
  .refine(isSendable, { error: 'must be valid HTTP header names and values' });

function isSendable(headers: Readonly<Record<string, string>>): boolean {
  try {
    return new Headers(headers) instanceof Headers;
  } catch {
    return false;
  }
}

/** Merges headers; names are lower-cased, and later values override earlier ones. */
export function mergeHeaders(...layers: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const headers = new Headers();
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) headers.set(name, value);
  return Object.fromEntries(headers);
}

/**
 * Returns the `user-agent` with the name and version of this package and of Node, Deno or Bun. Returns `undefined`
 * elsewhere: browsers have their own, and a preflight request would have to allow another one.
 */
export function userAgent(
  versions: Readonly<Record<string, string | undefined>> = nodeProcess().versions ?? {},
): string | undefined {
  // Deno and Bun have the version of a Node too.
  const runtime = ['deno', 'bun', 'node'].find((name) => versions[name] !== undefined);
  return runtime && `publisher-commerce/${packageVersion} ${runtime}/${versions[runtime] ?? ''}`;
}
