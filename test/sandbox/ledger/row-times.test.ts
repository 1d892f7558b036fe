import { expect, test } from 'vitest';

import { getTransactions } from '../../../src/api/transactions.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { Ledger, RowTimes } from '../../../src/sandbox/ledger/ledger.ts';
import * as fc from '../../support/fast-check.ts';
import { expectOccurrences } from '../../support/occurrences.ts';
import { accepted, at, send } from '../send.ts';

const start = Date.UTC(2026, 2, 1);
const end = Date.UTC(2026, 3, 1);
const shapes = fc.record({
  seed: fc.maxSafeNat(),
  size: fc.oneof(fc.nat({ max: 50 }), fc.nat({ max: 1_000_000_000 })),
  start: fc.constant(start),
  end: fc.oneof(fc.constant(end), fc.integer({ min: start + 1, max: end })),
});

test('the counts of adjacent ranges add up to the size of the ledger', () => {
  const seen = { divided: 0 };
  fc.assert(
    fc.property(shapes, fc.array(fc.integer({ min: start, max: end }), { maxLength: 8 }), (shape, cuts) => {
      const ledger = new Ledger(shape);
      const marks = [start, ...cuts.toSorted((left, right) => left - right), end];
      const counts = marks.slice(1).map((mark, index) => {
        const range = ledger.range(at(marks, index), mark);
        return range.end - range.first;
      });
      expect(counts.reduce((sum, count) => sum + count)).toBe(shape.size);
      if (counts.filter((count) => count > 0).length > 1) seen.divided += 1;
    }),
  );
  expectOccurrences(seen, { divided: 30 });
});

test('firstRowFrom returns the first row at or after a time', () => {
  const seen = { before: 0, within: 0, atRow: 0, after: 0 };
  fc.assert(
    fc.property(
      shapes,
      fc.integer({ min: start - 10, max: end + 10 }),
      fc.boolean(),
      (shape, time, isOfRow) => {
        const times = new RowTimes(shape);
        const moment = isOfRow && shape.size > 0 ? times.timeOf(time % shape.size) : time;
        const first = times.firstRowFrom(moment);
        if (first < shape.size) expect(times.timeOf(first)).toBeGreaterThanOrEqual(moment);
        if (first > 0) expect(times.timeOf(first - 1)).toBeLessThan(moment);
        if (first === 0) seen.before += 1;
        else if (first === shape.size) seen.after += 1;
        else if (times.timeOf(first) === moment) seen.atRow += 1;
        else seen.within += 1;
      },
    ),
  );
  expectOccurrences(seen, { before: 5, within: 5, atRow: 20, after: 5 });
});

test('times rise with rows within the period, also at the largest size', () => {
  const seen = { rises: 0 };
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.nat({ max: 999_999_998 }), (seed, row) => {
      const times = new RowTimes({ seed, size: 1_000_000_000, start, end });
      expect(times.timeOf(row + 1)).toBeGreaterThanOrEqual(times.timeOf(row));
      expect(times.timeOf(row)).toBeGreaterThanOrEqual(start);
      expect(times.timeOf(999_999_999)).toBeLessThan(end);
      if (times.timeOf(row + 1) > times.timeOf(row)) seen.rises += 1;
    }),
  );
  expectOccurrences(seen, { rises: 50 });
});

test('a row of ten million is the same on every page', async () => {
  const period = { start: new Date(start), end: new Date(end) };
  const sandbox = createSandbox({ transactions: 10_000_000, period });
  const ledger = new Ledger({ seed: 1, size: 10_000_000, start, end });
  const seen = { compared: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: start, max: end - 60_000 }),
      fc.integer({ min: 1, max: 60_000 }),
      fc.constantFrom('asc', 'desc'),
      async (from, milliseconds, sortDirection) => {
        const query = new URLSearchParams({
          startDate: new Date(from).toISOString(),
          endDate: new Date(from + milliseconds).toISOString(),
          limit: '500',
          sortDirection,
        });
        const path = `/reporting/financial-data/transactions?${query.toString()}`;
        const { totalCount, results } = accepted(getTransactions, await send(sandbox, 'GET', path));
        const { first, end: last } = ledger.range(from, from + milliseconds);
        expect(totalCount).toBe(last - first);
        expect(results).toHaveLength(totalCount);
        const ascending = sortDirection === 'asc' ? results : results.toReversed();
        ascending.forEach((row, index) => {
          const time = Date.parse(row.timestamp);
          expect(time >= from && time < from + milliseconds).toBe(true);
          const rest = { first: first + index, end: last };
          if (index % 50 !== 0) return;
          expect(ledger.read(rest, 'asc', 1)).toEqual([row]);
          seen.compared += 1;
        });
      },
    ),
    { numRuns: 30 },
  );
  expectOccurrences(seen, { compared: 20 });
});
