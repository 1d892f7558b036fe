// @module-tag slow
import { expect, test } from 'vitest';
import * as z from 'zod';
import { $ZodArray, $ZodNullable, $ZodObject, $ZodOptional, $ZodType, toDotPath } from 'zod/v4/core';

import { fieldRules } from '../../../src/client/api/fields.ts';
import type { AnyOperation, SchemaIssue } from '../../../src/client/api/operation.ts';
import { operations } from '../../../src/client/api/operations.ts';
import { validate } from '../../../src/client/validation/validate.ts';
import { documentedResponses } from '../../literals/documented-responses.ts';
import { everyPath, type Path, valueAt, without, withValue } from '../api/json-tools.ts';
import * as fc from '../../support/fast-check.ts';
import { expectOccurrences } from '../../support/occurrences.ts';

/** What a validator should make of a response: by all issues of `safeParse`, and the rule of each one's field. */
class Reference {
  readonly #schema: $ZodType;

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
    return verdictOf('drifts', [...paths]);
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

function receivedVerdict({ output }: AnyOperation, document: unknown): string {
  const result = validate(output, document, 'tolerant');
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
    { weight: 2, arbitrary: fc.constant({ kind: 'gone' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'repeated' as const }) },
    { weight: 4, arbitrary: wrongValue.map((value) => ({ kind: 'value' as const, value })) },
  ),
});

function mutate(document: unknown, { at, change }: Mutation): unknown {
  const places: readonly Path[] = everyPath(document);
  const paths =
    change.kind === 'repeated' ? places.filter((place) => isShortList(valueAt(document, place))) : places;
  const path = paths[at % paths.length];
  if (!path) return document;
  if (change.kind === 'value') return withValue(document, path, change.value);
  if (change.kind === 'gone') return typeof path.at(-1) === 'number' ? document : without(document, path);
  const value = valueAt(document, path);
  // Enough elements that a check is generated for them, and that not all issues are kept.
  return withValue(document, path, Array<unknown>(12).fill(value).flat());
}

function isShortList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.length < 12;
}

/** Responses, each with a few changes to the documented one. */
const sequence = fc.array(fc.array(mutation, { maxLength: 4 }), { minLength: 1, maxLength: 8 });

test.each(documentedResponses)(
  '$operation: verdict, drift and issues are those of all issues of the whole schema',
  ({ operation: name, literal, essential }) => {
    const operation = operations.find((known) => known.name === name);
    if (!(operation?.output instanceof $ZodType)) throw new Error(`no schema of ${name}`);
    const { output } = operation;
    const seen = { rejected: 0, drifting: 0, nested: 0, shortened: 0 };
    fc.assert(
      fc.property(sequence, (responses) => {
        const reference = new Reference(output);
        for (const mutations of responses) {
          const document = mutations.reduce(mutate, literal);
          const verdict = reference.verdict(document);
          expect(receivedVerdict(operation, document)).toBe(verdict);
          const strictly = validate(operation.output, document, 'strict');
          const expected = z.safeParse(output, document).error?.issues ?? [];
          expect(strictly.ok ? [] : strictly.issues.map(({ path }) => path)).toEqual(
            expected.slice(0, 10).map(({ path }) => toDotPath(path)),
          );
          if (verdict.startsWith('fails')) seen.rejected += 1;
          if (/^drifts: ./.test(verdict)) seen.drifting += 1;
          if (/^drifts: .*[.[]/.test(verdict)) seen.nested += 1;
          if (expected.length > 10) seen.shortened += 1;
        }
      }),
      { numRuns: 25 },
    );
    const paths: readonly Path[] = everyPath(literal);
    const isNested = paths.some(({ length }) => length > 1);
    const hasList = paths.some((path) => Array.isArray(valueAt(literal, path)));
    expectOccurrences(seen, {
      drifting: 3,
      // What cannot occur in every response.
      rejected: essential.length > 0 ? 3 : -1,
      nested: isNested ? 3 : -1,
      shortened: hasList ? 3 : -1,
    });
  },
);

test('transactions.list: the rows set aside are those that alone would reject their page', () => {
  const operation = operations.find(({ name }) => name === 'transactions.list');
  const literal = documentedResponses[0]?.literal;
  const [first, second] = (literal as { results: unknown[] }).results;
  if (!operation) throw new Error('no operation');
  const pageOf = (results: readonly unknown[]) => ({ totalCount: 1, results });
  const row = fc
    .tuple(fc.constantFrom(first, second), fc.array(mutation, { maxLength: 3 }))
    .map(([documented, mutations]) => mutations.reduce(mutate, documented));
  const pages = fc.array(fc.array(row, { maxLength: 30 }), { minLength: 1, maxLength: 4 });
  const seen = { long: 0, someInvalid: 0 };
  fc.assert(
    fc.property(pages, fc.constantFrom('tolerant' as const, 'strict' as const), (received, mode) => {
      for (const rows of received) {
        const result = validate(operation.output, pageOf(rows), mode, { setAsideRows: true });
        const alone = rows.map((one) => validate(operation.output, pageOf([one]), mode));
        expect(
          result.ok &&
            result.invalidRows?.map(({ index, issues }) => [index, issues.map(({ path }) => path)]),
        ).toEqual(
          alone.flatMap((one, index) =>
            one.ok ? [] : [[index, one.issues.map(({ path }) => path.replace(/^results\[0\]\.?/, ''))]],
          ),
        );
        if (rows.length > 10) seen.long += 1;
        if (alone.slice(10).some(({ ok }) => !ok) && alone.slice(10).some(({ ok }) => ok))
          seen.someInvalid += 1;
      }
    }),
    { numRuns: 30 },
  );
  expectOccurrences(seen, { long: 20, someInvalid: 15 });
});
