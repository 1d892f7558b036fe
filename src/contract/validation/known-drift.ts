import { Checks } from './checks.ts';
import { unknownValueIssue } from '../fields.ts';
import type { Field } from './field-tree.ts';
import { FieldWalk, type Mismatch, type WalkOptions } from './field-walk.ts';
import { isEssential, strict } from './find-issues.ts';
import type { Drift } from './validation.ts';

/** Makes of a received value what may be shown of it: the token could be in it. */
export type Show = (value: unknown) => unknown;

/**
 * The fields of one operation's responses that have drifted so far. They are relaxed from then on, so that a response
 * with nothing new costs the one check that a documented response costs.
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

  /** Whether a response matches its schema, but for what is known. */
  covers(value: unknown): boolean {
    // Until something drifts, all clients share one check.
    return (this.#relaxed.size === 0 ? strict.checks : this.#checks).passes(this.#root, value);
  }

  /** Learns what drifts in a response beside what is known; array elements may be left out. */
  learn(value: unknown, show: Show, leavesOut?: WalkOptions['leavesOut']): readonly Drift[] {
    const drift: Drift[] = [];
    const options: WalkOptions = {
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
    new FieldWalk(leavesOut ? { ...options, leavesOut } : options).visit(this.#root, value);
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
  // Cut before and after: it may be megabytes, and quoting makes it longer.
  return JSON.stringify(String(value).slice(0, 60)).slice(0, 60);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
