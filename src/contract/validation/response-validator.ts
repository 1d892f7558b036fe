import { $ZodType } from 'zod/v4/core';

import type { Issue } from '../../errors/index.ts';
import type { Operation, OperationInput, Schema } from '../operation.ts';
import { type Field, fieldTree } from './field-tree.ts';
import { findIssues, strict, type Strictness, tolerant } from './find-issues.ts';
import { KnownDrift, type Show } from './known-drift.ts';
import {
  type Drift,
  invalid,
  type InvalidRow,
  type PageValidation,
  toIssue,
  type Validation,
} from './validation.ts';

interface ResponseOf<T> extends Pick<Operation<T, OperationInput>, 'output'> {
  readonly name: string;
}

type Mode = 'tolerant' | 'strict';

const showAll: Show = (value) => value;

/**
 * Validates responses and remembers the schema drift of each operation.
 *
 * In tolerant mode a response is returned as received: only essential mismatches reject it, and every other mismatching
 * field is reported as drift once. In strict mode any mismatch rejects it. The cost is a small multiple of parsing the
 * response, whatever it contains.
 */
export class ResponseValidator {
  readonly #drift = new Map<string, KnownDrift>();

  /** Validates a response as a whole; `show` redacts received values that are quoted. */
  validate<T>({ name, output }: ResponseOf<T>, value: unknown, mode: Mode, show = showAll): Validation<T> {
    if (mode === 'strict' || !(output instanceof $ZodType)) return validateStrictly(output, value);
    const root = fieldTree(output);
    const known = this.#driftOf(name, root);
    // In tolerant mode, a response without an essential mismatch counts as a `T`.
    const received = value as T;
    if (known.covers(value)) return { ok: true, value: received, drift: [] };
    const issues = essentialIssues(root, value);
    if (issues.length > 0) return invalid(value, issues);
    return { ok: true, value: received, drift: known.learn(value, show) };
  }

  /**
   * Validates a page and returns its invalid rows from `results`; their schema drift is not reported. A mismatch
   * outside rows rejects the page, as in {@link validate}.
   */
  validatePage<T>(operation: ResponseOf<T>, value: unknown, mode: Mode, show = showAll): PageValidation<T> {
    const { name, output } = operation;
    const root = output instanceof $ZodType ? fieldTree(output) : undefined;
    const rowField = root && rowFieldOf(root);
    if (!root || !rowField) {
      const result = this.validate(operation, value, mode, show);
      return result.ok ? { ...result, invalidRows: [] } : result;
    }
    const known = this.#driftOf(name, root);
    // As in `validate`.
    const received = value as T;
    const matches = mode === 'strict' ? strict.checks.passes(root, value) : known.covers(value);
    if (matches) return { ok: true, value: received, drift: [], invalidRows: [] };

    const strictness = mode === 'strict' ? strict : tolerant;
    const outside = findIssues(root, value, strictness, (field) => field === rowField);
    if (outside.length > 0) return invalid(value, outside);
    const invalidRows: InvalidRow[] = [];
    const setAside = (field: Field, row: unknown, index: number): boolean => {
      if (field !== rowField || strictness.checks.passes(field, row)) return false;
      invalidRows.push(new RowSetAside(index, row, rowField, strictness));
      return true;
    };
    const drift: readonly Drift[] =
      mode === 'strict'
        ? (findIssues(root, value, strict, setAside), [])
        : known.learn(value, show, setAside);
    return { ok: true, value: received, drift, invalidRows };
  }

  #driftOf(operation: string, root: Field): KnownDrift {
    const known = this.#drift.get(operation) ?? new KnownDrift(root);
    this.#drift.set(operation, known);
    return known;
  }
}

/** Validates with `safeParse`, which supports custom schemas and transforms. */
function validateStrictly<T>(output: Schema<T>, value: unknown): Validation<T> {
  // Not `safeParse` first: it creates every issue, and a response of a few MiB can have millions.
  const issues = output instanceof $ZodType ? findIssues(fieldTree(output), value, strict) : [];
  if (issues.length > 0) return invalid(value, issues);
  const result = output.safeParse(value);
  return result.success ? { ok: true, value: result.data, drift: [] } : invalid(value, result.error.issues);
}

function essentialIssues(root: Field, value: unknown): ReturnType<typeof findIssues> {
  return tolerant.checks.passes(root, value) ? [] : findIssues(root, value, tolerant);
}

function rowFieldOf(root: Field): Field | undefined {
  if (root.kind !== 'object') return undefined;
  const list = root.fields.find(([key]) => key === 'results')?.[1];
  return list?.kind === 'array' ? list.element : undefined;
}

/** An invalid row whose issues are found on access: a page may have a million of them. */
class RowSetAside implements InvalidRow {
  readonly index: number;
  readonly row: unknown;
  readonly #field: Field;
  readonly #strictness: Strictness;

  constructor(index: number, row: unknown, field: Field, strictness: Strictness) {
    this.index = index;
    this.row = row;
    this.#field = field;
    this.#strictness = strictness;
  }

  get issues(): readonly Issue[] {
    return findIssues(this.#field, this.row, this.#strictness).map(toIssue);
  }
}
