import * as z from 'zod';

import type { SchemaIssue } from '../operation.ts';
import { Checks } from './checks.ts';
import type { Field } from './field-tree.ts';
import { MismatchVisitor, type MismatchVisitorOptions } from './mismatch-visitor.ts';
import { maxIssues } from './validation.ts';

/** How strictly values are validated. */
export interface Strictness {
  readonly checks: Checks;
  readonly isIssue: (field: Field, value: unknown) => boolean;
}

// Marked as pure, so that bundlers can drop this code if nothing is validated.

/** Every mismatch is an issue. */
export const strict: Strictness = { checks: /* @__PURE__ */ new Checks(() => false), isIssue: () => true };

/** Only essential mismatches are issues. */
export const tolerant: Strictness = { checks: /* @__PURE__ */ new Checks(() => true), isIssue: isEssential };

/** Returns the first ten issues of a value, in schema order. */
export function findIssues(
  field: Field,
  value: unknown,
  { checks, isIssue }: Strictness,
  skips?: MismatchVisitorOptions['skips'],
): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  const onMismatch: MismatchVisitorOptions['onMismatch'] = ({ field, value, issue }) => {
    if (!isIssue(field, value)) return false;
    issues.push(issue);
    return true;
  };
  const options = { checks, onMismatch, max: maxIssues };
  new MismatchVisitor(skips ? { ...options, skips } : options).visit(field, value);
  return issues;
}

/** Whether a mismatching value of a field rejects the response. */
export function isEssential({ rule }: Field, value: unknown): boolean {
  return rule.essential === true && !(rule.base && z.safeParse(rule.base, value).success);
}
