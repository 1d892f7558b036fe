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

function build(declared: $ZodType, path: string): Field {
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
  if ((schema._zod.def.checks ?? []).length > 0) return field;
  if (schema instanceof $ZodArray) return { ...field, element: build(schema._zod.def.element, `${path}[]`) };
  if (!(schema instanceof $ZodObject)) return field;
  const { catchall, shape } = schema._zod.def;
  if (catchall !== undefined && !(catchall instanceof $ZodUnknown)) return field;
  const fields = Object.entries(shape).map(
    ([key, child]) => [key, build(child, path === '' ? key : `${path}.${key}`)] as const,
  );
  return { ...field, fields };
}
