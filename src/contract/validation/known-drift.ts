import { unknownValueIssue } from '../fields.ts';
import { Checks } from './checks.ts';
import type { Field } from './field-tree.ts';
import { isEssential, strict } from './find-issues.ts';
import { MismatchVisitor, type Mismatch, type MismatchVisitorOptions } from './mismatch-visitor.ts';
import type { Drift } from './validation.ts';

/** Redacts a received value before it is quoted: it may contain the token. */
export type Show = (value: unknown) => unknown;

/**
 * The fields of one operation with schema drift so far. Known drift is relaxed, so that a response without new drift
 * needs a single check, like a documented one.
 */
export class KnownDrift {
  readonly #root: Field;
  readonly #relaxed = new Set<Field>();
  readonly #checks = new Checks(
    (field) => this.#relaxed.has(field),
    () => this.#relaxed.size,
  );

  constructor(root: Field) {
    this.#root = root;
  }

  /** Whether a response matches its schema, except for known drift. */
  covers(value: unknown): boolean {
    // Without drift, all clients share one check.
    return (this.#relaxed.size === 0 ? strict.checks : this.#checks).passes(this.#root, value);
  }

  /** Adds and returns the new drift in a response; array elements can be skipped. */
  learn(value: unknown, show: Show, skips?: MismatchVisitorOptions['skips']): readonly Drift[] {
    const drift: Drift[] = [];
    const options: MismatchVisitorOptions = {
      checks: this.#checks,
      ignores: (field) =>
        this.#relaxed.has(field) && (field.kind !== 'leaf' || field.rule.essential !== true),
      onMismatch: (mismatch) => {
        const { field } = mismatch;
        if (this.#relaxed.has(field) || isEssential(field, mismatch.value)) return false;
        this.#relaxed.add(field);
        drift.push(describe(mismatch, show));
        return true;
      },
    };
    new MismatchVisitor(skips ? { ...options, skips } : options).visit(this.#root, value);
    return drift;
  }
}

function describe({ field, value, issue }: Mismatch, show: Show): Drift {
  return {
    path: field.path,
    expected: issue.expected ?? issue.message,
    received: issue.code === unknownValueIssue ? quote(show(value)) : typeName(value),
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
