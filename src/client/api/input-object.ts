import { closestMatch } from 'leven';
import * as z from 'zod';
import { toDotPath } from 'zod/v4/core';

import type { Issue } from '../errors/index.ts';
import { fieldOf, ruleMessage } from './input.ts';
import type { Schema, SchemaIssue } from './operation.ts';

/** What the messages about an object say. */
export interface InputObjectMessages {
  /** A valid value, as it is written in a program. */
  readonly example: string;
  /** The message for an unknown field. @defaultValue `'unknown field'` */
  readonly unknown?: string;
  /** Suggestions for names that have nothing in common with the right one. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/**
 * Returns the schema of an object in user input: unknown fields are rejected, with a suggestion. Often an example is all
 * that its messages need.
 */
export function inputObject<Shape extends z.core.$ZodLooseShape>(
  messages: InputObjectMessages | string,
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  const isExample = typeof messages === 'string';
  const { example, unknown = 'unknown field', aliases = {} } = isExample ? { example: messages } : messages;
  const invalid = ruleMessage(`an object, for example ${example}`);
  const unknownFieldMessage = (key: string, names: readonly string[]): string => {
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
      return issue.keys.map((key) => unknownFieldMessage(key, names)).join('\n');
    },
  });
}

/** Returns a nested schema unchanged, with a type of that name instead of all its fields. */
export function withInputName<T>(schema: z.ZodType<T, T>): z.ZodType<T, T> {
  return schema;
}

/** Whether an issue is about unknown fields. */
function isAboutUnknownFields(
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

/** Validates user input and returns what to send, or the issues; `'send'` sends fields that the schema does not know. */
export function checkInput<T>(
  schema: Schema<T>,
  input: unknown,
  unknownFields: 'send' | 'reject' | undefined,
): { readonly value: T } | { readonly issues: readonly SchemaIssue[] } {
  const result = schema.safeParse(input);
  if (result.success) return { value: result.data };
  const { issues } = result.error;
  const unknown = unknownFields === 'send' ? issues.filter(isAboutUnknownFields) : [];
  if (unknown.length === 0) return { issues };
  const known = withoutUnknownFields(schema, input);
  const checked = schema.safeParse(known);
  // A rule about the whole, such as which fields it needs, cannot be applied to a part of it.
  const broken = checked.success ? [] : checked.error.issues.filter(({ path }) => path.length > 0);
  if (broken.length > 0) return { issues: broken };
  // It has nothing but unknown fields, unless all rules apply.
  const value = checked.success ? checked.data : (known as T);
  for (const { path, keys } of unknown) {
    const [own, given] = [value, input].map((whole) => path.reduce<unknown>(fieldOf, whole));
    Object.assign(own as object, Object.fromEntries(keys.map((key) => [key, fieldOf(given, key)])));
  }
  return { value };
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

/**
 * Returns the candidate that a misspelled name most likely means, or `undefined`.
 *
 * A candidate matches if it differs by upper and lower case, by a few letters, or if one name contains the other.
 */
export function didYouMean(name: string, candidates: readonly string[]): string | undefined {
  const wanted = fold(name);
  const byFolded = new Map(candidates.map((candidate) => [fold(candidate), candidate]));
  const folded = [...byFolded.keys()];
  // The distance is computed for names only, not for whatever was used as a key.
  if (wanted.length > maxNameLength) return undefined;
  const closest = closestMatch(wanted, folded, { maxDistance: Math.max(1, Math.round(wanted.length * 0.4)) });
  const found =
    closest ??
    folded.find((candidate) => wanted.length >= 3 && candidate.includes(wanted)) ??
    folded.find((candidate) => candidate.length >= 4 && wanted.includes(candidate));
  return found === undefined ? undefined : byFolded.get(found);
}

const maxNameLength = 50;

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, '');
}
