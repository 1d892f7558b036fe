import { expect, test } from 'vitest';

import { mergeRanges } from '../../../src/postgres/plan/merge-ranges.ts';

const range = (start: number, end: number) => ({
  startDate: `2026-10-${String(start).padStart(2, '0')}T00:00:00.000Z`,
  endDate: `2026-10-${String(end).padStart(2, '0')}T00:00:00.000Z`,
});

test.each([
  ['none', [], []],
  ['separate ranges', [range(5, 6), range(1, 2)], [range(1, 2), range(5, 6)]],
  ['adjoining ranges', [range(1, 3), range(3, 5)], [range(1, 5)]],
  ['overlapping ranges', [range(2, 6), range(1, 3)], [range(1, 6)]],
  ['a range within another', [range(1, 9), range(3, 4), range(8, 9)], [range(1, 9)]],
  ['the same range twice', [range(1, 2), range(1, 2)], [range(1, 2)]],
])('the union of %s', (_, ranges, union) => {
  expect(mergeRanges(ranges)).toEqual(union);
});
