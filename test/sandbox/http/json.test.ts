import fc from 'fast-check';
import { expect, test } from 'vitest';

import { jsonBytes } from '../../../src/sandbox/http/json.ts';

function roundTrip(body: unknown): unknown {
  return JSON.parse(new TextDecoder().decode(jsonBytes(body)));
}

test('any body is serialized to its JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      expect(roundTrip(body)).toEqual(JSON.parse(JSON.stringify(body)));
    }),
  );
});

test('undefined members are omitted', () => {
  expect(roundTrip({ first: undefined, list: [], last: { inner: undefined } })).toEqual({
    list: [],
    last: {},
  });
});
