import { expect, test } from 'vitest';

import { readCursor, writeCursor } from '../../../src/sandbox/ledger/book.ts';
import * as fc from '../../support/fast-check.ts';
import { expectOccurrences } from '../../support/occurrences.ts';

const ledger = { seed: 1, size: 1000, start: 0, end: 100 };
const scope = { ledger, start: 5, end: 9, sortDirection: 'asc', limit: 10 };

const positions = fc.record({
  time: fc.integer({ min: -8.64e15, max: 8.64e15 }),
  recorded: fc.boolean(),
  number: fc.nat({ max: 1_000_000_000 }),
});

test('a cursor encodes its position, and is safe in a query', () => {
  const seen = { negative: 0, recorded: 0 };
  fc.assert(
    fc.property(positions, (position) => {
      const cursor = writeCursor(scope, position);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(readCursor(scope, cursor)).toEqual(position);
      if (position.time < 0) seen.negative += 1;
      if (position.recorded) seen.recorded += 1;
    }),
  );
  expectOccurrences(seen, { negative: 25, recorded: 25 });
});

test('a string that is not a cursor of the query is read as undefined', () => {
  const position = { time: 7, recorded: false, number: 20 };
  const forged = Buffer.from('7.0.20.00000000').toString('base64url');
  const unnumbered = writeCursor(scope, { ...position, number: Number.NaN });
  for (const cursor of ['', 'x', forged, unnumbered]) {
    expect(readCursor(scope, cursor)).toBeUndefined();
  }
});

test.each([
  { start: 6 },
  { end: 10 },
  { sortDirection: 'desc' },
  { limit: 11 },
  { ledger: { ...ledger, seed: 2 } },
  { ledger: { ...ledger, size: 1001 } },
  { ledger: { ...ledger, start: 1 } },
  { ledger: { ...ledger, end: 101 } },
])('a cursor of a scope with another %j is read as undefined', (change) => {
  const position = { time: 7, recorded: false, number: 20 };
  expect(readCursor(scope, writeCursor({ ...scope, ...change }, position))).toBeUndefined();
});
