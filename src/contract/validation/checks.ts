import * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';

import type { Field } from './field-tree.ts';

/** Whether a field is relaxed; see {@link Checks}. */
export type IsRelaxed = (field: Field) => boolean;

/** Number of misses before a check is generated: visiting a few values is faster. */
const maxMisses = 8;

interface Check {
  run: ((value: unknown) => boolean) | undefined;
  /** Number of relaxed fields when the check was generated. */
  relaxed: number;
  /** Number of matching values that did not pass the check, since it was missing or outdated. */
  misses: number;
}

/**
 * Checks whether values match a schema in which some fields are relaxed, with code that zod generates.
 *
 * A relaxed leaf may have any value; an essential one must match the `base` of its rule. A relaxed container may have
 * any value too, but if it has the right type its fields are still checked, so that essential fields stay essential. An
 * essential container stays required.
 */
export class Checks {
  readonly #isRelaxed: IsRelaxed;
  readonly #countRelaxed: () => number;
  readonly #checks = new WeakMap<Field, Check>();

  constructor(isRelaxed: IsRelaxed, countRelaxed: () => number = () => 0) {
    this.#isRelaxed = isRelaxed;
    this.#countRelaxed = countRelaxed;
  }

  /** Whether a value matches; generates a check first if necessary. */
  passes(field: Field, value: unknown): boolean {
    const check = this.#checkOf(field);
    if (check.run?.(value)) return true;
    if (check.run && check.relaxed === this.#countRelaxed()) return false;
    return this.#generate(field, check)(value);
  }

  /** Whether a value is known to match; `false` if no current check exists yet. */
  isKnownToPass(field: Field, value: unknown): boolean {
    return this.#checks.get(field)?.run?.(value) ?? false;
  }

  /** Records that a value matches although it did not pass; a new check is generated after several of them. */
  recordMatch(field: Field): void {
    const check = this.#checkOf(field);
    if (check.run && check.relaxed === this.#countRelaxed()) return;
    if (++check.misses >= maxMisses) this.#generate(field, check);
  }

  #checkOf(field: Field): Check {
    const known = this.#checks.get(field);
    if (known) return known;
    const check = { run: undefined, relaxed: -1, misses: 0 };
    this.#checks.set(field, check);
    return check;
  }

  #generate(field: Field, check: Check): (value: unknown) => boolean {
    const schema = z.compile(relaxedSchema(field, this.#isRelaxed) ?? z.unknown());
    const run = (value: unknown): boolean => z.validate(schema, value);
    check.run = run;
    check.relaxed = this.#countRelaxed();
    check.misses = 0;
    return run;
  }
}

/** Returns the schema of a field with relaxed fields inside; `undefined` if any value matches. */
function relaxedSchema(field: Field, isRelaxed: IsRelaxed): $ZodType | undefined {
  const relaxed = isRelaxed(field);
  const { rule } = field;
  if (field.kind === 'leaf') {
    if (!relaxed) return wrap(field, rule.compilable ?? field.schema);
    return rule.essential ? wrap(field, rule.base ?? field.schema) : undefined;
  }
  if (field.extra && !relaxed) return wrap(field, field.schema);
  const own = field.kind === 'object' ? objectSchema(field, isRelaxed) : arraySchema(field, isRelaxed);
  if (!relaxed || rule.essential) return wrap(field, own ?? field.empty);
  return own && z.optional(z.union([own, ...othersThan(field.kind)]));
}

function objectSchema(
  { fields }: Extract<Field, { kind: 'object' }>,
  isRelaxed: IsRelaxed,
): $ZodType | undefined {
  const shape: Record<string, $ZodType> = {};
  for (const [key, child] of fields) {
    const schema = relaxedSchema(child, isRelaxed);
    if (schema) shape[key] = schema;
  }
  return Object.keys(shape).length === 0 ? undefined : z.object(shape);
}

function arraySchema(
  { element }: Extract<Field, { kind: 'array' }>,
  isRelaxed: IsRelaxed,
): $ZodType | undefined {
  const schema = relaxedSchema(element, isRelaxed);
  return schema && z.array(schema);
}

function wrap({ optional, nullable }: Field, schema: $ZodType): $ZodType {
  const inner = nullable ? z.nullable(schema) : schema;
  return optional ? z.optional(inner) : inner;
}

/** Returns schemas for all JSON values except objects or except arrays. */
function othersThan(kind: 'object' | 'array'): $ZodType[] {
  const container = kind === 'object' ? z.array(z.unknown()) : z.object({});
  // `1e999` in JSON is parsed as Infinity, which zod does not accept as a number.
  const numbers = [z.number(), z.literal([Infinity, -Infinity])];
  return [z.null(), z.string(), z.boolean(), ...numbers, container];
}
