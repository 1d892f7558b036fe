import type { Schema } from '../../../src/client/api/operation.ts';
import { toInputIssues } from '../../../src/client/api/input-object.ts';

/** The rules that an input breaks, each as `path: rule`; none when it is accepted. */
export function brokenRules(schema: Schema<unknown>, input: unknown): string[] {
  const result = schema.safeParse(input);
  if (result.success) return [];
  return toInputIssues(result.error.issues, 'input').map(({ path, message }) => `${path}: ${message}`);
}
