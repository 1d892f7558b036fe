import * as z from 'zod';

import type { SchemaIssue } from '../operation.ts';
import type { Checks } from './checks.ts';
import type { Field } from './field-tree.ts';

/** A value that does not match the schema of its field. */
export interface Mismatch {
  readonly field: Field;
  readonly value: unknown;
  /** The issue, with its path from the visited value. */
  readonly issue: SchemaIssue;
}

/** Options of {@link MismatchVisitor}. */
export interface MismatchVisitorOptions {
  /** Array elements that pass these checks are skipped. */
  readonly checks: Checks;
  /** Called with each mismatch; returns whether it counts towards `max`. */
  readonly onMismatch: (mismatch: Mismatch) => boolean;
  /** Whether to ignore mismatches of a field itself; its children are still visited. */
  readonly ignores?: (field: Field) => boolean;
  /** Whether to skip an array element; called for elements that are not known to pass. */
  readonly skips?: (element: Field, value: unknown, index: number) => boolean;
  /** Maximum number of mismatches to find. @defaultValue no limit */
  readonly max?: number;
}

/**
 * Visits a value and its fields in schema order and reports the issues that `safeParse` would return, one at a time: a
 * response may have one per row, and creating them all at once takes gigabytes.
 */
export class MismatchVisitor {
  readonly #options: MismatchVisitorOptions;
  readonly #path: PropertyKey[] = [];
  readonly #max: number;
  #found = 0;

  constructor(options: MismatchVisitorOptions) {
    this.#options = options;
    this.#max = options.max ?? Infinity;
  }

  visit(field: Field, value: unknown): void {
    if ((value === undefined && field.optional) || (value === null && field.nullable)) return;
    const before = this.#found;
    switch (field.kind) {
      case 'leaf':
        this.#report(field, value, field.schema);
        return;
      case 'object':
        if (isObject(value)) this.#visitFields(field, value);
        else this.#report(field, value, field.empty);
        break;
      case 'array':
        if (Array.isArray(value)) this.#visitElements(field.element, value);
        else this.#report(field, value, field.empty);
    }
    if (field.extra && this.#found === before) this.#report(field, value, field.schema);
  }

  #visitFields({ fields }: Extract<Field, { kind: 'object' }>, value: Record<string, unknown>): void {
    for (const [key, child] of fields) {
      this.#path.push(key);
      this.visit(child, value[key]);
      this.#path.pop();
      if (this.#found >= this.#max) return;
    }
  }

  #visitElements(element: Field, values: readonly unknown[]): void {
    const { checks, skips } = this.#options;
    for (const [index, value] of values.entries()) {
      if (checks.isKnownToPass(element, value) || skips?.(element, value, index)) continue;
      const before = this.#found;
      this.#path.push(index);
      this.visit(element, value);
      this.#path.pop();
      if (this.#found >= this.#max) return;
      if (this.#found === before) checks.recordMatch(element);
    }
  }

  #report(field: Field, value: unknown, schema: Field['schema']): void {
    const { onMismatch, ignores } = this.#options;
    if (ignores?.(field)) return;
    for (const { path, ...issue } of z.safeParse(schema, value).error?.issues ?? []) {
      const counts = onMismatch({ field, value, issue: { ...issue, path: [...this.#path, ...path] } });
      if (counts && ++this.#found >= this.#max) return;
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
