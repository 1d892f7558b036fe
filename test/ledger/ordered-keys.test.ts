import { expect, test } from 'vitest';

import { OrderedKeys } from '../../src/ledger/ordered-keys.ts';

/** Adds rows of one type: their times, ids and contents. */
function add(keys: OrderedKeys, ...rows: readonly (readonly [time: number, id: string, content: string])[]) {
  return rows.map(([time, id, content]) => keys.add(time, 'paid', id, { content }));
}

test('rows with one key are numbered by their contents, in the order of their first occurrence', () => {
  const keys = new OrderedKeys('asc');

  expect(
    add(keys, [1, 'a', 'x'], [1, 'b', 'x'], [1, 'a', 'y'], [1, 'a', 'x'], [1, 'a', 'z'], [1, 'b', 'y']),
  ).toEqual([0, 0, 1, 0, 2, 1]);
  expect(keys).toMatchObject({ duplicates: 4, different: 3, ordered: true });
});

test('a later time begins at 0, and rows that are out of order have no number', () => {
  const keys = new OrderedKeys('asc');

  expect(add(keys, [1, 'a', 'x'], [1, 'a', 'y'], [2, 'a', 'y'], [1, 'a', 'z'], [1, 'a', 'y'])).toEqual([
    0, 1, 0, 0, 0,
  ]);
  expect(keys.ordered).toBe(false);
});

test('numbers continue from a stored state', () => {
  const keys = new OrderedKeys('asc');
  add(keys, [1, 'a', 'x'], [1, 'a', 'y']);
  const stored = JSON.parse(JSON.stringify(keys)) as ReturnType<OrderedKeys['toJSON']>;

  expect(add(new OrderedKeys('asc', stored), [1, 'a', 'y'], [1, 'a', 'z'])).toEqual([1, 2]);
});
