import { expect, test } from 'vitest';

import { createIds, randomStream, scale } from '../../src/sandbox/random.ts';
import * as fc from '../support/fast-check.ts';
import { expectOccurrences } from '../support/occurrences.ts';

test('a stream has a different number for each index', () => {
  const stream = randomStream(7, 'ids');
  const numbers = new Set(Array.from({ length: 200_000 }, (_, index) => stream(index)));
  expect(numbers.size).toBe(200_000);
});

test('a stream depends on its seed and its name, and is evenly distributed', () => {
  const seen = { large: 0 };
  fc.assert(
    fc.property(fc.maxSafeNat(), (seed) => {
      const first = (name: string, ofSeed = seed): number[] =>
        Array.from({ length: 4 }, (_, index) => randomStream(ofSeed, name)(index));
      expect(first('a')).toEqual(first('a'));
      expect(first('a')).not.toEqual(first('b'));
      expect(first('a')).not.toEqual(first('a', seed === 0 ? 1 : seed - 1));
      // As would those be that differ only beyond 32 bits.
      expect(first('a')).not.toEqual(first('a', (seed + 2 ** 32) % 2 ** 53));
      if (seed > 2 ** 32) seen.large += 1;
    }),
  );
  expectOccurrences(seen, { large: 40 });
  const stream = randomStream(1, 'spread');
  const counts = new Array<number>(10).fill(0);
  for (let index = 0; index < 10_000; index++) {
    const bucket = scale(stream(index), 10);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  // A thousand each, within five standard deviations.
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test('ids are unique, and the same for the same seed', () => {
  const idOf = createIds(1);
  const ids = Array.from({ length: 1000 }, (_, number) => idOf('x-', number));
  expect(new Set(ids).size).toBe(1000);
  expect(ids[0]).toMatch(/^x-[0-9a-f]{16}$/);
  expect(createIds(1)('x-', 0)).toBe(ids[0]);
  expect(createIds(2)('x-', 0)).not.toBe(ids[0]);
});
