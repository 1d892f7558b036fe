import type * as z from 'zod';
import { toDotPath } from 'zod/v4/core';

import { ConfigurationError } from '../errors/index.ts';

/**
 * The error for options that a schema refused: it names the first that is wrong, and its rule.
 *
 * `whole` names the options where they are wrong as a whole; `unknown` is the rule that an option breaks which there
 * is not.
 */
export function rejectedOption(
  { issues: [issue] }: z.ZodError,
  { whole, unknown }: { readonly whole: string; readonly unknown: string },
): ConfigurationError {
  if (issue?.code === 'unrecognized_keys') {
    return new ConfigurationError(toDotPath([...issue.path, ...issue.keys.slice(0, 1)]), unknown);
  }
  return new ConfigurationError(toDotPath(issue?.path ?? []) || whole, issue?.message ?? 'is wrong');
}
