import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { isNestedTooDeep } from '../../src/transport/nesting.ts';

/** The depth of a JSON value, by its parsed form. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const arrays = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

test.each([
  ['arrays', arrays],
  ['objects', objects],
  ['both', (levels: number) => `[${objects(levels - 1)}]`],
  [
    'arrays with siblings before',
    (levels: number) => `${'[[],'.repeat(levels - 1)}[]${']'.repeat(levels - 1)}`,
  ],
  ['arrays behind many rows', (levels: number) => `[${'{"a":[]},'.repeat(5000)}${arrays(levels - 1)}]`],
  [
    'arrays behind closing brackets in strings',
    (levels: number) => `["${']'.repeat(500)}",${arrays(levels - 1)}]`,
  ],
  ['arrays behind what looks like the end of rows', (levels: number) => `["},\\"a",${arrays(levels - 1)}]`],
  ['objects over lines', (levels: number) => JSON.stringify(JSON.parse(objects(levels)), null, 2)],
])('%s nested 101 levels are too deep, 100 are not', (_, nested) => {
  expect(isNestedTooDeep(nested(100))).toBe(false);
  expect(isNestedTooDeep(nested(101))).toBe(true);
});

test.each([
  ['opening brackets in strings', `["${'['.repeat(500)}"]`],
  ['opening brackets behind an escaped quote', `["\\"${'{'.repeat(500)}"]`],
  ['rows with brackets in their strings', JSON.stringify(Array.from({ length: 5000 }, () => ({ a: '{[' })))],
  ['many arrays beside each other', `[${'[],'.repeat(5000)}[]]`],
])('%s are not nested', (_, text) => {
  expect(isNestedTooDeep(text)).toBe(false);
});

test('the depth that is found is the one of the parsed value', () => {
  const piece = fc.constantFrom('[', ']', '{', '}', ',', '"', '\\', 'a', ':', '},{"a', '"],"');
  const document = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      fc.integer(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join('')),
        tie('value'),
        { maxKeys: 4 },
      ),
    ),
  })).value;
  const wrapped = fc
    .tuple(document, fc.integer({ min: 94, max: 102 }), document)
    .map(([inner, levels, beside]) => {
      let value = inner;
      for (let level = 0; level < levels; level++)
        value = level % 2 === 0 ? [beside, value] : { a: value, b: beside };
      return value;
    });
  fc.assert(
    fc.property(wrapped, fc.boolean(), (value, lines) => {
      expect(isNestedTooDeep(JSON.stringify(value, null, lines ? 1 : 0))).toBe(depthOf(value) > 100);
    }),
    { numRuns: 300 },
  );
});
