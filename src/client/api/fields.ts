import * as z from 'zod';
import type { SomeType } from 'zod/v4/core';

/** How tolerant mode validates a field. */
export interface FieldRule {
  /** Whether a mismatch rejects the response. */
  readonly essential?: boolean;
  /** The minimum a value must match; any other mismatch is reported as drift. */
  readonly base?: z.ZodType;
  /** Whether other values than those of its enumeration are possible. */
  readonly isOpenEnum?: boolean;
}

/** Rules by field; a field without a rule is not essential, containers included. */
export const fieldRules = {
  // Not a zod registry: with schemas in its metadata, type checking takes minutes.
  bySchema: new WeakMap<object, FieldRule>(),

  of(schema: object): FieldRule {
    return this.bySchema.get(schema) ?? {};
  },

  add(schema: object, rule: FieldRule): void {
    this.bySchema.set(schema, { ...this.of(schema), ...rule });
  },
};

/**
 * Marks a field or container as essential: identifiers, amounts, currencies, cursors, and the main list of a response.
 * With `base`, only a value that does not match `base` rejects the response; any other mismatch is reported as drift.
 *
 * If a container is not essential, its essential fields are required only if the container exists.
 */
export function essential<S extends z.ZodType>(schema: S, base?: z.ZodType): S {
  fieldRules.add(schema, base ? { essential: true, base } : { essential: true });
  return schema;
}

/**
 * The type of a schema whose output may also be null or missing: `parse` and `optional` are all that it promises.
 *
 * Not `S extends z.ZodType`: TypeScript would compare zod's types structurally, and type checking your code would take
 * five times as long.
 */
export interface MayBeMissing<S extends SomeType> extends z.ZodType<
  z.output<S> | null | undefined,
  z.input<S> | null | undefined,
  z.core.$ZodTypeInternals<z.output<S> | null | undefined, z.input<S> | null | undefined> & {
    readonly optin: 'optional';
    readonly optout: 'optional';
  }
> {}

/**
 * Marks a field that is not essential, and widens its type: tolerant mode also delivers it if it is missing or null.
 * Strict mode still requires it, as documented.
 */
export function mayBeMissing<S extends SomeType>(schema: S): MayBeMissing<S> {
  // Intended: the type is wider than the schema.
  return schema as unknown as MayBeMissing<S>;
}

/**
 * Returns the schema of an object that the service sends. Undocumented fields are kept.
 *
 * Its type is not that of `z.looseObject`, whose index signature makes every misspelled field `unknown` and which drops
 * the comments of the documented fields.
 */
export function responseObject<Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodObject<Shape> {
  return z.looseObject(shape);
}

/** Returns the schema of an essential object that the service sends, such as a row. */
export function essentialObject<Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodObject<Shape> {
  return essential(responseObject(shape));
}

/** Returns a nested schema unchanged, with a type of that name instead of all its fields, in editors and declarations. */
export function withTypeName<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return schema;
}

/** A response in which every field is set: an object of this type does not compile until it has a field that is added. */
export type AsDocumented<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer Item)[]
    ? AsDocumented<Item>[]
    : T extends object
      ? { [Name in keyof T]-?: AsDocumented<Exclude<T[Name], undefined>> }
      : T;

/** Returns the schema of an identifier: an essential string. */
export function identifier(): z.ZodString {
  return essential(z.string());
}

/** Returns the schema of an amount in the smallest currency unit or US cents: an essential safe integer. */
export function minorUnits(): z.ZodInt {
  return essential(z.int());
}

/** Whether a number is an integer that JSON may have had with other digits: beyond 2^53 - 1, parsing rounds. */
export function isRounded(value: unknown): value is number {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

function exactNumber(): z.ZodNumber {
  return z.number().refine((value) => !isRounded(value), { error: 'must be at most 2^53 - 1' });
}

/** Returns the schema of a price in major currency units, such as 9.99: an essential finite number. */
export function majorUnits(): z.ZodNumber {
  return essential(exactNumber(), z.number());
}

/** Returns the schema of a string that is not essential. */
export function string(): MayBeMissing<z.ZodString> {
  return mayBeMissing(z.string());
}

/** Returns the schema of a number that is not essential; one that was rounded is reported. */
export function number(): MayBeMissing<z.ZodNumber> {
  return mayBeMissing(exactNumber());
}

/** Returns the schema of an integer that is not essential. */
export function integer(): MayBeMissing<z.ZodInt> {
  return mayBeMissing(z.int());
}

/** Returns the schema of a boolean that is not essential. */
export function boolean(): MayBeMissing<z.ZodBoolean> {
  return mayBeMissing(z.boolean());
}

const isoDateTime = { offset: true, error: 'must be an ISO 8601 date-time' } as const;

/** Returns the schema of a date-time that is not essential: an ISO 8601 string, not converted. */
export function dateTime(): MayBeMissing<z.ZodISODateTime> {
  return mayBeMissing(z.iso.datetime(isoDateTime));
}

/** Returns the schema of an essential string, which is reported if it is no ISO 8601 date-time. */
export function timestamp(): z.ZodISODateTime {
  return essential(z.iso.datetime(isoDateTime), z.string());
}

/** A string with known values: editors complete these, but any other string is allowed. */
export type OpenEnum<Known extends string> = Known | (string & {});

/** The known values of an {@link OpenEnum}, for example `Known<TransactionType>`. */
export type Known<T extends string> = T extends unknown ? (string extends T ? never : T) : never;

/** Returns the schema of a string with documented values; another value is reported as drift. */
export function openEnum<const Known extends string>(known: readonly Known[]): z.ZodType<OpenEnum<Known>> {
  const rule = `must be ${known.map((value) => `"${value}"`).join(' | ')}`;
  const schema = z.enum(known, { error: ({ input }) => (typeof input === 'string' ? rule : undefined) });
  fieldRules.add(schema, { base: z.string(), isOpenEnum: true });
  // Intended: the type is wider than the schema.
  return schema as z.ZodType as z.ZodType<OpenEnum<Known>>;
}

/** Returns the schema of a string with example values; another value is not reported. */
export function stringLike<Seen extends string>(): z.ZodType<OpenEnum<Seen>> {
  return z.string();
}
