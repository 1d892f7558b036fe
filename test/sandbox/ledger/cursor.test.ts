import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readCursor, writeCursor } from '../../../src/sandbox/ledger/cursor.ts';

const scope = { seed: 1, size: 1000, start: 5, end: 9, sortDirection: 'asc', limit: 10 };

test('a cursor says where it was written, and is safe in a query', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000_000 }), (rows) => {
      const cursor = writeCursor(scope, rows);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(readCursor(scope, cursor)).toBe(rows);
    }),
  );
});

test('text that is not a cursor of the query reads as none', () => {
  const forged = Buffer.from('20.00000000').toString('base64url');
  const unnumbered = writeCursor(scope, Number.NaN);
  for (const text of ['', 'x', forged, unnumbered, writeCursor({ ...scope, limit: 11 }, 20)]) {
    expect(readCursor(scope, text)).toBeUndefined();
  }
});
