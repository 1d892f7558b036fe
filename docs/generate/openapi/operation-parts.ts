import * as z from 'zod';

import { type DocumentedError, documentedErrors } from '../../../src/client/errors/documented-errors.ts';
import { defaultOfferQueryNames, getOffers } from '../../../src/client/api/offers.ts';
import type { AnyOperation, Schema } from '../../../src/client/api/operation.ts';
import { errorTypeOf, reference } from './components.ts';
import { operationDocs, typeDocs } from './docstrings.ts';
import { parameterExamples } from './examples/requests.ts';
import { errorExample, responseExamples } from './examples/responses.ts';
import { conversion, describeField, type JsonSchema, simplify } from './json-schema.ts';

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

const undocumented = {
  description:
    'Any other error. The specification does not show it (§7.5): the status, the body and its content type may be anything.',
  content: { 'application/json': { schema: {} } },
};

const unauthorized = {
  description:
    'The publisher token is missing or unknown (§5). The specification does not show the body for this operation.',
  content: { 'application/json': { schema: {} } },
};

/** The responses of an operation by status. */
export function responsesOf(operation: AnyOperation): Readonly<Record<string, JsonSchema>> {
  const { name, section } = operation;
  const output = operationDocs[name]?.output ?? '';
  const errors = Map.groupBy(
    documentedErrors.filter(({ sections }) => sections.includes(section)),
    ({ status }) => status,
  );
  const success = {
    description: typeDocs[output]?.description ?? '',
    content: { 'application/json': { schema: reference(output), example: responseExamples[name] } },
  };
  return {
    200: success,
    // The specification shows 200; public descriptions of services of this shape say 201, and clients have to accept both.
    ...(['pricePoints.create', 'checkout.createSession'].includes(name) && { 201: success }),
    401: unauthorized,
    ...Object.fromEntries([...errors].map(([status, group]) => [status, errorResponse(operation, group)])),
    default: undocumented,
  };
}

function errorResponse(operation: AnyOperation, errors: readonly DocumentedError[]): JsonSchema {
  const family = operation.errors;
  if (family === 'unknown') throw new Error(`${operation.name} has documented errors: name their family`);
  const messages = errors.map(({ message }) => `\`${message}\``).join(', ');
  const isShown = errors.every(({ isStatusShown }) => isStatusShown);
  const note =
    ' The specification shows the message, not its status; this is the one that the sandbox responds with.';
  return {
    description: `${messages} (§7).${isShown ? '' : note}`,
    content: {
      'application/json': {
        schema: reference(errorTypeOf(family)),
        examples: Object.fromEntries(
          errors.map((error) => [error.reason, { value: errorExample(error, operation) }]),
        ),
      },
    },
  };
}
