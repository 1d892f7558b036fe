import { $ZodType } from 'zod/v4/core';

import type { Issue } from '../../errors/index.ts';
import { type Field, fieldTree } from './field-tree.ts';
import { findIssues, strict, type Strictness, tolerant } from './find-issues.ts';
import { KnownDrift, type Show } from './known-drift.ts';
import type { Operation, OperationInput, Schema } from '../operation.ts';
import {
  type Drift,
  invalid,
  type InvalidRow,
  type PageValidation,
  toIssue,
  type Validation,
} from './validation.ts';

type ResponseOf<T> = Pick<Operation<T, OperationInput>, 'name' | 'output'>;

type Mode = 'tolerant' | 'strict';

const showAll: Show = (value) => value;

/**
 * Compares responses with their schemas, and remembers which fields of which operation have drifted.
 *
 * In tolerant mode a response is delivered as received: only essential mismatches reject it, and each other field that
 * does not match is returned as drift once. In strict mode any mismatch rejects it. The cost is a small multiple of
 * parsing the response, whatever is in it.
 */
export class ResponseValidator {
  readonly #drift = new Map<string, KnownDrift>();

  /** Compares a response as a whole; `show` makes of a received value what a report may quote. */
  validate<T>({ name, output }: ResponseOf<T>, value: unknown, mode: Mode, show = showAll): Validation<T> {
    if (mode === 'strict' || !(output instanceof $ZodType)) return validateStrictly(output, value);
    const root = fieldTree(output);
    const known = this.#driftOf(name, root);
    // In tolerant mode a response without an essential mismatch is a `T` by the library's own promise.
    const received = value as T;
    if (known.covers(value)) return { ok: true, value: received, drift: [] };
    const issues = essentialIssues(root, value);
    if (issues.length > 0) return invalid(value, issues);
    return { ok: true, value: received, drift: known.learn(value, show) };
  }

  /**
   * Compares a page, which has its rows at `results`, and lists the rows that are invalid. What drifts in those is not
   * reported. A mismatch outside of rows rejects the page, as {@link validate} does.
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
    // As above.
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

/** A schema that is not zod's is compared by itself; so is, at last, one of zod's, which may transform its input. */
function validateStrictly<T>(output: Schema<T>, value: unknown): Validation<T> {
  // First step by step: `safeParse` builds every issue, and a response of a few MiB can have millions.
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

/** Its issues are looked for when they are asked for: a page may have a million such rows. */
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
