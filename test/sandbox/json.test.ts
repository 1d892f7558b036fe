import { expect, test } from 'vitest';

import { jsonBytes } from '../../src/sandbox/json.ts';
import * as fc from '../support/fast-check.ts';
import { expectOccurrences } from '../support/occurrences.ts';

function roundTrip(body: unknown): unknown {
  return JSON.parse(new TextDecoder().decode(jsonBytes(body)));
}

test('any body is serialized to its JSON', () => {
  const seen = { escaped: 0, wide: 0, lists: 0, emptyLists: 0 };
  const value = fc.jsonValue({ stringUnit: 'binary' });
  const lists = fc.dictionary(fc.string({ unit: 'binary' }), fc.array(value, { maxLength: 4 }), {
    maxKeys: 3,
  });
  fc.assert(
    fc.property(fc.oneof(value, lists), (body) => {
      const json = JSON.stringify(body);
      expect(roundTrip(body)).toEqual(JSON.parse(json));
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
  expect(roundTrip({ first: undefined, list: [], last: { inner: undefined } })).toEqual({
    list: [],
    last: {},
  });
});
