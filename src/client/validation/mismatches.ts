import * as z from 'zod';

import { isObject } from '../api/input.ts';
import type { SchemaIssue } from '../api/operation.ts';
import { Checks, type Field } from './checks.ts';
import { maxIssues } from './validation.ts';

/** A value that does not match the schema of its field. */
export interface Mismatch {
  readonly field: Field;
  readonly value: unknown;
  /** The issue, with its path from the visited value. */
  readonly issue: SchemaIssue;
}

/** Whether to skip an element of an array, for example a row that is set aside. */
export type Skip = (element: Field, value: unknown, index: number) => boolean;

/** To visit fewer elements is faster than to generate a check for them. */
const longArray = 8;

/**
 * Finds the issues that `safeParse` would return, in its order, but one at a time: a response may have one per row, and
 * creating them all at once takes gigabytes. Elements of long arrays that match `checks` have none.
 */
export function* findMismatches(
  field: Field,
  value: unknown,
  checks: Checks,
  skips: Skip,
  path: readonly PropertyKey[] = [],
): Generator<Mismatch, void> {
  const { fields, element } = field;
  if ((value === undefined && field.optional) || (value === null && field.nullable)) return;
  if (fields && isObject(value)) {
    for (const [key, child] of fields)
      yield* findMismatches(child, fieldOf(value, key), checks, skips, [...path, key]);
  } else if (element && Array.isArray(value)) {
    const values: readonly unknown[] = value;
    // Not `entries()`, which is slow in a generator.
    for (let index = 0; index < values.length; index++) {
      const item = values[index];
      if (skips(element, item, index)) continue;
      if (values.length > longArray && checks.matches(element, item)) continue;
      yield* findMismatches(element, item, checks, skips, [...path, index]);
    }
  } else {
    for (const { path: inner, ...issue } of z.safeParse(field.schema, value).error?.issues ?? []) {
      yield { field, value, issue: { ...issue, path: [...path, ...inner] } };
    }
  }
}

function fieldOf(value: object, key: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[key];
}

/** How strictly values are validated. */
export interface Strictness {
  readonly checks: Checks;
  readonly isIssue: (mismatch: Mismatch) => boolean;
}

// Marked as pure, so that bundlers can drop this code if nothing is validated.

/** Every mismatch is an issue. */
export const strict: Strictness = { checks: /* @__PURE__ */ new Checks(), isIssue: () => true };

/** Only mismatches of essential fields are issues. */
export const tolerant: Strictness = {
  checks: /* @__PURE__ */ new Checks({ relaxesAll: true }),
  isIssue: ({ field: { rule }, value }) =>
    rule.essential === true && !(rule.base && z.safeParse(rule.base, value).success),
};

/** Returns the first ten issues of a value, in schema order. */
export function findIssues(
  field: Field,
  value: unknown,
  strictness: Strictness,
  skips: Skip = () => false,
): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  for (const mismatch of findMismatches(field, value, strictness.checks, skips)) {
    if (strictness.isIssue(mismatch) && issues.push(mismatch.issue) === maxIssues) break;
  }
  return issues;
}
