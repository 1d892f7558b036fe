import { expect, test } from 'vitest';

import type { Schema } from '../../../src/client/api/operation.ts';
import { operations } from '../../../src/client/api/operations.ts';
import { validate } from '../../../src/client/validation/validate.ts';
import { type DocumentedResponse, documentedResponses } from '../../literals/documented-responses.ts';
import {
  everyPath,
  fieldName,
  jsonType,
  type Path,
  valueAt,
  valuesOfOtherTypes,
  without,
  withValue,
} from './json-tools.ts';

function schemaOf({ operation }: DocumentedResponse): Schema<unknown> {
  const found = operations.find(({ name }) => name === operation);
  if (!found) throw new Error(`no operation ${operation}`);
  return found.output;
}

/** What tolerant validation makes of a document: the one field that fails it, or the fields that drift. */
function verdict(schema: Schema<unknown>, document: unknown): string {
  const result = validate(schema, document, 'tolerant');
  if (!result.ok) {
    return `fails: ${result.issues.map(({ path }) => path.replaceAll(/\[\d+\]/g, '[]')).join(', ')}`;
  }
  expect(result.value).toEqual(document);
  return `drifts: ${result.drift.map(({ path, received }) => `${path} (${received})`).join(', ')}`;
}

function isArbitrary({ arbitrary = [] }: DocumentedResponse, path: Path): boolean {
  return arbitrary.some((field) => fieldName(path).startsWith(field));
}

function expected(response: DocumentedResponse, path: Path, received: string): string {
  const field = fieldName(path);
  if (isArbitrary(response, path)) return 'drifts: ';
  if (received === 'null' && response.nullable?.includes(field)) return 'drifts: ';
  if (received === 'undefined' && response.optional?.includes(field)) return 'drifts: ';
  if (response.essential.includes(field)) return `fails: ${field}`;
  return `drifts: ${field} (${received})`;
}

function fieldsOf(response: DocumentedResponse): Path[] {
  // A null has nothing of the field's type; its other rows do.
  return everyPath(response.literal).filter((path) => valueAt(response.literal, path) !== null);
}

test.each(documentedResponses)(
  '$operation accepts the documented response strictly and whole',
  (response) => {
    const schema = schemaOf(response);
    expect(schema.safeParse(response.literal)).toEqual({ success: true, data: response.literal });
    expect(validate(schema, response.literal, 'strict')).toEqual({
      ok: true,
      value: response.literal,
      drift: [],
    });
  },
);

test.each(documentedResponses)('$operation fails or drifts by each missing field', (response) => {
  const schema = schemaOf(response);
  for (const path of fieldsOf(response)) {
    if (typeof path.at(-1) === 'number') continue;
    expect(verdict(schema, without(response.literal, path))).toBe(expected(response, path, 'undefined'));
  }
});

test.each(documentedResponses)('$operation fails or drifts by a wrong type in each field', (response) => {
  const schema = schemaOf(response);
  for (const path of fieldsOf(response)) {
    for (const wrong of valuesOfOtherTypes(valueAt(response.literal, path))) {
      expect(verdict(schema, withValue(response.literal, path, wrong))).toBe(
        expected(response, path, jsonType(wrong)),
      );
    }
  }
});

test.each(documentedResponses)('$operation keeps undocumented fields at every level', (response) => {
  const objects = [[], ...everyPath(response.literal)].filter(
    (path) => jsonType(valueAt(response.literal, path)) === 'object',
  );
  const extended = objects.reduce(
    (document, path) => withValue(document, [...path, 'undocumented'], { deep: [1, null, 'x'] }),
    response.literal,
  );
  expect(JSON.stringify(extended).match(/undocumented/g)).toHaveLength(objects.length);
  expect(validate(schemaOf(response), extended, 'strict')).toEqual({ ok: true, value: extended, drift: [] });
});

test.each(documentedResponses)('$operation rejects a response that is not an object', (response) => {
  for (const value of [null, undefined, 'text', 7, true, []]) {
    expect(validate(schemaOf(response), value, 'tolerant')).toMatchObject({ ok: false });
  }
});
