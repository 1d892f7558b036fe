import { $ZodType } from 'zod/v4/core';

import { unknownValueIssue } from '../api/fields.ts';
import type { Operation, OperationInput, Schema } from '../api/operation.ts';
import type { Issue } from '../errors/index.ts';
import { Checks } from './checks.ts';
import { type Field, fieldTree } from './field-tree.ts';
import {
  findIssues,
  findMismatches,
  type Mismatch,
  type Skip,
  strict,
  type Strictness,
  tolerant,
} from './mismatches.ts';
import { type Drift, invalid, type InvalidRow, toIssue, type Validation } from './validation.ts';

interface ResponseOf<T> extends Pick<Operation<T, OperationInput>, 'output'> {
  readonly name: string;
}

type Mode = 'tolerant' | 'strict';

const same = (value: unknown): unknown => value;

/** How a response is validated, besides its mode. */
export interface ValidationOptions {
  /** Redacts a received value before it is quoted: it may contain the token. */
  readonly redact?: ((value: unknown) => unknown) | undefined;
  /** Sets invalid elements of `results` aside, so that they do not reject the page; their drift is not reported. */
  readonly setAsideRows?: boolean | undefined;
}

/** The fields of an operation with schema drift so far: relaxed, so that a response without new drift needs one check. */
class KnownDrift {
  readonly relaxed = new Set<Field>();
  readonly #checks = new Checks(this.relaxed);

  get checks(): Checks {
    // Without drift, all clients share one check.
    return this.relaxed.size === 0 ? strict.checks : this.#checks;
  }
}

/** What strict mode tolerates. */
const noDrift = /* @__PURE__ */ new KnownDrift();

/**
 * Validates responses and remembers the schema drift of each operation.
 *
 * In tolerant mode a response is returned as received: only essential mismatches reject it, and every other mismatching
 * field is reported as drift once. In strict mode any mismatch rejects it. The cost is a small multiple of parsing the
 * response, whatever it contains.
 */
export class ResponseValidator {
  readonly #drift = new Map<string, KnownDrift>();

  /** Validates a response; a mismatch outside rows rejects a page whose invalid rows are set aside, too. */
  validate<T>(
    { name, output }: ResponseOf<T>,
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
    const known = mode === 'strict' ? noDrift : this.#driftOf(name);
    // In tolerant mode, a response without an essential mismatch counts as a `T`.
    const received = value as T;
    const invalidRows: InvalidRow[] | undefined = rowField && [];
    if (known.checks.matches(root, value)) return { ok: true, value: received, drift: [], invalidRows };

    const issues = findIssues(root, value, strictness, (field) => field === rowField);
    if (issues.length > 0) return invalid(value, issues);
    const setAside: Skip = (field, row, index) => {
      if (field !== rowField) return false;
      if (known.checks.matches(field, row)) return true;
      if (strictness.checks.matches(field, row)) return false;
      invalidRows?.push(new RowSetAside(index, row, field, strictness));
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

  #driftOf(operation: string): KnownDrift {
    const known = this.#drift.get(operation) ?? new KnownDrift();
    this.#drift.set(operation, known);
    return known;
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

function describe({ field, value, issue }: Mismatch, redact: (value: unknown) => unknown): Drift {
  return {
    path: field.path,
    expected: issue.expected ?? issue.message,
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
