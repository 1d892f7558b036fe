import type * as z from 'zod';

import { toInputIssues } from '../contract/validation/validation.ts';
import { ConfigurationError } from '../errors/index.ts';

/**
 * Returns the error for options that a schema rejected; it names the first invalid option and its rule.
 *
 * `whole` is the name to use if the options as a whole are invalid.
 */
export function rejectedOption({ issues }: z.ZodError, whole = 'options'): ConfigurationError {
  const [issue] = toInputIssues(issues, whole);
  return new ConfigurationError(issue?.path ?? whole, issue?.message ?? 'is invalid');
}
