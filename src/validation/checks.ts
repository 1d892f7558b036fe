import * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';

import type { Field } from './field-tree.ts';

/** The fields that are relaxed. */
export type Relaxed = Pick<ReadonlySet<Field>, 'has' | 'size'>;

interface Check {
  readonly run: (value: unknown) => boolean;
  /** Number of relaxed fields when the check was generated. */
  readonly size: number;
}

/**
 * Checks whether values match a schema in which some fields are relaxed, with code that zod generates.
 *
 * A relaxed field without children may have any value; an essential one must match the `base` of its rule. A relaxed
 * container may have any value too, but if it has the right type its fields are still checked, so that essential fields
 * stay essential. An essential container stays required.
 */
export class Checks {
  readonly #relaxed: Relaxed;
  readonly #checks = new WeakMap<Field, Check>();

  constructor(relaxed: Relaxed) {
    this.#relaxed = relaxed;
  }

  /** Whether a value matches; generates a check first if there is none, or one for fewer relaxed fields. */
  matches(field: Field, value: unknown): boolean {
    const known = this.#checks.get(field);
    if (known?.run(value)) return true;
    const { size } = this.#relaxed;
    if (known?.size === size) return false;
    const schema = z.compile(relaxedSchema(field, this.#relaxed) ?? z.unknown());
    const run = (value: unknown): boolean => z.validate(schema, value);
    this.#checks.set(field, { run, size });
    return run(value);
  }
}

/** Returns the schema of a field with relaxed fields inside; `undefined` if any value matches. */
function relaxedSchema(field: Field, relaxed: Relaxed): $ZodType | undefined {
  const { rule, fields, element, schema } = field;
  const isRelaxed = relaxed.has(field);
  if (!fields && !element) {
    if (!isRelaxed) return wrap(field, rule.compilable ?? schema);
    return rule.essential ? wrap(field, rule.base ?? schema) : undefined;
  }
  const children = (fields ?? []).flatMap(([key, child]) => {
    const childSchema = relaxedSchema(child, relaxed);
    return childSchema ? [[key, childSchema] as const] : [];
  });
  const elements = element && relaxedSchema(element, relaxed);
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
