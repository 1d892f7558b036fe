import * as z from 'zod';

import type { Schema } from '../../../api/operation.ts';

/** A field of a request, for people. */
export interface RequestField {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

const jsonSchema = z.looseObject({
  type: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.string()).optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), jsonSchema).optional();
  },
  get items() {
    return jsonSchema.optional();
  },
  get anyOf() {
    return z.array(jsonSchema).optional();
  },
});

type JsonSchema = z.output<typeof jsonSchema>;

/** Lists the fields of the path, the query or the body of a request; none if the schema is not that of an object. */
export function fieldsOf(schema: Schema<unknown> | undefined): readonly RequestField[] {
  if (!(schema instanceof z.ZodType)) return [];
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const { properties = {}, required = [] } = jsonSchema.parse(described);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    type: typeOf(property),
    isRequired: required.includes(name),
  }));
}

function typeOf({ type, format, enum: values, anyOf, items, properties }: JsonSchema): string {
  if (values) return values.map((value) => `"${value}"`).join(' or ');
  // A date may also be given as a `Date`, which JSON Schema cannot describe.
  const described = anyOf?.map(typeOf).find((alternative) => alternative !== 'any');
  if (described !== undefined) return described;
  if (items) return `array of ${typeOf(items)}`;
  if (properties) return `object (${Object.keys(properties).join(', ')})`;
  return format === 'date-time' ? 'date and time (ISO 8601)' : (type ?? 'any');
}
