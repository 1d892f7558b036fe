import type { Schema, SchemaIssue } from './operation.ts';

/** Whether an issue is about unknown fields. */
export function isAboutUnknownFields(
  issue: SchemaIssue,
): issue is SchemaIssue & { readonly keys: readonly string[] } {
  return issue.code === 'unrecognized_keys' && issue.keys !== undefined;
}

/** Returns an input without the fields that its schema does not know. */
export function withoutUnknownFields(schema: Schema<unknown>, input: unknown): unknown {
  const result = schema.safeParse(input);
  if (result.success) return input;
  return result.error.issues
    .filter(isAboutUnknownFields)
    .reduce((rest, { path, keys }) => without(rest, path, keys), input);
}

function without(value: unknown, path: readonly PropertyKey[], keys: readonly string[]): unknown {
  const [head, ...rest] = path;
  const entries = Object.entries(Object(value) as Record<string, unknown>);
  const kept =
    head === undefined
      ? entries.filter(([key]) => !keys.includes(key))
      : entries.map(([key, field]) => [key, key === String(head) ? without(field, rest, keys) : field]);
  return Array.isArray(value) ? kept.map(([, field]) => field) : Object.fromEntries(kept);
}
