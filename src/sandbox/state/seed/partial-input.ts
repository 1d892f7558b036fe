import * as z from 'zod';

import { fieldRules } from '../../../api/fields.ts';
import { inputObject } from '../../../api/input-object.ts';

/**
 * Returns the schema of what a person writes for a shape of the API: every field but those listed is optional, and
 * unknown fields are rejected, with a suggestion.
 *
 * A required field is a path without indexes: `productsSequence.priceInUsdCents`.
 */
export function partialInput(schema: z.ZodType, required: readonly string[], path = ''): z.ZodType {
  if (schema instanceof z.ZodArray) {
    return z.array(partialInput(schema.element as z.ZodType, required, path)); // of zod's core, which this zod made
  }
  if (schema instanceof z.ZodNullable) {
    return partialInput(schema.unwrap() as z.ZodType, required, path).nullable(); // as above
  }
  if (schema instanceof z.ZodOptional) return partialInput(schema.unwrap() as z.ZodType, required, path); // as above
  const { compilable } = fieldRules.of(schema);
  // Another value is possible in a response; in a file, it is a typo.
  if (compilable instanceof z.ZodEnum) return compilable;
  // A schema of input is strict, and has its own rules for what may be missing.
  if (!(schema instanceof z.ZodObject) || schema._zod.def.catchall?._zod.def.type === 'never') return schema;
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([key, field]) => {
    const inside = path === '' ? key : `${path}.${key}`;
    const input = partialInput(field, required, inside);
    return [key, required.includes(inside) ? input : input.optional()] as const;
  });
  const [first = 'id'] = required.map((field) => field.slice(path.length).replace(/^\./, ''));
  return inputObject(Object.fromEntries(fields), { example: `{ "${first}": … }` });
}

const nouns: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  int: 'an integer',
  number: 'a finite number',
  object: 'an object',
  string: 'a string',
};

/** The messages for what the API's schemas of responses reject, which are for programs only. */
export function ruleOf({ code, expected, values, maximum, input }: z.core.$ZodRawIssue): string | undefined {
  if (Array.isArray(values))
    return `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  if (code === 'too_big') return `must be at most ${String(maximum)}`;
  const noun = code === 'invalid_type' ? nouns[String(expected)] : undefined;
  if (noun === undefined) return undefined;
  return input === undefined ? `is required, and must be ${noun}` : `must be ${noun}`;
}
