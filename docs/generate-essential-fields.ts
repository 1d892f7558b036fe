// Writes docs/essential-fields.md: `node docs/generate-essential-fields.ts`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { $ZodNumberFormat, $ZodType } from 'zod/v4/core';

import { type Field, fieldTree } from '../src/contract/validation/field-tree.ts';
import { operations } from '../src/contract/operations.ts';

const intro = `---
title: Essential fields
---

# Essential fields

With \`responseValidation: 'tolerant'\`, the default, a response is rejected with a \`ResponseValidationError\` only if
one of these fields does not match. Every other field, objects and lists included, may be missing, null or of another
type: the response is then delivered as received, and the field is reported once as schema drift (\`onDrift\`): a
difference between a response and the documented schema. With \`'strict'\`, every documented field is essential.

A field of an object or list that is not itself essential is required only if that object or list is present.
Undocumented fields are always delivered. The tables are generated from the schemas.
`;

const columns = ['Field', 'Must be', 'Required'];

/** Returns the content of `docs/essential-fields.md`. */
export function essentialFieldsDocument(): string {
  const byOutput = new Map<$ZodType, string[]>();
  for (const { output, name } of operations) {
    if (!(output instanceof $ZodType)) throw new Error(`${name} has no zod schema`);
    byOutput.set(output, [...(byOutput.get(output) ?? []), name]);
  }
  const shapes = [...byOutput].map(([output, names]) => shapeOf(fieldTree(output), names));
  return [intro, ...shapes].join('\n');
}

function shapeOf(root: Field, names: readonly string[]): string {
  const methods = names.map((name) => `\`client.${name}\``);
  const rows = essentialRows(root, undefined);
  const table =
    rows.length === 0
      ? ['The response must be an object; none of its fields is essential.']
      : [row(columns), row(columns.map(() => '---')), ...rows.map(row)];
  return [`## ${methods.join(', ')}`, '', ...table, ''].join('\n');
}

/** The rows of a field's essential fields, below `optional`, the nearest container that may be missing. */
function essentialRows(field: Field, optional: string | undefined): string[][] {
  if (field.kind === 'leaf') return [];
  const children = field.kind === 'array' ? [field.element] : field.fields.map(([, child]) => child);
  return children.flatMap((child) => {
    const essential = child.rule.essential === true;
    const own = essential ? [[`\`${child.path}\``, mustBe(child), requirement(child, optional)]] : [];
    return [...own, ...essentialRows(child, essential ? optional : child.path)];
  });
}

function requirement({ optional, path }: Field, container: string | undefined): string {
  if (optional) return 'no';
  if (path.endsWith('[]')) return 'each element';
  return container === undefined ? 'yes' : `if \`${container}\` is present`;
}

function mustBe(field: Field): string {
  const type = typeOf(field);
  return field.nullable ? `${type} or null` : type;
}

function typeOf({ kind, schema, rule }: Field): string {
  if (kind !== 'leaf') return kind === 'array' ? 'an array' : 'an object';
  if (schema instanceof $ZodNumberFormat) return 'an integer within ±(2<sup>53</sup> − 1)';
  const { type } = (rule.base ?? schema)._zod.def;
  if (type === 'string') return rule.base ? 'a string; another value or format is schema drift' : 'a string';
  if (type === 'number') return 'a finite number';
  throw new Error(`no words for an essential ${type}`);
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(import.meta.dirname, 'essential-fields.md'), essentialFieldsDocument());
}
