import * as z from 'zod';
import { $ZodArray, $ZodNullable, $ZodObject, $ZodOptional, $ZodType, toDotPath } from 'zod/v4/core';

import type { Issue } from '../errors/index.ts';
import { essentialFields, unknownValueIssue } from './fields.ts';
import type { Schema, SchemaIssue } from './operation.ts';

/** A field that is not as documented, and not essential: the answer is delivered all the same. */
export interface Drift {
  /** The field, without row numbers: `results[].geolocation.zipCode`. */
  readonly path: string;
  /** What the specification says of it. */
  readonly expected: string;
  /** The type of what came, or the value itself where it is a new value of a documented enumeration. */
  readonly received: string;
}

/** An answer held against its schema. */
export type Validation<T> =
  | { readonly ok: true; readonly value: T; readonly drift: readonly Drift[] }
  | { readonly ok: false; readonly issues: readonly Issue[]; readonly row: number | undefined };

/**
 * Holds an answer against its schema. In tolerant mode it is delivered as received: only essential mismatches fail
 * it, and what else does not match is returned as drift. In strict mode the schema's output is delivered.
 */
export function validate<T>(schema: Schema<T>, value: unknown, mode: 'tolerant' | 'strict'): Validation<T> {
  if (mode === 'tolerant' && matches(schema, value)) return { ok: true, value, drift: [] };
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data, drift: [] };

  const { issues } = result.error;
  const fatal = mode === 'strict' ? issues : issues.filter((issue) => isEssential(schema, issue));
  const [first] = fatal;
  if (first) {
    return { ok: false, issues: fatal.slice(0, 10).map(toIssue), row: first.path.find(isRowIndex) };
  }
  // Every mismatch is in a field the caller can do without: the answer is theirs, as the service wrote it.
  return { ok: true, value: value as T, drift: summarize(value, issues) };
}

const compiled = new WeakMap<object, $ZodType>();

/** Whether a value is just as its schema says: asked of generated code, which builds no copy and no issues. */
function matches<T>(schema: Schema<T>, value: unknown): value is T {
  if (!(schema instanceof $ZodType)) return false;
  const known = compiled.get(schema);
  const checker = known ?? z.compile(schema);
  if (!known) compiled.set(schema, checker);
  return z.validate(checker, value);
}

/** The issues of a refused value, with their paths as text. */
export function toIssue({ path, message }: SchemaIssue): Issue {
  return { path: toDotPath(path), message };
}

function isRowIndex(key: PropertyKey): key is number {
  return typeof key === 'number';
}

function isEssential(schema: unknown, issue: SchemaIssue): boolean {
  if (issue.code === unknownValueIssue) return false;
  const field = issue.path.reduce<$ZodType | undefined>(child, asZod(schema));
  const bare = unwrap(field);
  return bare === undefined || isContainer(bare) || essentialFields.has(bare);
}

function asZod(schema: unknown): $ZodType | undefined {
  return schema instanceof $ZodType ? schema : undefined;
}

function child(parent: $ZodType | undefined, key: PropertyKey): $ZodType | undefined {
  const bare = unwrap(parent);
  if (bare instanceof $ZodObject) return bare._zod.def.shape[String(key)];
  if (bare instanceof $ZodArray) return bare._zod.def.element;
  return undefined;
}

function unwrap(schema: $ZodType | undefined): $ZodType | undefined {
  const wrapped = schema instanceof $ZodOptional || schema instanceof $ZodNullable;
  return wrapped ? unwrap(schema._zod.def.innerType) : schema;
}

function isContainer(schema: $ZodType): boolean {
  return schema instanceof $ZodObject || schema instanceof $ZodArray;
}

/** One entry for each field, however many rows it drifts in. */
function summarize(value: unknown, issues: readonly SchemaIssue[]): Drift[] {
  const byPath = new Map<string, Drift>();
  for (const issue of issues) {
    const path = toDotPath(issue.path).replaceAll(/\[\d+\]/g, '[]');
    if (byPath.has(path)) continue;
    const found = valueAt(value, issue.path);
    byPath.set(path, {
      path,
      expected: issue.expected ?? issue.message,
      received: issue.code === unknownValueIssue ? JSON.stringify(found).slice(0, 60) : typeName(found),
    });
  }
  return [...byPath.values()];
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (parent, key) =>
      typeof parent === 'object' && parent !== null && Object.hasOwn(parent, key)
        ? (parent as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
