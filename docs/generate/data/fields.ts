// What the data dictionary says about a field, from its schema and its docstring.
import * as z from 'zod';

import { fieldRules } from '../../../src/client/api/fields.ts';
import type { FieldDoc } from '../openapi/docstrings.ts';

/** A schema without its wrappers. */
export interface Unwrapped {
  readonly schema: z.core.$ZodType;
  readonly optional: boolean;
  readonly nullable: boolean;
}

/** Removes what makes a schema optional, nullable, read-only or a conversion. */
export function unwrap(schema: z.core.$ZodType, optional = false, nullable = false): Unwrapped {
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodDefault)
    return unwrap(schema._zod.def.innerType, true, nullable);
  if (schema instanceof z.core.$ZodNullable) return unwrap(schema._zod.def.innerType, optional, true);
  if (schema instanceof z.core.$ZodReadonly) return unwrap(schema._zod.def.innerType, optional, nullable);
  if (schema instanceof z.core.$ZodPipe && !(schema instanceof z.core.$ZodPreprocess))
    return unwrap(schema._zod.def.in, optional, nullable);
  return { schema, optional, nullable };
}

/** The type of a field in words. */
export function typeOf(schema: z.core.$ZodType, { known }: FieldDoc): string {
  if (schema instanceof z.ZodEnum && fieldRules.of(schema).isOpenEnum)
    return `string: ${valuesOf(schema)}, or another`;
  if (schema instanceof z.core.$ZodEnum) return `string: ${valuesOf(schema)}`;
  if (schema instanceof z.core.$ZodISODateTime) return 'date-time string';
  if (schema instanceof z.core.$ZodString) return known ? `string, such as ${inCode(known)}` : 'string';
  if (schema instanceof z.core.$ZodNumberFormat) return 'integer';
  if (schema instanceof z.core.$ZodNumber) return 'number';
  if (schema instanceof z.core.$ZodBoolean) return 'boolean';
  if (schema instanceof z.core.$ZodUnknown) return 'any';
  if (schema instanceof z.core.$ZodRecord) return 'object with any fields';
  if (schema instanceof z.core.$ZodObject) return 'object';
  // The one input of the API that is converted first is a date-time of a request.
  if (schema instanceof z.core.$ZodPreprocess) return '`Date`, Temporal `Instant` or date-time string';
  if (schema instanceof z.core.$ZodArray) {
    const { schema: element } = unwrap(schema._zod.def.element);
    return `array of ${element instanceof z.core.$ZodUnknown ? 'any values' : `${typeOf(element, { description: '' })}s`}`;
  }
  throw new Error(`no words for a ${schema._zod.def.type}`);
}

function valuesOf(schema: z.core.$ZodEnum): string {
  return inCode(Object.values(schema._zod.def.entries).map(String));
}

function inCode(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(', ');
}

/** Units by the words for them in a docstring. */
const units: readonly (readonly [RegExp, string])[] = [
  [/smallest unit of `currencyCode`/, 'smallest unit of `currencyCode`'],
  [/in US cents/, 'US cents'],
  [/major units of the local currency/, 'major units of the local currency'],
  [/in percent/, 'percent'],
  [/^Percentage as a string/, 'percent, with sign and `%`'],
  [/\b[Ii]ts unit is not documented/, 'not documented'],
  [/ISO 8601 in UTC/, 'ISO 8601 in UTC'],
  [/ISO 8601/, 'ISO 8601'],
  [/ISO 4217/, 'ISO 4217 code'],
  [/ISO 3166-1 alpha-2/, 'ISO 3166-1 alpha-2 code'],
  [/^Locale code/, 'locale code'],
];

/** The unit or format of a field; empty if it has none. */
export function unitOf({ description }: FieldDoc): string {
  return units.find(([words]) => words.test(description))?.[1] ?? '';
}

const longest = 48;

/** Examples of the fields whose messages have none. */
const otherExamples: Readonly<Record<string, unknown>> = { limit: 500, offset: 0, cursor: 'eyJvIjoxfQ' };

/**
 * An example of a field as it is written in a program: the given one, or that of the message about a value of another
 * type. An object has none, because its fields have.
 */
export function exampleOf(name: string, schema: z.core.$ZodType, given: unknown): string {
  const isList =
    schema instanceof z.core.$ZodArray && unwrap(schema._zod.def.element).schema instanceof z.ZodObject;
  if (schema instanceof z.core.$ZodObject || isList) return '';
  const code =
    given === undefined ? (exampleInMessage(schema) ?? written(otherExamples[name])) : written(given);
  return code === undefined ? '' : `\`${code.length > longest ? `${code.slice(0, longest)}…` : code}\``;
}

function exampleInMessage(schema: z.core.$ZodType): string | undefined {
  if (schema instanceof z.core.$ZodEnum) return written(Object.values(schema._zod.def.entries)[0]);
  if (schema instanceof z.core.$ZodBoolean) return 'true';
  const { error } = z.safeParse(schema, Symbol('of no type'));
  const code = /, for example (.+?)(?: for .+)?$/.exec(error?.issues[0]?.message ?? '')?.[1];
  // The messages show a date or a URL without quotes.
  return code !== undefined && /^(?!\d{4}-)["{[\d]/.test(code) ? code : written(code);
}

function written(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
