import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { $ZodArray, $ZodNullable, $ZodObject, $ZodOptional, $ZodType, toDotPath } from 'zod/v4/core';

import { fieldRules } from '../../src/contract/fields.ts';
import type { AnyOperation, SchemaIssue } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { ResponseValidator } from '../../src/validation/response-validator.ts';
import { documentedResponses } from '../literals/documented-responses.ts';
import { everyPath, type Path, valueAt, without, withValue } from '../contract/json-tools.ts';

/** What a validator should make of a response: by all issues of `safeParse`, and the rule of each one's field. */
class Reference {
  readonly #schema: $ZodType;
  readonly #reported = new Set<string>();

  constructor(schema: $ZodType) {
    this.#schema = schema;
  }

  verdict(document: unknown): string {
    const issues: readonly SchemaIssue[] = z.safeParse(this.#schema, document).error?.issues ?? [];
    const essential = issues.filter((issue) => this.#isEssential(document, issue));
    if (essential.length > 0)
      return verdictOf(
        'fails',
        essential.slice(0, 10).map(({ path }) => toDotPath(path)),
      );
    const paths = new Set(issues.map(({ path }) => toDotPath(path).replaceAll(/\[\d+\]/g, '[]')));
    const news = [...paths].filter((path) => !this.#reported.has(path));
    for (const path of news) this.#reported.add(path);
    return verdictOf('drifts', news);
  }

  #isEssential(document: unknown, { path }: SchemaIssue): boolean {
    if (path.length === 0) return true;
    const field = path.reduce<$ZodType>((parent, key) => childOf(parent, key), bare(this.#schema));
    const { essential = false, base } = fieldRules.of(field);
    const value = valueAt(
      document,
      path.map((key) => (typeof key === 'number' ? key : String(key))),
    );
    return essential && !(base && base.safeParse(value).success);
  }
}

function bare(schema: $ZodType): $ZodType {
  const wrapped = schema instanceof $ZodOptional || schema instanceof $ZodNullable;
  return wrapped ? bare(schema._zod.def.innerType) : schema;
}

function childOf(parent: $ZodType, key: PropertyKey): $ZodType {
  if (parent instanceof $ZodArray) return bare(parent._zod.def.element);
  const child = parent instanceof $ZodObject ? parent._zod.def.shape[String(key)] : undefined;
  if (!child) throw new Error(`no field ${String(key)}`);
  return bare(child);
}

function verdictOf(kind: string, paths: readonly string[]): string {
  return `${kind}: ${paths.join(', ')}`;
}

function verdictOfValidator(
  validator: ResponseValidator,
  operation: AnyOperation,
  document: unknown,
): string {
  const result = validator.validate(operation, document, 'tolerant');
  if (!result.ok)
    return verdictOf(
      'fails',
      result.issues.map(({ path }) => path),
    );
  expect(result.value).toBe(document);
  return verdictOf(
    'drifts',
    result.drift.map(({ path }) => path),
  );
}

const wrongValue = fc.constantFrom(null, 'x', '', '9.99', 7, 9.5, -1, true, {}, [], [null], [{}], Infinity);

interface Mutation {
  readonly at: number;
  /** What is to be done there: gone, twelve times the element, or another value. */
  readonly change:
    { readonly kind: 'gone' | 'repeated' } | { readonly kind: 'value'; readonly value: unknown };
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(),
  change: fc.oneof(
    fc.constant({ kind: 'gone' as const }),
    fc.constant({ kind: 'repeated' as const }),
    wrongValue.map((value) => ({ kind: 'value' as const, value })),
  ),
});

function mutate(document: unknown, { at, change }: Mutation): unknown {
  const paths: readonly Path[] = everyPath(document);
  const path = paths[at % paths.length];
  if (!path) return document;
  if (change.kind === 'value') return withValue(document, path, change.value);
  if (change.kind === 'gone') return typeof path.at(-1) === 'number' ? document : without(document, path);
  const value = valueAt(document, path);
  // Enough elements that a check is generated for them, and that not all issues are kept.
  return Array.isArray(value) ? withValue(document, path, Array<unknown[]>(12).fill(value).flat()) : document;
}

/** Responses that one client receives one after the other, each with a few changes to the documented one. */
const sequence = fc.array(fc.array(mutation, { maxLength: 6 }), { minLength: 1, maxLength: 8 });

test.each(documentedResponses)(
  '$operation: verdict, drift and issues are those of all issues of the whole schema',
  ({ operation: name, literal }) => {
    const operation = operations.find((known) => known.name === name);
    if (!(operation?.output instanceof $ZodType)) throw new Error(`no schema of ${name}`);
    const { output } = operation;
    fc.assert(
      fc.property(sequence, (responses) => {
        const validator = new ResponseValidator();
        const reference = new Reference(output);
        for (const mutations of responses) {
          const document = mutations.reduce(mutate, literal);
          expect(verdictOfValidator(validator, operation, document)).toBe(reference.verdict(document));
          const strictly = validator.validate(operation, document, 'strict');
          const expected = z.safeParse(output, document).error?.issues ?? [];
          expect(strictly.ok ? [] : strictly.issues.map(({ path }) => path)).toEqual(
            expected.slice(0, 10).map(({ path }) => toDotPath(path)),
          );
        }
      }),
      { numRuns: 60 },
    );
  },
);

test('transactions.getPage: the rows set aside are those that alone would reject their page', () => {
  const operation = operations.find(({ name }) => name === 'transactions.getPage');
  const literal = documentedResponses[0]?.literal;
  const [first, second] = (literal as { results: unknown[] }).results;
  if (!operation) throw new Error('no operation');
  const pageOf = (results: readonly unknown[]) => ({ totalCount: 1, results });
  const row = fc
    .tuple(fc.constantFrom(first, second), fc.array(mutation, { maxLength: 3 }))
    .map(([documented, mutations]) => mutations.reduce(mutate, documented));
  const pages = fc.array(fc.array(row, { maxLength: 30 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(pages, fc.constantFrom('tolerant' as const, 'strict' as const), (received, mode) => {
      const validator = new ResponseValidator();
      for (const rows of received) {
        const result = validator.validate(operation, pageOf(rows), mode, { setAsideRows: true });
        const alone = rows.map((one) => new ResponseValidator().validate(operation, pageOf([one]), mode));
        expect(
          result.ok &&
            result.invalidRows?.map(({ index, issues }) => [index, issues.map(({ path }) => path)]),
        ).toEqual(
          alone.flatMap((one, index) =>
            one.ok ? [] : [[index, one.issues.map(({ path }) => path.replace(/^results\[0\]\.?/, ''))]],
          ),
        );
      }
    }),
    { numRuns: 100 },
  );
});
