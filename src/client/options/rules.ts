import * as z from 'zod';
import { toInputIssues } from '../api/input-object.ts';
import { type ConfigurationError, invalidOption } from '../errors/index.ts';
import { maxTimerDelay } from '../runtime/abort.ts';

/**
 * Returns the error for options that a schema rejected; it names the first invalid option and its rule.
 *
 * `whole` is the name to use if the options as a whole are invalid.
 */
export function rejectedOption({ issues }: z.ZodError, whole = 'options'): ConfigurationError {
  const [issue] = toInputIssues(issues, whole);
  return invalidOption(issue?.path ?? whole, issue?.message ?? 'is invalid');
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

const error = `must be an integer number of milliseconds from 1 to ${maxTimerDelay}`;

/** Validates a duration in milliseconds. */
export const duration = z.int({ error }).min(1, { error }).max(maxTimerDelay, { error });

/** Returns the schema of an object with any keys. */
export function recordOf<Value extends z.ZodType>(
  value: Value,
  values: string,
): z.ZodRecord<z.ZodString, Value> {
  return z.record(z.string(), value, { error: `must be an object with ${values} values` });
}
