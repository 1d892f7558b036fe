import type * as z from 'zod';

import { checkoutSessionCreateSchema } from '../../../src/client/api/checkout.ts';
import { fieldRules } from '../../../src/client/api/fields.ts';
import type { FieldDoc, TypeDoc } from './docstrings.ts';
import { operationDocs } from './docstrings.ts';

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const redirectUrl = checkoutSessionCreateSchema.shape.redirectUrl.unwrap();

/** How zod converts the API's schemas. */
export const conversion = {
  io: 'input',
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }) => {
    // Its rule is a function, which has no equivalent.
    if (zodSchema === redirectUrl) jsonSchema.format = 'uri';
    // Not `enum`: generated clients would reject a response with another value.
    if (!fieldRules.of(zodSchema).isOpenEnum) return;
    jsonSchema['x-extensible-enum'] = jsonSchema.enum;
    delete jsonSchema.enum;
  },
} as const satisfies Parameters<typeof z.toJSONSchema>[1];

/**
 * Removes from a schema what the specification does not say.
 *
 * Unknown fields are allowed: a response may have more of them in the future, and what the service does with those of
 * a request is not shown.
 */
export function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !isArtefact(key, member, value))
      .map(([key, member]) => [key, key === 'properties' ? simplifyAll(member) : simplify(member)]),
  );
  const integer = rest['type'] === 'integer' && rest['maximum'] === undefined ? { format: 'int64' } : {};
  return { ...rest, ...integer, ...(anyOf === undefined ? {} : alternatives(anyOf)) };
}

/** Properties may have the names of keywords. */
function simplifyAll(properties: unknown): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties as JsonSchema).map(([key, value]) => [key, simplify(value)]),
  );
}

function isArtefact(key: string, member: unknown, schema: object): boolean {
  switch (key) {
    case '$schema':
    case '$id':
    case 'propertyNames':
      return true;
    case 'readOnly':
      // zod's word for a `Readonly` type; in OpenAPI, such a field may not be sent.
      return true;
    case 'additionalProperties':
      return 'properties' in schema;
    case 'minimum':
    case 'maximum':
      return Math.abs(Number(member)) === Number.MAX_SAFE_INTEGER;
    case 'pattern':
      return 'format' in schema;
    default:
      return false;
  }
}

function alternatives(anyOf: unknown): JsonSchema {
  const distinct = new Map((anyOf as JsonSchema[]).map((one) => [JSON.stringify(one), one])); // a list, by its standard
  const [only, ...others] = distinct.values();
  return only && others.length === 0 ? only : { anyOf: [...distinct.values()] };
}

/** How a docstring names the default of the specification where the client may send another value. */
const serviceDefault = / The service's own default is (\d+)\./;

/** A schema with what the docstring of its field says. */
export function describeField(schema: JsonSchema, doc: FieldDoc | undefined): JsonSchema {
  if (!doc) return schema;
  const { known, deprecated } = doc;
  const fallback = readLiteral(doc.defaultValue) ?? readServiceDefault(doc.description);
  return {
    ...schema,
    ...describe(descriptionOf(doc, fallback === undefined)),
    ...(fallback !== undefined && { default: fallback }),
    ...(known && { examples: known }),
    ...(deprecated && { deprecated }),
  };
}

/** A schema of an object with what the docstrings of its type say. */
export function describeType(schema: JsonSchema, { description, fields }: TypeDoc): JsonSchema {
  const properties = Object.entries(Object(schema['properties']) as Record<string, JsonSchema>);
  return {
    ...describe(description),
    ...schema,
    properties: Object.fromEntries(
      properties.map(([key, value]) => [key, describeField(value, fields[key])]),
    ),
  };
}

function describe(description: string): JsonSchema {
  return description === '' ? {} : { description };
}

function descriptionOf({ description, defaultValue }: FieldDoc, showDefault: boolean): string {
  const text = description
    .replace(serviceDefault, '')
    // `onDrift` is an option of the client.
    .replace(/ and reported( as schema drift)?\.$/, '.')
    .replaceAll(/(?<=`)\w+\.\w+(?=`)/g, (name) => operationDocs[name]?.id ?? name);
  return showDefault && defaultValue !== undefined ? `${text} Default: ${defaultValue}.` : text;
}

function readServiceDefault(description: string): number | undefined {
  const digits = serviceDefault.exec(description)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The value of a literal in a `@defaultValue`; `undefined` if it is in words. */
function readLiteral(code = ''): unknown {
  const literal = /^`'?([^`']*)'?`$/.exec(code)?.[1];
  if (literal === undefined) return undefined;
  return /^(true|false|\d+)$/.test(literal) ? (JSON.parse(literal) as unknown) : literal;
}
