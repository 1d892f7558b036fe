import * as z from 'zod';

import * as errorBodies from '../../../src/client/api/error-bodies.ts';
import { gameAuthRequestSchema, gameAuthResponseSchema } from '../../../src/client/api/game-auth.ts';
import { type DocumentedError, documentedErrors } from '../../../src/client/errors/documented-errors.ts';
import { operations } from '../../../src/client/api/operations.ts';
import { conversion, describeType, type JsonSchema, simplify } from './json-schema.ts';
import { operationDocs, typeDocs } from './docstrings.ts';

/** The documented families of error bodies (§7). */
const errorFamilies = new Set(documentedErrors.map(({ family }) => family));

/** The type of the error bodies of a family: `PricePointError`, whose schema is `pricePointErrorSchema`. */
export function errorTypeOf(family: DocumentedError['family']): string {
  return `${family[0]?.toUpperCase() ?? ''}${family.slice(1)}Error`;
}

/** The schema of the error bodies of a family. */
export function errorSchemaOf(family: DocumentedError['family']): z.ZodObject {
  return errorBodies[`${family}ErrorSchema`];
}

/** The schemas of all types by name. */
export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  const { schemas } = z.toJSONSchema(namedSchemas(), { ...conversion, uri: (name) => reference(name).$ref });
  return Object.fromEntries(
    Object.entries(schemas)
      .map(([name, schema]): [string, JsonSchema] => [
        name,
        // Every name in the registry is one of a type with docs.
        describeType(simplify(schema) as JsonSchema, typeDocs[name] ?? { description: '', fields: {} }),
      ])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** A reference to the schema of a type. */
export function reference(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

function namedSchemas(): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>();
  for (const { name, body, output } of operations) {
    const docs = operationDocs[name];
    if (!docs) throw new Error(`${name} has no docs: write a docstring`);
    addSchemas(registry, output, docs.output);
    if (body) addSchemas(registry, body, docs.body);
  }
  for (const family of errorFamilies) addSchemas(registry, errorSchemaOf(family), errorTypeOf(family));
  addSchemas(registry, gameAuthRequestSchema, 'GameAuthRequest');
  addSchemas(registry, gameAuthResponseSchema, 'GameAuthResponse');
  return registry;
}

/** Names the schema of a type, and those of the types of its fields. */
function addSchemas(registry: z.core.$ZodRegistry<{ id: string }>, schema: unknown, name = ''): void {
  const object = objectIn(schema);
  const docs = typeDocs[name];
  if (!object || !docs) throw new Error(`${name} is not an object with docs: write a docstring`);
  if (registry.has(object)) return;
  registry.add(object, { id: name });
  for (const [key, { type }] of Object.entries(docs.fields)) {
    if (type !== undefined) addSchemas(registry, object.shape[key], type);
  }
}

/** The schema of an object, or of the objects in an array, without what makes it optional, nullable or read-only. */
export function objectIn(schema: unknown): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodArray) return objectIn(schema.element);
  if (schema instanceof z.ZodPipe) return objectIn(schema.in);
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodReadonly;
  return isWrapper ? objectIn(schema.unwrap()) : undefined;
}
