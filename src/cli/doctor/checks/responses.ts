import { $ZodType } from 'zod/v4/core';

import { unknownValueIssue } from '../../../api/fields.ts';
import { isObject } from '../../../api/input.ts';
import { getTransactions } from '../../../api/transactions.ts';
import { type Field, fieldTree } from '../../../validation/checks.ts';
import { findMismatches, strict } from '../../../validation/mismatches.ts';
import { ResponseValidator } from '../../../validation/response-validator.ts';
import { counted, grouped } from '../../format.ts';
import type { Check, Verdict } from '../check.ts';
import { readOperations, type ReadOnlyCaller } from '../read-only-caller.ts';
import { codeIn } from '../received.ts';
import { token } from './connection.ts';
import { transactions } from './operations.ts';

const section = 'Responses';

/** How many findings are listed in a line. */
const shown = 5;

function list(parts: readonly string[]): string {
  const more = parts.length > shown ? `; and ${parts.length - shown} more (--json)` : '';
  return parts.slice(0, shown).join('; ') + more;
}

/** A field that is missing, or of another type than documented. */
interface Difference {
  readonly operation: string;
  readonly path: string;
  readonly expected: string;
  readonly received: string;
}

/** Of rows that the client rejects, too: its own reports of drift have none. */
const drift: Check = {
  name: 'drift',
  section,
  spec: '§2',
  needs: [token],
  run({ caller }): Verdict {
    const found = new Map<string, Difference>();
    for (const { field, value } of documentedValues(caller)) {
      const { name: operation } = field;
      for (const { field: inner, value: received, issue } of findMismatches(
        field.tree,
        value,
        strict.checks,
        none,
      )) {
        const expected = issue.expected ?? issue.message.replace(/^must be /, '');
        const difference = { operation, path: inner.path, expected, received: typeOf(received, issue.code) };
        found.set(`${operation} ${inner.path}`, difference);
      }
    }
    const differences = [...found.values()];
    if (differences.length === 0) return { status: 'ok', text: 'every field is as documented', finding: [] };
    const texts = differences.map(({ operation, path, expected, received }) => {
      const problem = received === 'undefined' ? 'is missing' : `is ${received}, not ${expected}`;
      return `${operation}: ${path} ${problem}`;
    });
    return { status: 'note', text: list(texts), finding: differences.map((one) => ({ ...one })) };
  },
};

const none = (): boolean => false;

/** A type, or a new value of an enumeration. */
function typeOf(value: unknown, code: string | undefined): string {
  if (code === unknownValueIssue) return codeIn(value) ?? 'another value';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The successful responses, each with the fields that are documented for its operation. */
function* documentedValues({ exchanges }: ReadOnlyCaller) {
  for (const { operation: name, status, value } of exchanges) {
    const output = readOperations.find((one) => one.name === name)?.output;
    if (status === 200 && isObject(value) && output instanceof $ZodType)
      yield { field: { name, tree: fieldTree(output) }, value };
  }
}

const unknownFields: Check = {
  name: 'unknown-fields',
  section,
  spec: '§2, §9',
  needs: [token],
  run({ caller }): Verdict {
    const paths = new Set<string>();
    for (const { field, value } of documentedValues(caller)) collectUnknown(field.tree, value, paths);
    const found = [...paths].sort();
    if (found.length === 0) return { status: 'ok', text: 'every field is documented', finding: [] };
    return { status: 'note', text: `${list(found)}: kept, and not documented`, finding: found };
  },
};

/** Adds the paths of fields that are in no schema; a name that could be a value of a player is not shown. */
function collectUnknown({ path, fields, element }: Field, value: unknown, paths: Set<string>): void {
  if (fields && isObject(value)) {
    const known = new Map(fields);
    for (const [key, child] of Object.entries(value)) {
      const field = known.get(key);
      if (field) collectUnknown(field, child, paths);
      else paths.add(`${path === '' ? '' : `${path}.`}${codeIn(key) ?? '(other)'}`);
    }
  } else if (element && Array.isArray(value)) {
    for (const item of value) collectUnknown(element, item, paths);
  }
}

/** Rows with valid amounts, for what is computed with them. */
export const invalidRows: Check<readonly unknown[]> = {
  name: 'invalid-rows',
  section,
  spec: '§2.1',
  needs: [transactions],
  run(doctor): Verdict<readonly unknown[]> {
    const { value, rows } = doctor.materialOf(transactions);
    const result = new ResponseValidator().validate(getTransactions, value, 'tolerant', {
      setAsideRows: true,
    });
    if (!result.ok) {
      const text = `the page is rejected: ${list(result.issues.map(({ path, message }) => `${path} ${message}`))}`;
      return { status: 'problem', text, finding: 'page' };
    }
    const invalid = result.invalidRows ?? [];
    const indexes = new Set(invalid.map(({ index }) => index));
    const material = rows.filter((_, index) => !indexes.has(index)).map(({ raw }) => raw);
    if (invalid.length === 0) {
      return { status: 'ok', text: `none of ${grouped(rows.length)}`, finding: 0, material };
    }
    const issues = new Set(
      invalid.flatMap((row) => row.issues.map(({ path, message }) => `${path} ${message}`)),
    );
    const text = `${counted(invalid.length, 'row')} of ${grouped(rows.length)} would be set aside: ${list([...issues])}`;
    return {
      status: 'problem',
      text,
      finding: invalid.length,
      settings: {
        list: { onInvalidRow: '({ index, issues }) => console.error(index, issues)' },
        advice: 'export: --quarantine FILE, so that an invalid row does not stop it.',
      },
      // Without any valid row, nothing can be computed.
      ...(material.length > 0 && { material }),
    };
  },
};

export const responseChecks: readonly Check[] = [drift, unknownFields, invalidRows];
