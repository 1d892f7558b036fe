import { $ZodType } from 'zod/v4/core';

import { unknownValueIssue } from '../api/fields.ts';
import type { Schema } from '../api/operation.ts';
import { Checks, type Field, fieldTree } from './checks.ts';
import { findIssues, findMismatches, type Mismatch, type Skip, strict, tolerant } from './mismatches.ts';
import { type Drift, invalid, type InvalidRow, toIssue, type Validation } from './validation.ts';

type Mode = 'tolerant' | 'strict';

const same = (value: unknown): unknown => value;

/** How a response is validated, besides its mode. */
export interface ValidationOptions {
  /** Redacts a received value before it is quoted: it may contain the token. */
  readonly redact?: ((value: unknown) => unknown) | undefined;
  /** Sets invalid elements of `results` aside, so that they do not reject the page; their drift is not reported. */
  readonly setAsideRows?: boolean | undefined;
}

/**
 * Validates responses and remembers the schema drift of each operation.
 *
 * In tolerant mode a response is returned as received: only essential mismatches reject it, and every other mismatching
 * field is reported as drift once. In strict mode any mismatch rejects it. The cost is a small multiple of parsing the
 * response, whatever it contains.
 */
export class ResponseValidator {
  /** For each operation a check in which fields with known drift are relaxed: without new drift, one check is enough. */
  readonly #known = new Map<string, Checks>();

  /** Validates a response; a mismatch outside rows rejects a page whose invalid rows are set aside, too. */
  validate<T>(
    { name, output }: { readonly name: string; readonly output: Schema<T> },
    value: unknown,
    mode: Mode,
    { redact = same, setAsideRows = false }: ValidationOptions = {},
  ): Validation<T> {
    if (!(output instanceof $ZodType)) return parse(output, value);
    const root = fieldTree(output);
    const rowField = setAsideRows ? rowFieldOf(root) : undefined;
    if (mode === 'strict' && !rowField) {
      // Not `safeParse` first: it creates every issue, and a response of a few MiB can have millions.
      const issues = findIssues(root, value, strict);
      return issues.length > 0 ? invalid(value, issues) : parse(output, value);
    }
    const strictness = mode === 'strict' ? strict : tolerant;
    const known = (mode === 'tolerant' && this.#known.get(name)) || new Checks();
    if (mode === 'tolerant') this.#known.set(name, known);
    // In tolerant mode, a response without an essential mismatch counts as a `T`.
    const received = value as T;
    const invalidRows: InvalidRow[] | undefined = rowField && [];
    if (known.matches(root, value)) return { ok: true, value: received, drift: [], invalidRows };

    const issues = findIssues(root, value, strictness, (field) => field === rowField);
    if (issues.length > 0) return invalid(value, issues);
    const setAside: Skip = (field, row, index) => {
      if (field !== rowField) return false;
      if (known.matches(field, row)) return true;
      if (strictness.checks.matches(field, row)) return false;
      invalidRows?.push({
        index,
        row,
        // Found when it is read: a page may have a million invalid rows.
        get issues() {
          return findIssues(field, row, strictness).map(toIssue);
        },
      });
      return true;
    };
    const drift: Drift[] = [];
    for (const mismatch of findMismatches(root, value, known, setAside)) {
      if (known.relaxed.has(mismatch.field)) continue;
      known.relaxed.add(mismatch.field);
      drift.push(describe(mismatch, redact));
    }
    return { ok: true, value: received, drift, invalidRows };
  }
}

/** Validates one value as {@link ResponseValidator} does, without known drift. */
export function validate<T>(schema: Schema<T>, value: unknown, mode: Mode): Validation<T> {
  return new ResponseValidator().validate({ name: '', output: schema }, value, mode);
}

function parse<T>(schema: Schema<T>, value: unknown): Validation<T> {
  const result = schema.safeParse(value);
  return result.success ? { ok: true, value: result.data, drift: [] } : invalid(value, result.error.issues);
}

function rowFieldOf(root: Field): Field | undefined {
  return root.fields?.find(([key]) => key === 'results')?.[1].element;
}

function describe({ field, value, issue }: Mismatch, redact: (value: unknown) => unknown): Drift {
  return {
    path: field.path,
    expected: issue.expected ?? issue.message.replace(/^must be /, ''),
    received: issue.code === unknownValueIssue ? quote(redact(value)) : typeName(value),
  };
}

function quote(value: unknown): string {
  // Cut before and after: it may have megabytes, and quoting makes it longer.
  return JSON.stringify(String(value).slice(0, 60)).slice(0, 60);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
