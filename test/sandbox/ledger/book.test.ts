import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Transaction } from '../../../src/contract/transactions.ts';
import { type Position, readBook } from '../../../src/sandbox/ledger/book.ts';
import { createLedger, type Ledger, type SortDirection } from '../../../src/sandbox/ledger/ledger.ts';
import { at } from '../ask.ts';

const start = Date.UTC(2026, 2, 1);
// So short that many rows share a millisecond, and recorded ones share it with generated ones.
const end = start + 60;
const [template] = createLedger({ seed: 1, size: 1, start, end }).read({ first: 0, end: 1 }, 'asc', 0, 1);

function recordedAt(time: number, number: number): Transaction {
  if (!template) throw new Error('there is no row');
  const transactionDetails = { ...template.transactionDetails, id: `recorded-${number}` };
  return { ...template, timestamp: new Date(time).toISOString(), transactionDetails };
}

function idsOf(rows: readonly Transaction[]): string[] {
  return rows.map(({ transactionDetails }) => transactionDetails.id);
}

/** Reads page after page, of the `first` recorded rows at first; with each page one more is recorded. */
function walk(
  ledger: Ledger,
  all: readonly Transaction[],
  { direction, limit, first }: { direction: SortDirection; limit: number; first: number },
): string[] {
  const ids: string[] = [];
  let known = first;
  let after: Position | undefined;
  do {
    const page = readBook(ledger, all.slice(0, known), { start, end, direction, limit, after });
    expect(page.totalCount).toBe(ledger.range(start, end).end + known);
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    ids.push(...idsOf(page.rows));
    after = page.last;
    known = Math.min(all.length, known + 1);
    // A page that did not move on would be read for ever.
    expect(ids.length).toBeLessThanOrEqual(ledger.range(start, end).end + all.length);
  } while (after);
  return ids;
}

const cases = fc.record({
  size: fc.integer({ min: 0, max: 200 }),
  times: fc.array(fc.integer({ min: start, max: end - 1 }), { maxLength: 30 }),
  limit: fc.integer({ min: 1, max: 40 }),
  direction: fc.constantFrom<SortDirection>('asc', 'desc'),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});

test('pages of generated and recorded rows are the whole, in the order of time, whatever their size', () => {
  fc.assert(
    fc.property(cases, ({ size, times, limit, direction }) => {
      const ledger = createLedger({ seed: 1, size, start, end });
      const recorded = times.map(recordedAt);
      const generated = ledger.read({ first: 0, end: size }, 'asc', 0, size);
      // A stable sort puts the generated before the recorded of the same moment.
      const ascending = [...generated, ...recorded].sort((left, right) =>
        left.timestamp < right.timestamp ? -1 : Number(left.timestamp > right.timestamp),
      );
      const expected = idsOf(direction === 'asc' ? ascending : ascending.toReversed());
      expect(walk(ledger, recorded, { direction, limit, first: times.length })).toEqual(expected);
    }),
  );
});

test('rows that are recorded during a walk make it skip none and repeat none of those that were there', () => {
  fc.assert(
    fc.property(cases, ({ size, times, limit, direction, share }) => {
      const ledger = createLedger({ seed: 1, size, start, end });
      const recorded = times.map(recordedAt);
      const first = Math.floor(share * times.length);
      const ids = walk(ledger, recorded, { direction, limit, first });
      expect(new Set(ids).size).toBe(ids.length);
      const there = [
        ...idsOf(ledger.read({ first: 0, end: size }, 'asc', 0, size)),
        ...idsOf(recorded.slice(0, first)),
      ];
      expect(there.filter((id) => !ids.includes(id))).toEqual([]);
    }),
  );
});

test('a range holds recorded rows from its start, and not those of its end', () => {
  const ledger = createLedger({ seed: 1, size: 0, start, end });
  const recorded = [start - 1, start, start + 9, start + 10].map(recordedAt);
  const reading = { start, end: start + 10, direction: 'asc', limit: 10 } as const;
  const page = readBook(ledger, recorded, reading);
  expect(idsOf(page.rows)).toEqual(['recorded-1', 'recorded-2']);
  expect(page).toMatchObject({ totalCount: 2, last: undefined });
});

test('a clock that went back does not disorder the recorded rows', () => {
  const ledger = createLedger({ seed: 1, size: 0, start, end });
  const recorded = [start + 5, start + 3, start + 5].map(recordedAt);
  const { rows } = readBook(ledger, recorded, { start, end, direction: 'asc', limit: 10 });
  expect(idsOf(rows)).toEqual(['recorded-1', 'recorded-0', 'recorded-2']);
  expect(at(rows, 0).timestamp < at(rows, 1).timestamp).toBe(true);
});
