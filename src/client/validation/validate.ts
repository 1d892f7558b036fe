import * as z from 'zod';
import { $ZodType } from 'zod/v4/core';

import { isRounded } from '../api/fields.ts';
import { isObject } from '../api/input.ts';
import type { Schema, SchemaIssue } from '../api/operation.ts';
import { type Field, fieldTree } from './field-tree.ts';
import { fillFromOlderNames } from './older-names.ts';
import {
  type Drift,
  invalid,
  type InvalidRow,
  maxIssues,
  toIssue,
  typeName,
  type Validation,
} from './validation.ts';

/**
 * What rejects a response: only what is essential, or any mismatch. `convert` is strict, and returns what the schema makes of
 * the value.
 */
export type ValidationMode = 'tolerant' | 'strict' | 'convert';

/** How a response is validated, besides its mode. */
interface ValidationOptions {
  /** Redacts a received value before it is quoted: it may contain the token. */
  readonly redact?: ((value: unknown) => unknown) | undefined;
  /** Sets invalid elements of `results` aside, so that they do not reject the page; their drift is not reported. */
  readonly setAsideRows?: boolean | undefined;
  /** In tolerant mode, fields that are filled from those with an older name, and reported as drift. */
  readonly olderNames?: Readonly<Record<string, string>> | undefined;
}

const same = (value: unknown): unknown => value;

/**
 * Validates a response or the body of a callback. In tolerant mode only essential mismatches reject it, and every other
 * field that differs from its documentation is drift; in the other modes any mismatch rejects it.
 */
export function validate<T>(
  schema: Schema<T>,
  given: unknown,
  mode: ValidationMode,
  { redact = same, setAsideRows = false, olderNames = {} }: ValidationOptions = {},
): Validation<T> {
  // Once: the transforms of a user's schema may have effects.
  if (mode === 'convert' || !(schema instanceof $ZodType)) return parse(schema, given);
  const { value, filled } = fillFromOlderNames(given, mode === 'tolerant' ? olderNames : {});
  const root = fieldTree(schema);
  const rowField = setAsideRows ? rowFieldOf(root) : undefined;
  const invalidRows: InvalidRow[] | undefined = rowField && [];
  // A response without an essential mismatch counts as a `T`.
  const received = value as T;
  if (root.isExact(value)) return { ok: true, value: received, drift: filled, invalidRows };

  const issues = findIssues(root, value, mode, rowField);
  if (issues.length > 0) return invalid(value, issues);
  const setAside: Skip = (field, row, index) => {
    if (field !== rowField || isAccepted(field, row, mode)) return false;
    invalidRows?.push({
      index,
      row,
      // Found when it is read: a page may have a million invalid rows.
      get issues() {
        return findIssues(field, row, mode).map(toIssue);
      },
    });
    return true;
  };
  const drift = new Map<Field, Drift>();
  for (const mismatch of findMismatches(root, value, { skips: setAside, most: maxSearched })) {
    if (!drift.has(mismatch.field))
      drift.set(
        mismatch.field,
        toDrift(mismatch, (found) => quoted(redact(found))),
      );
  }
  return { ok: true, value: received, drift: [...filled, ...drift.values()], invalidRows };
}

function parse<T>(schema: Schema<T>, value: unknown): Validation<T> {
  const result = schema.safeParse(value);
  return result.success ? { ok: true, value: result.data, drift: [] } : invalid(value, result.error.issues);
}

function isAccepted(field: Field, value: unknown, mode: ValidationMode): boolean {
  return mode === 'tolerant' ? field.isUsable(value) : field.isExact(value);
}

/** How many elements of a list are searched for drift: those that differ mostly do so in the same fields. */
const maxSearched = 100;

/** A value that does not match the schema of its field. */
export interface Mismatch {
  readonly field: Field;
  readonly value: unknown;
  /** The issue, with its path from the visited value. */
  readonly issue: SchemaIssue;
}

/** Whether to skip an element of an array, for example a row that is set aside. */
type Skip = (element: Field, value: unknown, index: number) => boolean;

/**
 * Finds the issues that `safeParse` would return, in its order, but one at a time: a response may have one per row, and
 * creating them all at once takes gigabytes. At most `most` elements of each list are searched.
 */
export function* findMismatches(
  field: Field,
  value: unknown,
  options: { readonly skips?: Skip; readonly most?: number } = {},
  path: readonly PropertyKey[] = [],
): Generator<Mismatch, void> {
  const { fields, element } = field;
  if ((value === undefined && field.optional) || (value === null && field.nullable)) return;
  if (fields && isObject(value)) {
    for (const [key, child] of fields)
      yield* findMismatches(child, (value as Record<string, unknown>)[key], options, [...path, key]);
  } else if (element && Array.isArray(value)) {
    let { most = Infinity } = options;
    for (const [index, item] of (value as readonly unknown[]).entries()) {
      if (options.skips?.(element, item, index) || most <= 0 || element.isExact(item)) continue;
      most -= 1;
      yield* findMismatches(element, item, options, [...path, index]);
    }
  } else {
    for (const { path: inner, ...issue } of z.safeParse(field.schema, value).error?.issues ?? []) {
      yield { field, value, issue: { ...issue, path: [...path, ...inner] } };
    }
  }
}

/** Returns the first ten issues that reject a value, in schema order; those of `except` are left out. */
function findIssues(
  field: Field,
  value: unknown,
  mode: ValidationMode,
  except?: Field,
): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  // An element without an issue is skipped: there may be millions.
  const skips: Skip = (element, item) => element === except || isAccepted(element, item, mode);
  for (const mismatch of findMismatches(field, value, { skips })) {
    if ((mode !== 'tolerant' || isEssential(mismatch)) && issues.push(mismatch.issue) === maxIssues) break;
  }
  return issues;
}

function isEssential({ field: { rule }, value }: Mismatch): boolean {
  return rule.essential === true && !(rule.base && z.safeParse(rule.base, value).success);
}

function rowFieldOf(root: Field): Field | undefined {
  return root.fields?.find(([key]) => key === 'results')?.[1].element;
}

/** Describes a mismatch; `quote` quotes the value, if it is a new one of an enumeration. */
export function toDrift({ field, value, issue }: Mismatch, quote: (value: string) => string): Drift {
  const isNewValue = field.rule.isOpenEnum && typeof value === 'string';
  const drift = { path: field.path, expected: issue.expected ?? issue.message.replace(/^must be /, '') };
  if (isRounded(value)) {
    const row = issue.path.find((key) => typeof key === 'number');
    return { ...drift, received: String(value), row };
  }
  return { ...drift, received: isNewValue ? quote(value) : typeName(value) };
}

/** Cuts before and after: a value may have megabytes, and quoting makes it longer. */
function quoted(value: unknown): string {
  return JSON.stringify(String(value).slice(0, 60)).slice(0, 60);
}
