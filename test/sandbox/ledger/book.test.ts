import { expect, test } from 'vitest';

import type { Transaction } from '../../../src/client/api/transactions.ts';
import { type BookPosition, readBook } from '../../../src/sandbox/ledger/book.ts';
import { Ledger, type SortDirection } from '../../../src/sandbox/ledger/ledger.ts';
import * as fc from '../../support/fast-check.ts';
import { expectOccurrences } from '../../support/occurrences.ts';

const start = Date.UTC(2026, 2, 1);
// So short that many rows, generated and recorded, share a millisecond.
const end = start + 60;
const template = new Ledger({ seed: 1, size: 1, start, end }).row(0);

function recordedAt(time: number, number: number): Transaction {
  const transactionDetails = { ...template.transactionDetails, id: `recorded-${number}` };
  return { ...template, timestamp: new Date(time).toISOString(), transactionDetails };
}

function idsOf(rows: Iterable<Transaction>): string[] {
  return Array.from(rows, ({ transactionDetails }) => transactionDetails.id);
}

/** Reads all pages, starting with `first` recorded rows; with each page another row is recorded. */
function readPages(
  ledger: Ledger,
  all: readonly Transaction[],
  { direction, limit, first }: { direction: SortDirection; limit: number; first: number },
): string[][] {
  const pages: string[][] = [];
  let known = first;
  let after: BookPosition | undefined;
  do {
    const page = readBook(ledger, all.slice(0, known), { start, end, direction, limit, after });
    expect(page.totalCount).toBe(ledger.range(start, end).end + known);
    const ids = idsOf(page.rows);
    expect(ids.length).toBeLessThanOrEqual(limit);
    pages.push(ids);
    after = page.last;
    known = Math.min(all.length, known + 1);
    // Otherwise a page that does not advance would be read forever.
    expect(pages.length).toBeLessThanOrEqual(ledger.range(start, end).end + all.length + 1);
  } while (after);
  return pages;
}

const cases = fc.record({
  size: fc.integer({ min: 0, max: 200 }),
  times: fc.array(fc.integer({ min: start, max: end - 1 }), { maxLength: 30 }),
  limit: fc.integer({ min: 1, max: 40 }),
  direction: fc.constantFrom<SortDirection>('asc', 'desc'),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});

test('pages of any size list all generated and recorded rows in order of time', () => {
  const seen = { laterPages: 0, tiesOfPages: 0, tiesOfKinds: 0 };
  fc.assert(
    fc.property(cases, ({ size, times, limit, direction }) => {
      const ledger = new Ledger({ seed: 1, size, start, end });
      const recorded = times.map(recordedAt);
      const generated = Array.from({ length: size }, (_, row) => ledger.row(row));
      // A stable sort puts generated rows before recorded ones of the same time.
      const ascending = [...generated, ...recorded].sort((left, right) =>
        left.timestamp < right.timestamp ? -1 : Number(left.timestamp > right.timestamp),
      );
      const expected = idsOf(direction === 'asc' ? ascending : ascending.toReversed());
      const pages = readPages(ledger, recorded, { direction, limit, first: times.length });
      expect(pages.flat()).toEqual(expected);

      const timeOf = new Map(
        [...generated, ...recorded].map((row) => [row.transactionDetails.id, row.timestamp]),
      );
      const isTie = (one = '', other = ''): boolean => timeOf.get(one) === timeOf.get(other);
      if (pages.length > 1) seen.laterPages += 1;
      if (pages.some((page, index) => index > 0 && isTie(page[0], pages[index - 1]?.at(-1))))
        seen.tiesOfPages += 1;
      const generatedTimes = new Set(generated.map(({ timestamp }) => timestamp));
      if (recorded.some(({ timestamp }) => generatedTimes.has(timestamp))) seen.tiesOfKinds += 1;
    }),
  );
  expectOccurrences(seen, { laterPages: 40, tiesOfPages: 30, tiesOfKinds: 40 });
});

test('rows that are recorded during pagination do not skip or repeat earlier rows', () => {
  const seen = { listed: 0, tooLate: 0 };
  fc.assert(
    fc.property(cases, ({ size, times, limit, direction, share }) => {
      const ledger = new Ledger({ seed: 1, size, start, end });
      const recorded = times.map(recordedAt);
      const first = Math.floor(share * times.length);
      const ids = readPages(ledger, recorded, { direction, limit, first }).flat();
      expect(new Set(ids).size).toBe(ids.length);
      const earlier = [
        ...idsOf(Array.from({ length: size }, (_, row) => ledger.row(row))),
        ...idsOf(recorded.slice(0, first)),
      ];
      expect(earlier.filter((id) => !ids.includes(id))).toEqual([]);

      const meanwhile = idsOf(recorded.slice(first, first + Math.ceil(ids.length / limit)));
      if (meanwhile.some((id) => ids.includes(id))) seen.listed += 1;
      if (meanwhile.some((id) => !ids.includes(id))) seen.tooLate += 1;
    }),
  );
  expectOccurrences(seen, { listed: 30, tooLate: 30 });
});

test('a range includes recorded rows at its start, and excludes those at its end', () => {
  const ledger = new Ledger({ seed: 1, size: 0, start, end });
  const recorded = [start - 1, start, start + 9, start + 10].map(recordedAt);
  const query = { start, end: start + 10, direction: 'asc', limit: 10 } as const;
  const page = readBook(ledger, recorded, query);
  expect(idsOf(page.rows)).toEqual(['recorded-1', 'recorded-2']);
  expect(page).toMatchObject({ totalCount: 2, last: undefined });
});
