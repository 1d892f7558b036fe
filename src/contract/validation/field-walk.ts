import * as z from 'zod';

import type { Checks } from './checks.ts';
import type { Field } from './field-tree.ts';
import type { SchemaIssue } from '../operation.ts';

/** A mismatch that a walk came upon. */
export interface Mismatch {
  readonly field: Field;
  readonly value: unknown;
  /** With its path from where the walk began. */
  readonly issue: SchemaIssue;
}

/** What a walk looks for. */
export interface WalkOptions {
  /** Array elements that pass these are not looked at. */
  readonly checks: Checks;
  /** Called with each mismatch; returns whether it counts. */
  readonly onMismatch: (mismatch: Mismatch) => boolean;
  /** Fields whose own value does not matter; those below them are looked at. */
  readonly ignores?: (field: Field) => boolean;
  /** Array elements to leave out, asked of those that are not known to pass. */
  readonly leavesOut?: (element: Field, value: unknown, index: number) => boolean;
  /** Mismatches that count after which the walk ends. @defaultValue all */
  readonly max?: number;
}

/**
 * Walks over a value and its fields in the order of the schema, and meets the issues that `safeParse` would list,
 * one at a time: there are as many as a response has rows, and building them all takes gigabytes.
 */
export class FieldWalk {
  readonly #options: WalkOptions;
  readonly #path: PropertyKey[] = [];
  readonly #max: number;
  #found = 0;

  constructor(options: WalkOptions) {
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
    const { checks, leavesOut } = this.#options;
    for (const [index, value] of values.entries()) {
      if (checks.mayPass(element, value) || leavesOut?.(element, value, index)) continue;
      const before = this.#found;
      this.#path.push(index);
      this.visit(element, value);
      this.#path.pop();
      if (this.#found >= this.#max) return;
      if (this.#found === before) checks.wasAllRight(element);
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
