import * as z from 'zod';
import type { SomeType } from 'zod/v4/core';

/** What tolerant mode asks of a field. */
export interface FieldRule {
  /** Whether a response in which the field does not match is rejected. */
  readonly essential?: boolean;
  /** What a value must match at least; the rest of the schema is then a matter of drift. */
  readonly base?: z.ZodType;
  /** The schema in a form that compiles: code of our own in a schema keeps zod from trusting a compiled check. */
  readonly compilable?: z.ZodType;
}

/** The rules of the fields that have any; a field without a rule is not essential, containers included. */
export const fieldRules = {
  // Not a registry of zod's: with schemas in what it holds, that takes the compiler minutes.
  bySchema: new WeakMap<object, FieldRule>(),

  of(schema: object): FieldRule {
    return this.bySchema.get(schema) ?? {};
  },

  add(schema: object, rule: FieldRule): void {
    this.bySchema.set(schema, { ...this.of(schema), ...rule });
  },
};

/**
 * Marks a field, a leaf or a container, as essential: identifiers, amounts, currencies, cursors, and the list that a
 * response exists for. With `base` only a value that breaks that rejects the response; any other mismatch is drift.
 *
 * An essential field of a container that is not essential is required only where that container is present.
 */
export function essential<S extends z.ZodType>(schema: S, base?: z.ZodType): S {
  fieldRules.add(schema, base ? { essential: true, base } : { essential: true });
  return schema;
}

/**
 * A schema whose output may also be null or missing, by its type alone. Not `S extends z.ZodType`: with that, the
 * compiler compares zod's types structurally, and a consumer's check costs five times as much.
 */
export type MayBeMissing<S extends SomeType> = z.ZodOptional<z.ZodNullable<S>>;

/**
 * A container that tolerant mode also delivers where it is missing or null, as its type then says. The schema itself
 * still requires what the specification shows, for strict mode.
 */
export function mayBeMissing<S extends SomeType>(schema: S): MayBeMissing<S> {
  // The point of this function: the type is wider than the schema.
  return schema as unknown as MayBeMissing<S>;
}

/** An identifier: text, and essential. */
export function identifier(): z.ZodString {
  return essential(z.string());
}

/** An amount in the smallest unit of its currency, or in US cents: a safe integer, and essential. */
export function minorUnits(): z.ZodInt {
  return essential(z.int());
}

/** A price in major units of its currency, a decimal such as 9.99: finite, and essential. */
export function majorUnits(): z.ZodNumber {
  return essential(z.number());
}

/** A date-time as the service writes it: ISO 8601 text, kept as text. */
export function dateTime(): z.ZodISODateTime {
  return z.iso.datetime({ offset: true, error: 'must be an ISO 8601 date-time' });
}

/** The code of the issue that an undocumented value of an open enumeration raises: drift, never a failure. */
export const unknownValueIssue = 'invalid_value';

/** Text of which some values are documented; the type completes those and admits every other. */
export type OpenEnum<Known extends string> = Known | (string & {});

/** Text that should be one of the documented values; another value is reported as drift. */
export function openEnum<const Known extends string>(known: readonly Known[]): z.ZodType<OpenEnum<Known>> {
  const values: readonly string[] = known;
  const schema = z.string().check((context) => {
    if (values.includes(context.value)) return;
    context.issues.push({
      code: unknownValueIssue,
      values: [...known],
      input: context.value,
      message: known.map((value) => `"${value}"`).join(' | '),
    });
  });
  fieldRules.add(schema, { base: z.string(), compilable: z.enum([...known]) });
  return schema;
}

/** Text of which the specification shows some values without calling the list complete: its type completes those. */
export function textLike<Seen extends string>(): z.ZodType<OpenEnum<Seen>> {
  return z.string();
}
