import * as z from 'zod';

import { Checks } from './checks.ts';
import type { Field } from './field-tree.ts';
import { FieldWalk, type WalkOptions } from './field-walk.ts';
import type { SchemaIssue } from '../operation.ts';
import { maxIssues } from './validation.ts';

/** How strictly values are compared, and which mismatches that makes issues. */
export interface Strictness {
  readonly checks: Checks;
  readonly isIssue: (field: Field, value: unknown) => boolean;
}

// Marked as pure, so that a bundle that validates nothing is without the code that does.

/** Every mismatch is an issue. */
export const strict: Strictness = { checks: /* @__PURE__ */ new Checks(() => false), isIssue: () => true };

/** Only essential mismatches are issues. */
export const tolerant: Strictness = { checks: /* @__PURE__ */ new Checks(() => true), isIssue: isEssential };

/** The first ten issues of a value, in the order of its schema. */
export function findIssues(
  field: Field,
  value: unknown,
  { checks, isIssue }: Strictness,
  leavesOut?: WalkOptions['leavesOut'],
): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  const onMismatch: WalkOptions['onMismatch'] = ({ field, value, issue }) => {
    if (!isIssue(field, value)) return false;
    issues.push(issue);
    return true;
  };
  const options = { checks, onMismatch, max: maxIssues };
  new FieldWalk(leavesOut ? { ...options, leavesOut } : options).visit(field, value);
  return issues;
}

/** Whether a value that does not match its field's schema rejects the response. */
export function isEssential({ rule }: Field, value: unknown): boolean {
  return rule.essential === true && !(rule.base && z.safeParse(rule.base, value).success);
}
