import * as z from 'zod';
import { toDotPath } from 'zod/v4/core';
import type { Issue } from '../errors/index.ts';
import { didYouMean } from '../errors/did-you-mean.ts';
import type { Schema, SchemaIssue } from './operation.ts';

/** Returns the `error` of a schema: what the value must be, and whether it is missing. */
export function ruleMessage(rule: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => (input === undefined ? `is required, and must be ${rule}` : `must be ${rule}`);
}

/** Whether a value is an object with fields: no array, no function, not null. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A date-time in a request: a `Date`, or an ISO 8601 string with its UTC offset. */
export type DateTimeInput = string | Date;

const isoString = z.iso.datetime({
  offset: true,
  error: 'must be a real date and time in ISO 8601 with its offset, for example 2026-10-01T00:00:00Z',
});
const dateTimeRule = ruleMessage(
  'a Date, or a real date and time in ISO 8601 with its offset, for example 2026-10-01T00:00:00Z',
);

/** Validates a `Date` or an ISO 8601 string and converts it to an ISO 8601 string in UTC. */
export const dateTimeInput: z.ZodType<string, DateTimeInput> = z
  .union([z.date({ error: 'must be a valid Date or an ISO 8601 string' }), isoString], {
    error: (issue) => (issue.input instanceof Date ? 'must be a valid Date' : dateTimeRule(issue)),
  })
  .transform((value) =>
    typeof value === 'string' && value.endsWith('Z') ? value : new Date(value).toISOString(),
  );

/** Validates a price: a non-negative integer number of US cents. */
export const usdCentsInput = z
  .int({ error: ruleMessage('an integer number of US cents, for example 999 for 9.99 USD') })
  .min(0, { error: 'must not be negative' });

/** Returns the schema of a string. */
export function stringInput(example: string): z.ZodString {
  return z.string({ error: ruleMessage(`a string, for example "${example}"`) });
}

/** Returns the schema of a path parameter: a non-empty string. */
export function pathSegment(example: string): z.ZodString {
  return stringInput(example).min(1, { error: `must not be empty, for example "${example}"` });
}

/** Validates an ISO 3166-1 alpha-2 country code. */
export const countryCodeInput = z
  .string({ error: ruleMessage('an ISO 3166-1 alpha-2 code: two uppercase letters, for example "DE"') })
  .regex(/^[A-Z]{2}$/, {
    error: 'must be an ISO 3166-1 alpha-2 code: two uppercase letters, for example "DE"',
  });

/** Returns the schema of an array; the example is one element. */
export function arrayInput<Element extends z.core.SomeType>(
  element: Element,
  example: string,
): z.ZodArray<Element> {
  return z.array(element, { error: ruleMessage(`an array, for example [${example}]`) });
}

/** Validates a number of rows, pages or retries. */
export const countInput = z.int({ error: 'must be an integer' }).min(0, { error: 'must not be negative' });

/** Returns the schema of an integer within documented bounds. */
export function integerBetween(min: number, max: number): z.ZodInt {
  const error = ruleMessage(`an integer from ${min} to ${max}`);
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** What the messages about an object say. */
export interface InputObjectMessages {
  /** A valid value, as it is written in a program. */
  readonly example: string;
  /** The message for an unknown field. @defaultValue `'unknown field'` */
  readonly unknown?: string;
  /** Suggestions for names that have nothing in common with the right one. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** Returns the schema of an object in user input: unknown fields are rejected, with a suggestion. */
export function inputObject<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  { example, unknown = 'unknown field', aliases = {} }: InputObjectMessages,
): z.ZodObject<Shape, z.core.$strict> {
  const invalid = ruleMessage(`an object, for example ${example}`);
  const describe = (key: string, names: readonly string[]): string => {
    const alias = Object.keys(aliases).find((name) => name.toLowerCase() === key.toLowerCase());
    const suggestion = alias === undefined ? didYouMean(key, names) : aliases[alias];
    if (suggestion !== undefined) return `${unknown}; did you mean ${suggestion}?`;
    return names.length > 0 && names.length <= 8 ? `${unknown}; known: ${names.join(', ')}` : unknown;
  };
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return invalid(issue);
      // Not the names of `shape`: the schema may be an extension of this one, which keeps this function.
      const names = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
      // One line for each unknown field: `toInputIssues` makes an issue of each.
      return issue.keys.map((key) => describe(key, names)).join('\n');
    },
  });
}

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

/**
 * Converts the issues of user input: each unknown field becomes an issue of its own, and `argument` names the input
 * if it is invalid as a whole.
 */
export function toInputIssues(issues: readonly SchemaIssue[], argument: string): Issue[] {
  return issues
    .flatMap((issue) => {
      if (!isAboutUnknownFields(issue)) return [issue];
      const messages = issue.message.split('\n');
      return issue.keys.map((key, index) => ({ path: [...issue.path, key], message: messages[index] ?? '' }));
    })
    .map(({ path, message }) => ({ path: toDotPath(path) || argument, message }));
}
