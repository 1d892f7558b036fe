import { expect, test } from 'vitest';

import { isNestedTooDeep } from '../../src/transport/nesting.ts';
import * as fc from '../support/fast-check.ts';
import { expectOccurrences } from '../support/occurrences.ts';

/** The depth of a JSON value, by its parsed form. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** The depth of a JSON text for a reader that takes brackets in strings for those of lists and objects. */
function depthWithStrings(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if ('[{'.includes(character)) deepest = Math.max(deepest, ++depth);
    if (']}'.includes(character)) depth -= 1;
  }
  return deepest;
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
  const seen = { fine: 0, last: 0, first: 0, tooDeep: 0, brackets: 0 };
  fc.assert(
    fc.property(wrapped, fc.boolean(), (value, lines) => {
      const text = JSON.stringify(value, null, lines ? 1 : 0);
      const depth = depthOf(value);
      expect(isNestedTooDeep(text)).toBe(depth > 100);
      if (depth === 100) seen.last += 1;
      else if (depth === 101) seen.first += 1;
      else if (depth < 100) seen.fine += 1;
      else seen.tooDeep += 1;
      if (depthWithStrings(text) > 100 !== depth > 100) seen.brackets += 1;
    }),
    { numRuns: 300 },
  );
  expectOccurrences(seen, { fine: 70, last: 15, first: 15, tooDeep: 40, brackets: 40 });
});
