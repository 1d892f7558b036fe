import * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';

import type { Field } from './field-tree.ts';

/** Which fields count as relaxed; see {@link Checks}. */
export type IsRelaxed = (field: Field) => boolean;

/** Values looked at in vain before a check is generated for them: a few are walked faster. */
const patience = 8;

interface Check {
  run: ((value: unknown) => boolean) | undefined;
  /** How many fields were relaxed when it was generated. */
  relaxed: number;
  /** Values that it did not pass, and that were all right. */
  vain: number;
}

/**
 * Whether values match a schema in which some fields are relaxed, by code that zod generates.
 *
 * A relaxed leaf may be anything, an essential one what its rule asks at least. A relaxed container may be anything
 * too, but where it is a container its fields are checked as before, so that essential ones stay essential; one that is
 * essential itself stays required.
 */
export class Checks {
  readonly #isRelaxed: IsRelaxed;
  readonly #countRelaxed: () => number;
  readonly #checks = new WeakMap<Field, Check>();

  constructor(isRelaxed: IsRelaxed, countRelaxed: () => number = () => 0) {
    this.#isRelaxed = isRelaxed;
    this.#countRelaxed = countRelaxed;
  }

  /** Whether a value matches, by a check that is generated first if need be. */
  passes(field: Field, value: unknown): boolean {
    const check = this.#checkOf(field);
    if (check.run?.(value)) return true;
    if (check.run && check.relaxed === this.#countRelaxed()) return false;
    return this.#generate(field, check)(value);
  }

  /** Whether a value is known to match: `false` says nothing where no current check has been generated yet. */
  mayPass(field: Field, value: unknown): boolean {
    return this.#checks.get(field)?.run?.(value) ?? false;
  }

  /** Notes that a value which did not pass was all right; if that goes on, a new check is generated. */
  wasAllRight(field: Field): void {
    const check = this.#checkOf(field);
    if (check.run && check.relaxed === this.#countRelaxed()) return;
    if (++check.vain >= patience) this.#generate(field, check);
  }

  #checkOf(field: Field): Check {
    const known = this.#checks.get(field);
    if (known) return known;
    const check = { run: undefined, relaxed: -1, vain: 0 };
    this.#checks.set(field, check);
    return check;
  }

  #generate(field: Field, check: Check): (value: unknown) => boolean {
    const schema = z.compile(relaxedSchema(field, this.#isRelaxed) ?? z.unknown());
    const run = (value: unknown): boolean => z.validate(schema, value);
    check.run = run;
    check.relaxed = this.#countRelaxed();
    check.vain = 0;
    return run;
  }
}

/** The schema of a field with what is relaxed below it; `undefined` where any value will do. */
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

/** All JSON values but objects, or but arrays. */
function othersThan(kind: 'object' | 'array'): $ZodType[] {
  const container = kind === 'object' ? z.array(z.unknown()) : z.object({});
  // `1e999` in JSON is Infinity, which zod does not count as a number.
  const numbers = [z.number(), z.literal([Infinity, -Infinity])];
  return [z.null(), z.string(), z.boolean(), ...numbers, container];
}
