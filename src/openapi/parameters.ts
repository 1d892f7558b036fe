import * as z from 'zod';

import { defaultOfferQueryNames, getOffers } from '../contract/offers.ts';
import type { AnyOperation, Schema } from '../contract/operation.ts';
import { parameterExamples } from './examples/parameters.ts';
import { conversion, describeField, type JsonSchema, simplify } from './json-schema.ts';
import { operationDocs, typeDocs } from './type-docs.ts';

/** The path and query parameters of an operation. */
export function parametersOf({ name, params, query }: AnyOperation): JsonSchema[] {
  const docs = operationDocs[name];
  // The specification does not show the names of these.
  const names: Readonly<Record<string, string>> =
    name === getOffers.name ? { ...defaultOfferQueryNames } : {};
  return [
    ...fieldsOf(params, docs?.params).map((field) => parameter('path', field)),
    ...fieldsOf(query, docs?.query).map((field) =>
      parameter('query', { ...field, name: names[field.name] ?? field.name }),
    ),
  ];
}

interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

function fieldsOf(schema: Schema<unknown> | undefined, type = ''): Field[] {
  if (!(schema instanceof z.ZodType)) return [];
  const { properties, required } = simplify(z.toJSONSchema(schema, conversion)) as {
    properties: Readonly<Record<string, JsonSchema>>;
    required?: readonly string[];
  }; // the schema of an object
  return Object.entries(properties).map(([name, value]) => ({
    name,
    required: required?.includes(name) ?? false,
    schema: describeField(withoutNull(value), typeDocs[type]?.fields[name]),
  }));
}

function parameter(place: 'path' | 'query', { name, required, schema }: Field): JsonSchema {
  const { description, ...rest } = schema;
  const separated = schema['type'] === 'array' ? { style: 'form', explode: false } : {};
  return {
    name,
    in: place,
    required,
    ...(description !== undefined && { description }),
    ...separated,
    schema: rest,
    ...(required && { example: parameterExamples[name] }),
  };
}

/** `null` stands for a parameter that is not sent. */
function withoutNull({ anyOf, ...schema }: JsonSchema): JsonSchema {
  if (!Array.isArray(anyOf)) return schema;
  const others = (anyOf as JsonSchema[]).filter(({ type }) => type !== 'null'); // a list of schemas, by its standard
  return others.length === 1 ? { ...schema, ...others[0] } : { ...schema, anyOf: others };
}
