import * as z from 'zod';

import { ConfigurationError } from '../errors/index.ts';

/**
 * The error for options that a schema refused: it names the first that is wrong, and its rule.
 *
 * `whole` names the options where they are wrong as a whole; `unknown` is the rule that an option breaks which there
 * is not.
 */
export function refusedOption(
  { issues: [issue] }: z.ZodError,
  { whole, unknown }: { readonly whole: string; readonly unknown: string },
): ConfigurationError {
  if (issue?.code === 'unrecognized_keys') {
    return new ConfigurationError(z.core.toDotPath([...issue.path, ...issue.keys.slice(0, 1)]), unknown);
  }
  return new ConfigurationError(z.core.toDotPath(issue?.path ?? []) || whole, issue?.message ?? 'is wrong');
}
