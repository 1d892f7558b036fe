import { expect, test } from 'vitest';

import { byteLength, concat } from '../../../src/client/runtime/runtime.ts';

test.each([
  ['', 0],
  ['a', 1],
  ['é', 2],
  ['€', 3],
  ['😀', 4],
  ['a half pair \ud83d', 15],
])('the length of %j in UTF-8 is %i bytes', (text, bytes) => {
  expect(byteLength(text)).toBe(bytes);
});

test('chunks are joined in order, also those that are a part of a larger buffer', () => {
  const whole = Uint8Array.of(9, 1, 2, 9);

  expect(concat([whole.subarray(1, 3), new Uint8Array(), Uint8Array.of(3)], 3)).toEqual(
    Uint8Array.of(1, 2, 3),
  );
});
