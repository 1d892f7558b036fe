import { expect, test } from 'vitest';

import { findJsonError } from '../../../../src/sandbox/state/seed/json-error.ts';
import * as fc from '../../../support/fast-check.ts';
import { expectOccurrences } from '../../../support/occurrences.ts';

test.each([
  { json: '', line: 1, column: 1, expected: 'a value' },
  { json: '{', line: 1, column: 2, expected: 'a key in double quotes, or }' },
  { json: '{\n  "a": 1,\n}', line: 3, column: 1, expected: 'no comma follows the last field' },
  { json: '{"a" 1}', line: 1, column: 6, expected: 'a colon after the key' },
  { json: '{"a": 1 "b": 2}', line: 1, column: 9, expected: 'a comma or }' },
  { json: '[1, 2,, 3]', line: 1, column: 7, expected: 'a value' },
  { json: '[1 2]', line: 1, column: 4, expected: 'a comma or ]' },
  { json: "{'a': 1}", line: 1, column: 2, expected: 'a key in double quotes, or }' },
  { json: '{"a": tru}', line: 1, column: 7, expected: 'a value' },
  { json: '{"a": 01}', line: 1, column: 7, expected: 'a value' },
  { json: '{\r\n  "a": "b\n"}', line: 2, column: 8, expected: 'a closing double quote on the same line' },
  { json: '// stores\n{}', line: 1, column: 1, expected: 'a value' },
  { json: '{}\n{}', line: 2, column: 1, expected: 'the end of the file' },
  { json: '{"a": [1, 2}', line: 1, column: 12, expected: 'a comma or ]' },
])('the error in $json is at line $line, column $column', ({ json, line, column, expected }) => {
  expect(findJsonError(json)).toMatchObject({ line, column });
  expect(findJsonError(json)?.expected).toContain(expected);
  expect(() => JSON.parse(json) as unknown).toThrow();
});

test.each(['x', '\\n', '\\u00e9'])('millions of %j in a string are read', (character) => {
  const json = `"${character.repeat(3_000_000)}"`;
  expect(findJsonError(json)).toBeUndefined();
  expect(findJsonError(`[${json}`)).toMatchObject({ column: json.length + 2, expected: 'a comma or ]' });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('exactly what JSON.parse rejects has an error', () => {
  const seen = { json: 0, errors: 0, errorsInside: 0 };
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', '[', '\\', 'e', '\n', '0', ':'),
      (json, at, add) => {
        const index = at % (json.length + 1);
        // With a character more, and with one less.
        for (const text of [
          json,
          json.slice(0, index) + add + json.slice(index),
          json.slice(0, index) + json.slice(index + 1),
        ]) {
          expect([text, findJsonError(text) === undefined]).toEqual([text, isJson(text)]);
          if (text !== json && isJson(text)) seen.json += 1;
          if (!isJson(text)) seen.errors += 1;
          if (!isJson(text) && json.length > 20 && index > 0) seen.errorsInside += 1;
        }
      },
    ),
    { numRuns: 2000 },
  );
  expectOccurrences(seen, { json: 600, errors: 1200, errorsInside: 600 });
});
