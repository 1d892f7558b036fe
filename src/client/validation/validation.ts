import { toDotPath } from 'zod/v4/core';

import type { SchemaIssue } from '../api/operation.ts';
import type { Issue } from '../errors/index.ts';

/** A field that differs from its documentation. */
export interface Drift {
  /** Path of the field without indexes: `results[].geolocation.zipCode`. */
  readonly path: string;
  /** The documented type or values. */
  readonly expected: string;
  /** The received type; the value, if it is a new one of a documented enumeration, or an integer that was rounded. */
  readonly received: string;
  /** Index of the row in its page, for an integer that was rounded. */
  readonly row?: number | undefined;
}

/** Schema drift: a field differs from its documentation. With `page`, pages that shifted while they were read. */
export interface DriftEvent extends Drift {
  /** The operation or callback, for example `transactions.list`. */
  readonly operation: string;
  /** The call whose response differs; not set for a callback, and for pages that shifted. */
  readonly callId?: string | undefined;
  /**
   * Index of the page in its iteration, starting at 0, on which the data turned out to have changed since the page
   * before; not set for a field that differs from its documentation.
   */
  readonly page?: number | undefined;
}

/** The result for a response that was rejected. */
export interface Invalid {
  readonly ok: false;
  /** At most ten. */
  readonly issues: readonly Issue[];
  /** Index of the first row that does not match; `undefined` if the mismatch is outside rows. */
  readonly row: number | undefined;
  /** That row, as received. */
  readonly rawRow?: unknown;
}

/** A row with an essential field that does not match its schema; in strict mode, with any such field. */
export interface InvalidRow {
  /** Index of the row in the received page. */
  readonly index: number;
  /** The row as received. */
  readonly row: unknown;
  /** What does not match, at most ten issues; paths are relative to the row: `transactionDetails.amount`. */
  readonly issues: readonly Issue[];
}

/** The result of validating a response or a callback. */
export type Validation<T> =
  | {
      readonly ok: true;
      /** As received, invalid rows included; in mode `convert`, what the schema returns. */
      readonly value: T;
      readonly drift: readonly Drift[];
      /** The rows that are set aside, in page order; `undefined` unless that is requested. */
      readonly invalidRows?: readonly InvalidRow[] | undefined;
    }
  | Invalid;

/** Maximum number of issues to report for a response or an invalid row. */
export const maxIssues = 10;

/** Converts a schema's issue; its path becomes a string. */
export function toIssue({ path, message }: SchemaIssue): Issue {
  return { path: toDotPath(path), message };
}

/** Returns the result for a rejected response, with the first row that has an issue. */
export function invalid(value: unknown, found: readonly SchemaIssue[]): Invalid {
  const issues = found.slice(0, maxIssues);
  const path = issues[0]?.path ?? [];
  const at = path.findIndex((key) => typeof key === 'number');
  // `at` is the position of a number.
  const row = at < 0 ? undefined : (path[at] as number);
  const rawRow = at < 0 ? undefined : path.slice(0, at + 1).reduce(valueAt, value);
  return { ok: false, issues: issues.map(toIssue), row, rawRow };
}

function valueAt(parent: unknown, key: PropertyKey): unknown {
  return (parent as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[key];
}

/** Returns the type of a received value, as drift names it. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
