import * as z from 'zod';
import { $ZodArray, $ZodNullable, $ZodObject, $ZodOptional, type $ZodType, $ZodUnknown } from 'zod/v4/core';

import { type FieldRule, fieldRules } from '../fields.ts';

interface FieldBase {
  /** Path without indexes: `results[].geolocation.zipCode`. */
  readonly path: string;
  /** The schema without `optional` and `nullable`. */
  readonly schema: $ZodType;
  readonly optional: boolean;
  readonly nullable: boolean;
  readonly rule: FieldRule;
}

/** A field without children, validated by its schema as a whole. */
export interface LeafField extends FieldBase {
  readonly kind: 'leaf';
}

/** A container; `extra` if its schema has rules besides those of its fields or elements. */
interface ContainerField extends FieldBase {
  /** The container's schema without its fields, to report a value of another type. */
  readonly empty: $ZodType;
  readonly extra: boolean;
}

/** An object with known fields. */
export interface ObjectField extends ContainerField {
  readonly kind: 'object';
  readonly fields: readonly (readonly [key: string, field: Field])[];
}

/** An array of elements with the same schema. */
export interface ArrayField extends ContainerField {
  readonly kind: 'array';
  readonly element: Field;
}

/** A schema as a tree of fields, which can be visited without creating a result or an issue per mismatch. */
export type Field = LeafField | ObjectField | ArrayField;

const trees = new WeakMap<$ZodType, Field>();

/** Returns the field tree of a schema, which is created once. */
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
  const base = { path, schema, optional, nullable, rule: path === '' ? { ...rule, essential: true } : rule };
  const hasChecks = (schema._zod.def.checks ?? []).length > 0;

  if (schema instanceof $ZodObject) {
    const { catchall, shape } = schema._zod.def;
    const fields = Object.entries(shape).map(
      ([key, field]) => [key, build(field, path === '' ? key : `${path}.${key}`)] as const,
    );
    const extra = hasChecks || (catchall !== undefined && !(catchall instanceof $ZodUnknown));
    const empty = z.clone(schema, { ...schema._zod.def, shape: {}, catchall: undefined, checks: [] });
    return { ...base, kind: 'object', fields, extra, empty };
  }
  if (schema instanceof $ZodArray) {
    const element = build(schema._zod.def.element, `${path}[]`);
    const empty = z.clone(schema, { ...schema._zod.def, element: z.unknown(), checks: [] });
    return { ...base, kind: 'array', element, extra: hasChecks, empty };
  }
  return { ...base, kind: 'leaf' };
}
