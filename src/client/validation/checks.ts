import * as z from 'zod';
import { $ZodArray, $ZodNullable, $ZodObject, $ZodOptional, type $ZodType, $ZodUnknown } from 'zod/v4/core';

import { type FieldRule, fieldRules } from '../api/fields.ts';

/** A field of a schema. Without `fields` and `element`, zod validates its value as a whole. */
export interface Field {
  /** Path without indexes: `results[].geolocation.zipCode`. */
  readonly path: string;
  /** The schema without `optional` and `nullable`. */
  readonly schema: $ZodType;
  readonly optional: boolean;
  readonly nullable: boolean;
  readonly rule: FieldRule;
  /** The known fields of an object, unless its schema has other rules too. */
  readonly fields?: readonly (readonly [key: string, field: Field])[];
  /** The elements of an array, unless its schema has other rules too. */
  readonly element?: Field;
}

const trees = new WeakMap<$ZodType, Field>();

/** Returns a schema as a tree of fields, which is created once. */
export function fieldTree(schema: $ZodType): Field {
  const known = trees.get(schema);
  if (known) return known;
  const tree = build(schema, '');
  trees.set(schema, tree);
  return tree;
}

function build(declared: $ZodType, path: string, above: readonly $ZodType[] = []): Field {
  let schema = declared;
  let optional = false;
  let nullable = false;
  while (schema instanceof $ZodOptional || schema instanceof $ZodNullable) {
    if (schema instanceof $ZodOptional) optional = true;
    else nullable = true;
    schema = schema._zod.def.innerType;
  }
  const rule = fieldRules.of(schema);
  // The root is always essential: without it there is nothing to deliver.
  const field = { path, schema, optional, nullable, rule: path === '' ? { ...rule, essential: true } : rule };
  // A recursive schema is validated by zod as a whole.
  if ((schema._zod.def.checks ?? []).length > 0 || above.includes(schema)) return field;
  const within = [...above, schema];
  if (schema instanceof $ZodArray)
    return { ...field, element: build(schema._zod.def.element, `${path}[]`, within) };
  if (!(schema instanceof $ZodObject)) return field;
  const { catchall, shape } = schema._zod.def;
  if (catchall !== undefined && !(catchall instanceof $ZodUnknown)) return field;
  const fields = Object.entries(shape).map(
    ([key, child]) => [key, build(child, path === '' ? key : `${path}.${key}`, within)] as const,
  );
  return { ...field, fields };
}

interface Check {
  readonly run: (value: unknown) => boolean;
  /** Number of relaxed fields when the check was generated. */
  readonly size: number;
}

/** The checks without relaxed fields, which all clients share. */
const exactChecks = new WeakMap<Field, Check>();

/**
 * Checks whether values match a schema in which some fields are relaxed, with code that zod generates.
 *
 * A relaxed field without children may have any value; an essential one must match the `base` of its rule. A relaxed
 * container may have any value too, but if it has the right type its fields are still checked, so that essential fields
 * stay essential. An essential container stays required.
 */
export class Checks {
  /** The fields that are relaxed; only added to. */
  readonly relaxed = new Set<Field>();
  readonly #relaxesAll: boolean;
  readonly #checks = new WeakMap<Field, Check>();

  constructor({ relaxesAll = false } = {}) {
    this.#relaxesAll = relaxesAll;
  }

  /** Whether a value matches; generates a check first if there is none, or one for fewer relaxed fields. */
  matches(field: Field, value: unknown): boolean {
    const { size } = this.relaxed;
    const checks = size > 0 || this.#relaxesAll ? this.#checks : exactChecks;
    const known = checks.get(field);
    if (known?.run(value)) return true;
    if (known?.size === size) return false;
    const schema = z.compile(
      relaxedSchema(field, (one) => this.#relaxesAll || this.relaxed.has(one)) ?? z.unknown(),
    );
    const run = (value: unknown): boolean => z.validate(schema, value);
    checks.set(field, { run, size });
    return run(value);
  }
}

/** Returns the schema of a field with relaxed fields inside; `undefined` if any value matches. */
function relaxedSchema(field: Field, relaxes: (field: Field) => boolean): $ZodType | undefined {
  const { rule, fields, element, schema } = field;
  const isRelaxed = relaxes(field);
  if (!fields && !element) {
    if (!isRelaxed) return wrap(field, rule.compilable ?? schema);
    return rule.essential ? wrap(field, rule.base ?? schema) : undefined;
  }
  const children = (fields ?? []).flatMap(([key, child]) => {
    const childSchema = relaxedSchema(child, relaxes);
    return childSchema ? [[key, childSchema] as const] : [];
  });
  const elements = element && relaxedSchema(element, relaxes);
  const own = fields ? z.object(Object.fromEntries(children)) : z.array(elements ?? z.unknown());
  if (!isRelaxed || rule.essential) return wrap(field, own);
  const isFree = children.length === 0 && !elements;
  return isFree ? undefined : z.optional(z.union([own, ...othersThan(field)]));
}

function wrap({ optional, nullable }: Field, schema: $ZodType): $ZodType {
  const inner = nullable ? z.nullable(schema) : schema;
  return optional ? z.optional(inner) : inner;
}

/** Returns schemas for all JSON values except objects or except arrays. */
function othersThan({ fields }: Field): $ZodType[] {
  const container = fields ? z.array(z.unknown()) : z.object({});
  // `1e999` in JSON is parsed as Infinity, which zod does not accept as a number.
  const numbers = [z.number(), z.literal([Infinity, -Infinity])];
  return [z.null(), z.string(), z.boolean(), ...numbers, container];
}
