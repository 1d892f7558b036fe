import { expect, test } from 'vitest';

import { jsonBytes } from '../../src/sandbox/json.ts';
import * as fc from '../support/fast-check.ts';
import { expectOccurrences } from '../support/occurrences.ts';

function textOf(body: unknown): string {
  return new TextDecoder().decode(jsonBytes(body));
}

test('the bytes of any body are those of JSON.stringify', () => {
  const seen = { escaped: 0, wide: 0, lists: 0, emptyLists: 0 };
  const value = fc.jsonValue({ stringUnit: fc.anyCharacter });
  const lists = fc.dictionary(fc.string({ unit: fc.anyCharacter }), fc.array(value, { maxLength: 4 }), {
    maxKeys: 3,
  });
  fc.assert(
    fc.property(fc.oneof(value, lists), (body) => {
      const json = JSON.stringify(body);
      expect(textOf(body)).toBe(json);
      if (json.includes('\\')) seen.escaped += 1;
      if (/[^\0-\x7f]/.test(json)) seen.wide += 1;
      // Elements of these are serialized one by one.
      const members = Array.isArray(body) ? [] : Object.values(body ?? {});
      if (members.some((member) => Array.isArray(member) && member.length > 1)) seen.lists += 1;
      if (members.some((member) => Array.isArray(member) && member.length === 0)) seen.emptyLists += 1;
    }),
  );
  expectOccurrences(seen, { escaped: 2, wide: 30, lists: 10, emptyLists: 4 });
});

test('undefined members are omitted', () => {
  expect(textOf({ first: undefined, list: [], last: { inner: undefined } })).toBe('{"list":[],"last":{}}');
});

test.each([[[]], [['€']], [[1, { two: 2 }, null]]])(
  'an iterable of the elements %j has the bytes of an array',
  (elements) => {
    expect(textOf({ list: elements.values(), end: true })).toBe(
      JSON.stringify({ list: elements, end: true }),
    );
  },
);

test('a body that is larger than expected has every byte', () => {
  const list = ['short', '€'.repeat(100_000), 'é'.repeat(5000), 'end'];

  expect(textOf({ list })).toBe(JSON.stringify({ list }));
});
