import { expect, test } from 'vitest';

import { operations } from '../../src/client/api/operations.ts';
import { Description, type SchemaNode as Transcribed } from './transcription/description.ts';
import { described, schemaOf, type SchemaNode } from './described.ts';

// Written by hand from the tables of the specification, without the API.
const transcription = new Description();

/** The fields below a schema by path, each with its type: `results[].orderId: string`. */
function fieldsOf<Node extends SchemaNode | Transcribed>(
  node: Node | undefined,
  resolve: ($ref: string) => Node,
  path = '',
): string[] {
  if (!node) return [];
  const schema = node.$ref === undefined ? node : resolve(node.$ref);
  // Both a reference to a reference, and the fields of an object, are schemas of the same kind.
  if (schema.$ref !== undefined) return fieldsOf(schema, resolve, path);
  const below = Object.entries((schema.properties ?? {}) as Record<string, Node>);
  const inside = [
    ...fieldsOf(schema.items as Node | undefined, resolve, `${path}[]`),
    ...below.flatMap(([key, field]) => fieldsOf(field, resolve, path === '' ? key : `${path}.${key}`)),
  ];
  return path === '' ? inside : [`${path}: ${typeOf(schema)}`, ...inside];
}

function typeOf(schema: SchemaNode | Transcribed): string {
  // The tables say "number" of amounts, and their notes that they are integers of the smallest unit.
  const types = [schema.type ?? 'any'].flat().map((type) => (type === 'integer' ? 'number' : type));
  const format = 'format' in schema && types.includes('string') ? ` (${schema.format})` : '';
  return `${types.join(' or ')}${format}`;
}

const ours = ($ref: string): SchemaNode => schemaOf($ref.split('/').pop() ?? '');
const theirs = ($ref: string): Transcribed => transcription.named($ref);

function find(path: string, method: string) {
  const one = described.find((other) => other.path === path && other.method === method.toUpperCase());
  const other = transcription.api.paths[path]?.[method];
  if (!one || !other) throw new Error(`${method} ${path} is missing`);
  return { one, other };
}

const all = Object.entries(transcription.api.paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => ({ path, method })),
);

test('the document has the operations of the specification', () => {
  const names = all.map(({ path, method }) => `${method.toUpperCase()} ${path}`);

  expect(described.map(({ path, method }) => `${method} ${path}`).sort()).toEqual(names.sort());
  expect(names).toHaveLength(operations.length);
});

/** What the end of a list has in place of a cursor is not shown, so that null is allowed. */
const cursors = /^(nextCursor|nextPageQuery): string or null$/;

test.each(all)(
  'the response of $method $path has the fields of the specification, of its types',
  (operation) => {
    const { one, other } = find(operation.path, operation.method);
    const response = other.responses[200];
    const name = response.$ref?.split('/').pop() ?? '';
    const { content } = transcription.api.components.responses[name] ?? response;
    const expected = fieldsOf(content?.['application/json'].schema, theirs);
    const actual = fieldsOf(one.responses['200']?.content['application/json'].schema, ours);

    expect(expected.length).toBeGreaterThan(0);
    expect(
      actual.map((field) => (cursors.test(field) ? field.replace(' or null', '') : field)).sort(),
    ).toEqual(expected.sort());
  },
);

test.each(all)(
  'the request of $method $path has the parameters and the body of the specification',
  (operation) => {
    const { one, other } = find(operation.path, operation.method);
    const parameters = (other.parameters ?? []).map((parameter) => {
      const named = transcription.api.components.parameters[parameter.$ref?.split('/').pop() ?? ''];
      return named ?? parameter;
    });
    const mine = (one.parameters ?? []).map(
      (parameter) => `${parameter.in} ${parameter.name}: ${typeOf(parameter.schema)}`,
    );
    // The specification does not show the names of the parameters of 4.13.
    const shown = one.operationId === 'getOffers' ? [] : mine;

    expect(shown).toEqual(
      parameters.map(({ in: place, name, schema }) => `${place} ${name}: ${typeOf(schema ?? {})}`),
    );
    expect(fieldsOf(one.requestBody?.content['application/json'].schema, ours).sort()).toEqual(
      fieldsOf(other.requestBody?.content?.['application/json'].schema, theirs).sort(),
    );
  },
);
