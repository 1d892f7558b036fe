import * as z from 'zod';
import { $ZodArray, $ZodNullable, $ZodObject, $ZodOptional, type $ZodType, $ZodUnknown } from 'zod/v4/core';

import { type FieldRule, fieldRules } from '../api/fields.ts';

/** A field of a schema. Without `fields` and `element`, zod validates its value as a whole. */
export interface Field extends Declared {
  /** Path without indexes: `results[].geolocation.zipCode`. */
  readonly path: string;
  readonly rule: FieldRule;
  /** The known fields of an object, unless its schema has other rules too. */
  readonly fields?: readonly (readonly [key: string, field: Field])[];
  /** The elements of an array, unless its schema has other rules too. */
  readonly element?: Field;
  /** Whether a value is as documented. */
  readonly isExact: (value: unknown) => boolean;
  /** Whether a value has everything that is essential. */
  readonly isUsable: (value: unknown) => boolean;
}

/** A schema without `optional` and `nullable`. */
interface Declared {
  readonly schema: $ZodType;
  readonly optional: boolean;
  readonly nullable: boolean;
}

const trees = new WeakMap<$ZodType, Field>();

/** Returns a schema as a tree of fields, which is created once. */
export function fieldTree(schema: $ZodType): Field {
  const tree = trees.get(schema) ?? build(schema, '');
  trees.set(schema, tree);
  return tree;
}

function build(declared: $ZodType, path: string, above: readonly $ZodType[] = []): Field {
  const unwrapped = unwrap(declared);
  const { schema } = unwrapped;
  const rule = fieldRules.of(schema);
  const field: Field = {
    ...unwrapped,
    path,
    // The root is always essential: without it there is nothing to deliver.
    rule: path === '' ? { ...rule, essential: true } : rule,
    ...childrenOf(schema, path, above),
    isExact: compiled(() => declared),
    isUsable: compiled(() => essentialPart(field) ?? z.unknown()),
  };
  return field;
}

function unwrap(schema: $ZodType): Declared {
  if (schema instanceof $ZodOptional) return { ...unwrap(schema._zod.def.innerType), optional: true };
  if (schema instanceof $ZodNullable) return { ...unwrap(schema._zod.def.innerType), nullable: true };
  return { schema, optional: false, nullable: false };
}

function childrenOf(
  schema: $ZodType,
  path: string,
  above: readonly $ZodType[],
): Pick<Field, 'fields' | 'element'> {
  // A recursive schema is validated by zod as a whole.
  if ((schema._zod.def.checks ?? []).length > 0 || above.includes(schema)) return {};
  const within = [...above, schema];
  if (schema instanceof $ZodArray) return { element: build(schema._zod.def.element, `${path}[]`, within) };
  if (!(schema instanceof $ZodObject)) return {};
  const { catchall, shape } = schema._zod.def;
  if (catchall !== undefined && !(catchall instanceof $ZodUnknown)) return {};
  const pathOf = (key: string): string => (path === '' ? key : `${path}.${key}`);
  return { fields: Object.entries(shape).map(([key, child]) => [key, build(child, pathOf(key), within)]) };
}

/** Returns a check that zod generates when it is first used. */
function compiled(schemaOf: () => $ZodType): (value: unknown) => boolean {
  let schema: $ZodType | undefined;
  return (value) => z.validate((schema ??= z.compile(schemaOf())), value);
}

/**
 * Returns the schema of what is essential in a field; `undefined` if any value matches. A container that is not essential may
 * have any value, but one of the right type still needs its essential fields.
 */
function essentialPart({ rule, fields, element, schema, optional, nullable }: Field): $ZodType | undefined {
  const wrap = (inner: $ZodType): $ZodType => {
    const orNull = nullable ? z.nullable(inner) : inner;
    return optional ? z.optional(orNull) : orNull;
  };
  if (!fields && !element) return rule.essential ? wrap(rule.base ?? schema) : undefined;
  const children = (fields ?? []).flatMap(([key, child]) => {
    const part = essentialPart(child);
    return part ? [[key, part] as const] : [];
  });
  const elements = element && essentialPart(element);
  const own = fields ? z.object(Object.fromEntries(children)) : z.array(elements ?? z.unknown());
  if (rule.essential) return wrap(own);
  if (children.length === 0 && !elements) return undefined;
  const other = fields ? z.array(z.unknown()) : z.object({});
  // `1e999` in JSON is parsed as Infinity, which zod does not accept as a number.
  const scalars = [z.null(), z.string(), z.boolean(), z.number(), z.literal([Infinity, -Infinity])];
  return z.optional(z.union([own, other, ...scalars]));
}
