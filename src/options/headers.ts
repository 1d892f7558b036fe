import * as z from 'zod';

import { nodeProcess } from '../runtime/node-process.ts';
import { packageVersion } from '../runtime/package-version.ts';

/** Name of the header for the publisher token (§5). */
export const tokenHeader = 'x-publisher-token';

/** Validates the option `headers`, which must not contain the token header. */
export const headersOption = z
  .record(z.string(), z.string({ error: 'must be a string' }), {
    error: 'must be an object with string values',
  })
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
