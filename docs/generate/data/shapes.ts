// The shapes of the data dictionary: one for each request, response and exported schema of the API.
import type * as z from 'zod';

import { gameAuthRequestSchema, gameAuthResponseSchema } from '../../../src/client/api/game-auth.ts';
import { documentedErrors } from '../../../src/client/errors/documented-errors.ts';
import * as exportedSchemas from '../../../src/client/api/schemas.ts';
import { operations } from '../../../src/client/api/operations.ts';
import { errorSchemaOf, errorTypeOf, objectIn } from '../openapi/components.ts';
import { requestExamples } from '../openapi/examples/requests.ts';
import { errorExample, responseExamples } from '../openapi/examples/responses.ts';
import { operationDocs, typeDocs } from '../openapi/docstrings.ts';

/** Where a shape occurs. */
export type ShapeKind = 'Requests' | 'Responses' | 'Callbacks' | 'Errors';

/** A shape that has a page. */
export interface Shape {
  readonly name: string;
  readonly kind: ShapeKind;
  readonly schema: z.ZodObject;
  /** The name that the schema is exported with. */
  readonly schemaName?: string;
  /** Names of the operations that send or return it. */
  readonly operations: string[];
  /** Names of the shapes that it is a part of. */
  readonly partOf: string[];
  readonly example: unknown;
}

/** All shapes in the order of the specification (§4), the callback and the errors at the end. */
export function allShapes(): readonly Shape[] {
  const shapes = new Map<string, Shape>();

  const add = (
    kind: ShapeKind,
    name: string | undefined,
    schema: unknown,
    example: unknown,
  ): Shape | undefined => {
    const object = objectIn(schema);
    if (name === undefined || !object) return undefined;
    const known = shapes.get(name);
    if (known) return known;
    const schemaName = exportedNameOf(object);
    const shape = {
      name,
      kind,
      schema: object,
      operations: [],
      partOf: [],
      example,
      ...(schemaName && { schemaName }),
    };
    shapes.set(name, shape);
    addParts(shape, name, object, example);
    return shape;
  };

  /** Adds the types of fields that have an exported schema; the fields of others are shown with those of the shape. */
  const addParts = (shape: Shape, name: string, object: z.ZodObject, example: unknown): void => {
    for (const [key, { type }] of Object.entries(typeDocs[name]?.fields ?? {})) {
      const part = objectIn(object.shape[key]);
      if (type === undefined || !part) continue;
      const value = firstOf(valueAt(example, key));
      if (exportedNameOf(part) === undefined) addParts(shape, type, part, value);
      else {
        const added = add(shape.kind, type, part, value);
        if (added && !added.partOf.includes(shape.name)) added.partOf.push(shape.name);
      }
    }
  };

  for (const { name, query, body, output } of operations) {
    const docs = operationDocs[name];
    if (!docs) throw new Error(`${name} has no docs: write a docstring`);
    add('Requests', docs.query, query, undefined)?.operations.push(name);
    add('Requests', docs.body, body, requestExamples[name])?.operations.push(name);
    // Only a single read has every field of a price point.
    const example = responseExamples[docs.output === 'PricePoint' ? 'pricePoints.get' : name];
    add('Responses', docs.output, output, example)?.operations.push(name);
  }
  add('Callbacks', 'GameAuthRequest', gameAuthRequestSchema, {
    device: 'DESKTOP',
    date: '2026-10-01T09:00:00.000Z',
  });
  add('Callbacks', 'GameAuthResponse', gameAuthResponseSchema, {
    accessToken: 'abc',
    desktopAutoRedirect: false,
  });
  for (const operation of operations) {
    const error = documentedErrors.find(({ sections }) => sections.includes(operation.section));
    if (!error) continue;
    const { family } = error;
    const shape = add('Errors', errorTypeOf(family), errorSchemaOf(family), errorExample(error, operation));
    shape?.operations.push(operation.name);
  }
  return [...shapes.values()];
}

/** The name that a schema, or one that ends in it, is exported with. */
function exportedNameOf(object: z.ZodObject): string | undefined {
  return Object.entries(exportedSchemas).find(([, schema]) => objectIn(schema) === object)?.[0];
}

/** The value of a field of an example. */
export function valueAt(example: unknown, key: string): unknown {
  return typeof example === 'object' && example !== null
    ? Object.entries(example).find(([name]) => name === key)?.[1]
    : undefined;
}

/** The first element of a list, or the value itself. */
export function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? (value as unknown[])[0] : value;
}

/** The files of shapes by the names of the shapes: `transaction-report.md` of `TransactionReport`. */
export function pagesOf(shapes: readonly Shape[]): ReadonlyMap<string, string> {
  return new Map(shapes.map(({ name }) => [name, `${kebabCase(name)}.md`]));
}

/** The types whose fields are on the page of a shape, besides its own. */
export function innerTypes(name: string, pages: ReadonlyMap<string, string>): string[] {
  const types = Object.values(typeDocs[name]?.fields ?? {}).flatMap(({ type }) =>
    type === undefined || pages.has(type) ? [] : [type, ...innerTypes(type, pages)],
  );
  return [...new Set(types)];
}

function kebabCase(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
