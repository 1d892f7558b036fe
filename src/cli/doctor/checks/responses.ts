import { $ZodType } from 'zod/v4/core';

import { isObject } from '../../../client/api/input.ts';
import { getTransactions } from '../../../client/api/transactions.ts';
import { type Field, fieldTree } from '../../../client/validation/field-tree.ts';
import { findMismatches, toDrift, validate } from '../../../client/validation/validate.ts';
import { counted, grouped } from '../../format.ts';
import { type Check, check, note, ok, problem } from '../check.ts';
import { readOperations, type ReadOnlyCaller } from '../read-only-caller.ts';
import { codeIn, isSuccess } from '../received.ts';
import { token } from './connection.ts';
import { transactions } from './operations.ts';

/** How many findings are listed in a line. */
const shown = 5;

function list(parts: readonly string[]): string {
  const more = parts.length > shown ? `; and ${parts.length - shown} more (--json)` : '';
  return parts.slice(0, shown).join('; ') + more;
}

/** Of rows that the client rejects, too: its own reports of drift have none. */
const drift = check({ name: 'drift', spec: '§2' }, ({ caller, need }) => {
  need(token);
  const found = new Map<string, Record<'operation' | 'path' | 'expected' | 'received', string>>();
  for (const { operation, tree, value } of documentedValues(caller)) {
    for (const mismatch of findMismatches(tree, value)) {
      const quote = (other: string): string => codeIn(other) ?? 'another value';
      const { path, expected, received } = toDrift(mismatch, quote);
      found.set(`${operation} ${path}`, { operation, path, expected, received });
    }
  }
  const differences = [...found.values()];
  if (differences.length === 0) return ok('every field is as documented', []);
  const texts = differences.map(({ operation, path, expected, received }) => {
    const problem = received === 'undefined' ? 'is missing' : `is ${received}, not ${expected}`;
    return `${operation}: ${path} ${problem}`;
  });
  return note(list(texts), differences);
});

/** The successful responses, each with the fields that are documented for its operation. */
function* documentedValues({ exchanges }: ReadOnlyCaller) {
  for (const exchange of exchanges) {
    const { operation, value } = exchange;
    const output = readOperations.find(({ name }) => name === operation)?.output;
    if (isSuccess(exchange) && isObject(value) && output instanceof $ZodType)
      yield { operation, tree: fieldTree(output), value };
  }
}

const unknownFields = check({ name: 'unknown-fields', spec: '§2, §9' }, ({ caller, need }) => {
  need(token);
  const paths = new Set<string>();
  for (const { tree, value } of documentedValues(caller)) collectUnknown(tree, value, paths);
  const found = [...paths].sort();
  if (found.length === 0) return ok('every field is documented', []);
  return note(`${list(found)}: kept, and not documented`, found);
});

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

/** Its material is the rows with valid amounts, for what is computed with them. */
export const invalidRows = check({ name: 'invalid-rows', spec: '§2.1' }, ({ need }) => {
  const { value, rows } = need(transactions);
  const result = validate(getTransactions.output, value, 'tolerant', { setAsideRows: true });
  const textOf = ({ path, message }: { path: string; message: string }): string => `${path} ${message}`;
  if (!result.ok) return problem(`the page is rejected: ${list(result.issues.map(textOf))}`, 'page');
  const invalid = result.invalidRows ?? [];
  const indexes = new Set(invalid.map(({ index }) => index));
  const valid = rows.flatMap(({ raw }, index) => (indexes.has(index) ? [] : [raw]));
  const all = grouped(rows.length);
  if (invalid.length === 0) return ok(`none of ${all}`, 0, { material: valid });
  const issues = new Set(invalid.flatMap((row) => row.issues.map(textOf)));
  return problem(
    `${counted(invalid.length, 'row')} of ${all} would be set aside: ${list([...issues])}`,
    invalid.length,
    {
      settings: {
        list: { onInvalidRow: '({ index, issues }) => console.error(index, issues)' },
        advice: 'export: --quarantine FILE, so that an invalid row does not stop it.',
      },
      // Without any valid row, nothing can be computed.
      material: valid.length > 0 ? valid : undefined,
    },
  );
});

export const responseChecks: readonly Check[] = [drift, unknownFields, invalidRows];
