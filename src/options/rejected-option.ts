import type * as z from 'zod';
import { toDotPath } from 'zod/v4/core';

import { ConfigurationError } from '../errors/index.ts';

/**
 * Returns the error for options that a schema rejected; it names the first invalid option and its rule.
 *
 * `whole` is the name to use if the options as a whole are invalid, `unknown` the message for an unknown option.
 */
export function rejectedOption(
  { issues: [issue] }: z.ZodError,
  { whole, unknown }: { readonly whole: string; readonly unknown: string },
): ConfigurationError {
  if (issue?.code === 'unrecognized_keys') {
    return new ConfigurationError(toDotPath([...issue.path, ...issue.keys.slice(0, 1)]), unknown);
  }
  return new ConfigurationError(toDotPath(issue?.path ?? []) || whole, issue?.message ?? 'is invalid');
}
