import { printable } from './printable.ts';

/** A value that breaks a rule. */
export interface Issue {
  /** Path of the value, for example `priceOverrides[0].price`. */
  readonly path: string;
  /** The rule that it breaks; the value itself is never quoted. */
  readonly message: string;
}

/** Returns at most ten issues, escaped for printing and with long keys shortened. */
export function printableIssues(issues: readonly Issue[]): readonly Issue[] {
  return issues.slice(0, 10).map(({ path, message }) => ({
    path: printable(path, 200),
    message: printable(message, 500),
  }));
}

/** Joins issues into one line of a message. */
export function listIssues(issues: readonly Issue[]): string {
  return printableIssues(issues)
    .map(({ path, message }) => (path ? `${path}: ${message}` : message))
    .join('; ');
}
