// The tables of the data dictionary: a row for each field of a shape, and of the objects in it that have no page.
import * as z from 'zod';

import { type FieldRule, fieldRules } from '../../../src/client/api/fields.ts';
import { typeDocs } from '../openapi/docstrings.ts';
import { exampleOf, typeOf, unitOf, unwrap } from './fields.ts';
import { firstOf, type Shape, valueAt } from './shapes.ts';

/** The object that fields are in. */
interface Container {
  /** The name of its type. */
  readonly type: string;
  readonly schema: z.core.$ZodObject;
  /** What the paths of its fields begin with. */
  readonly prefix: string;
  readonly example: unknown;
  /** The path of the nearest object or list around its fields that may be missing. */
  readonly optional?: string;
}

/** Returns the table of a shape; `pages` are the files of all shapes by name. */
export function tableOf(shape: Shape, pages: ReadonlyMap<string, string>): string {
  return new Table(shape, pages).text();
}

/** Whether the client or the publisher sends it: unknown fields are rejected. */
export function isSent({ schema }: Shape): boolean {
  return schema.def.catchall instanceof z.ZodNever;
}

class Table {
  readonly #shape: Shape;
  readonly #pages: ReadonlyMap<string, string>;
  readonly #isSent: boolean;

  constructor(shape: Shape, pages: ReadonlyMap<string, string>) {
    this.#shape = shape;
    this.#pages = pages;
    this.#isSent = isSent(shape);
  }

  text(): string {
    const { name, schema, example } = this.#shape;
    const need = this.#isSent ? 'Required' : 'Essential';
    const heads = ['Field', 'Type', 'Unit or format', need, 'Example', 'Description'];
    const rows = this.#rowsOf({ type: name, schema, prefix: '', example });
    const lines = [heads, heads.map(() => '---'), ...rows];
    return lines
      .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
      .join('');
  }

  #rowsOf(container: Container): string[][] {
    return Object.entries(container.schema._zod.def.shape).flatMap(([key, declared]) => {
      const doc = typeDocs[container.type]?.fields[key];
      if (!doc) throw new Error(`${container.type}.${key} has no docstring: write a docstring`);
      const { schema, optional, nullable } = unwrap(declared);
      const path = `${container.prefix}${key}`;
      const rule = fieldRules.of(schema);
      const given = valueAt(container.example, key);
      const own = [
        `\`${path}\``,
        `${typeOf(schema, doc)}${this.#linkTo(doc.type)}`,
        unitOf(doc),
        this.#isSent
          ? requirement(optional, container.optional)
          : essentialOf(rule, optional, container.optional),
        exampleOf(key, schema, given),
        [
          doc.description,
          ...(doc.defaultValue === undefined ? [] : [`Default: ${doc.defaultValue}.`]),
          ...(doc.deprecated ? ['Deprecated.'] : []),
          ...this.#absenceOf(schema, rule, { optional, nullable }),
          sectionOf(container.type),
        ].join(' '),
      ];
      const isOptional = this.#isSent ? optional : !rule.essential;
      const around = isOptional ? path : container.optional;
      return [
        own,
        ...this.#below({ schema, path, type: doc.type, example: firstOf(given), optional: around }),
      ];
    });
  }

  /** The rows of what a field contains. */
  #below(field: {
    readonly schema: z.core.$ZodType;
    readonly path: string;
    readonly type: string | undefined;
    readonly example: unknown;
    readonly optional: string | undefined;
  }): string[][] {
    const { schema, path, type, example } = field;
    const isList = schema instanceof z.core.$ZodArray;
    const object = isList ? unwrap(schema._zod.def.element).schema : schema;
    if (!(object instanceof z.core.$ZodObject) || type === undefined) return [];
    const inner = isList ? `${path}[]` : path;
    const isEssential = fieldRules.of(object).essential === true;
    const element = [
      `\`${inner}\``,
      `object${this.#linkTo(type)}`,
      '',
      isEssential ? 'each element' : '',
      '',
      `${(typeDocs[type]?.description ?? '').replace(/ \(§[^)]+\)/, '')} ${sectionOf(type)}`,
    ];
    const own = isList && !this.#isSent ? [element] : [];
    if (this.#pages.has(type)) return own;
    // An element that may be of another type is like a field that may be missing.
    const optional = isList && !this.#isSent && !isEssential ? inner : field.optional;
    const child = {
      type,
      schema: object,
      prefix: `${inner}.`,
      example,
      ...(optional !== undefined && { optional }),
    };
    return [...own, ...this.#rowsOf(child)];
  }

  #linkTo(type: string | undefined): string {
    const page = type === undefined ? undefined : this.#pages.get(type);
    return page === undefined ? '' : `: [\`${type ?? ''}\`](${page})`;
  }

  /** A sentence about what a field may be, by its type, instead of having a value. */
  #absenceOf(
    schema: z.core.$ZodType,
    { essential }: FieldRule,
    { optional, nullable }: { readonly optional: boolean; readonly nullable: boolean },
  ): readonly string[] {
    const isContainer = schema instanceof z.core.$ZodObject || schema instanceof z.core.$ZodArray;
    // `mayBeMissing` changes only the types of these: they are delivered without them.
    const isWidened = this.#shape.kind === 'Callbacks' || (this.#shape.kind === 'Responses' && isContainer);
    const mayBeMissing = isWidened && !this.#isSent && essential !== true;
    const words = [
      ...(nullable || mayBeMissing ? ['null'] : []),
      ...((optional && !this.#isSent) || mayBeMissing ? ['missing'] : []),
    ];
    return words.length === 0 ? [] : [`May be ${words.join(' or ')}.`];
  }
}

function requirement(isOptional: boolean, container: string | undefined): string {
  return isOptional ? '' : present('yes', container);
}

function essentialOf(
  { essential, base }: FieldRule,
  isOptional: boolean,
  container: string | undefined,
): string {
  if (!essential) return '';
  return isOptional
    ? 'if present'
    : present(base instanceof z.core.$ZodString ? 'yes, as a string' : 'yes', container);
}

function present(words: string, container: string | undefined): string {
  return container === undefined ? words : `if \`${container}\` is present`;
}

/** The section of the specification that a type's docstring names. */
function sectionOf(type: string): string {
  return /\((§[^)]+)\)/.exec(typeDocs[type]?.description ?? '')?.[1] ?? '';
}
