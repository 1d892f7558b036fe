import fc from 'fast-check';
import { expect, test } from 'vitest';

import { jsonBytes } from '../../src/sandbox/json-bytes.ts';

function written(body: unknown): unknown {
  return JSON.parse(new TextDecoder().decode(jsonBytes(body)));
}

test('what is written is the JSON of the body, whatever it holds', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      expect(written(body)).toEqual(JSON.parse(JSON.stringify(body)));
    }),
  );
});

test('members that are undefined are left out', () => {
  expect(written({ first: undefined, list: [], last: { inner: undefined } })).toEqual({ list: [], last: {} });
});
