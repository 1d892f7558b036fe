import * as z from 'zod';
import { toInputIssues } from '../api/input-object.ts';
import { ConfigurationError } from '../errors/index.ts';
import { nodeProcess, packageVersion } from '../runtime/runtime.ts';

/**
 * Returns the error for options that a schema rejected; it names the first invalid option and its rule.
 *
 * `whole` is the name to use if the options as a whole are invalid.
 */
export function rejectedOption({ issues }: z.ZodError, whole = 'options'): ConfigurationError {
  const [issue] = toInputIssues(issues, whole);
  return new ConfigurationError(issue?.path ?? whole, issue?.message ?? 'is invalid');
}

/** Returns the schema of a function. */
export function functionRule<Value = (...args: never[]) => unknown>(
  error = 'must be a function',
): z.ZodCustom<Value, Value> {
  return z.custom<Value>((value) => typeof value === 'function', { error });
}

/** Validates an optional function. */
export const functionOption = functionRule().optional();

/** Validates a maximum number of bytes. */
export const byteLimit = z
  .int({ error: 'must be an integer number of bytes' })
  .min(1, { error: 'must be at least 1 byte' });

/** Maximum delay of a Node.js timer, in milliseconds. */
const maxTimerDelay = 2 ** 31 - 1;
const error = `must be an integer number of milliseconds from 1 to ${maxTimerDelay}`;

/** Validates a duration in milliseconds. */
export const duration = z.int({ error }).min(1, { error }).max(maxTimerDelay, { error });

/** Name of the header for the publisher token (§5). */
export const tokenHeader = 'x-publisher-token';

/** Returns the schema of an object with any keys. */
export function recordOf<Value extends z.ZodType>(
  value: Value,
  values: string,
): z.ZodRecord<z.ZodString, Value> {
  return z.record(z.string(), value, { error: `must be an object with ${values} values` });
}

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
