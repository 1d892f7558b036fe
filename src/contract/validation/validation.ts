import { toDotPath } from 'zod/v4/core';

import type { Issue } from '../../errors/index.ts';
import type { SchemaIssue } from '../operation.ts';

/** A field that is not as documented, and not essential: the answer is delivered all the same. */
export interface Drift {
  /** The field, without row numbers: `results[].geolocation.zipCode`. */
  readonly path: string;
  /** What the specification says of it. */
  readonly expected: string;
  /** The type of what came, or the value itself where it is a new value of a documented enumeration. */
  readonly received: string;
}

/** Schema drift: a field that is not as documented, and was delivered all the same. */
export interface DriftEvent extends Drift {
  /** The operation or callback, for example `transactions.getPage`. */
  readonly operation: string;
}

/** A response in which something essential does not match its schema. */
export interface Invalid {
  readonly ok: false;
  /** Ten at the most. */
  readonly issues: readonly Issue[];
  /** Index of the first row that does not match; `undefined` where the mismatch is outside of rows. */
  readonly row: number | undefined;
  /** That row as received. */
  readonly rawRow?: unknown;
}

/** A response compared with its schema. */
export type Validation<T> =
  | {
      readonly ok: true;
      readonly value: T;
      readonly drift: readonly Drift[];
      /** Set for a page that was validated row by row. */
      readonly invalidRows?: readonly InvalidRow[];
    }
  | Invalid;

/** A row of a page with an essential field that does not match its schema; in strict mode, with any. */
export interface InvalidRow {
  /** Its index in the page, as received. */
  readonly index: number;
  /** The row as received. */
  readonly row: unknown;
  /** What does not match, ten issues at the most; paths begin at the row: `transactionDetails.amount`. */
  readonly issues: readonly Issue[];
}

/** A page compared with its schema row by row. */
export type PageValidation<T> =
  | {
      readonly ok: true;
      /** As received, invalid rows included. */
      readonly value: T;
      readonly drift: readonly Drift[];
      /** In the order of the page. */
      readonly invalidRows: readonly InvalidRow[];
    }
  | Invalid;

/** The most issues that are kept of one response, or of one row that is set aside. */
export const maxIssues = 10;

/** A schema's issue, with its path as text. */
export function toIssue({ path, message }: SchemaIssue): Issue {
  return { path: toDotPath(path), message };
}

/** A response that does not match, with the first row that these issues are about. */
export function invalid(value: unknown, found: readonly SchemaIssue[]): Invalid {
  const issues = found.slice(0, maxIssues);
  const path = issues[0]?.path ?? [];
  const at = path.findIndex((key) => typeof key === 'number');
  // The index that `at` points to is a number.
  const row = at < 0 ? undefined : (path[at] as number);
  const rawRow = at < 0 ? undefined : valueAt(value, path.slice(0, at + 1));
  return { ok: false, issues: issues.map(toIssue), row, rawRow };
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (parent, key) =>
      typeof parent === 'object' && parent !== null && Object.hasOwn(parent, key)
        ? (parent as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}
