import { expect, test } from 'vitest';

import { burstyMoments, rowsAt } from '../../support/ledger.ts';
import { counts, type Distortion, rowsOf, serveDistorted } from '../../support/unreliable-ledger.ts';
import { expectDeliveredWhateverIsCounted, idsOf, iterate, limit, mostRequests } from './iterate-windows.ts';

const bursty = rowsAt(burstyMoments(200, 3600));
const ways = [
  { sortDirection: 'asc', windows: 1 },
  { sortDirection: 'asc', windows: 2 },
  { sortDirection: 'desc', windows: 8 },
  { sortDirection: 'asc', windows: 64 },
] as const;

const counted = Object.entries<Distortion>(counts).flatMap(([name, distort]) =>
  ways.map((way) => ({ name, distort, ...way })),
);

test.each(counted)(
  'each row is delivered once, within the bound, from a service whose counts $name: $sortDirection, $windows windows',
  async ({ distort, sortDirection, windows }) => {
    const way = { sortDirection, windows };
    const { ids, requests, error } = await iterate(serveDistorted(bursty, distort), way);

    expect(error).toBeUndefined();
    expect(ids).toEqual(way.sortDirection === 'desc' ? idsOf(bursty).toReversed() : idsOf(bursty));
    expect(requests.length).toBeLessThanOrEqual(mostRequests(bursty));
  },
);

test('a count that is far too high sends no more requests than the bound', async () => {
  // A full page within seconds, and nothing behind it.
  const burst = rowsAt(Array.from({ length: limit + 1 }, (_, index) => index * 300));
  const serve = serveDistorted(burst, (page) => ({ ...page, totalCount: 1_000_000 }));
  const { ids, requests } = await iterate(serve, { windows: 64 });

  expect(ids).toEqual(idsOf(burst));
  expect(requests.length).toBeLessThanOrEqual(mostRequests(burst));
});

test('a count that does not match the rows is reported as in a single iteration', async () => {
  for (const windows of [1, 2, 8]) {
    const { drift } = await iterate(serveDistorted(bursty, counts['are capped at 100']), { windows });
    expect(drift).toEqual([
      { operation: 'transactions.list', path: 'totalCount', expected: '100 rows', received: '200 rows' },
    ]);
  }
});

const distorted = Object.entries<Distortion>(rowsOf).flatMap(([name, distort]) =>
  ways.map((way) => ({ name, distort, ...way })),
);

test.each(distorted)(
  'no row is lost, repeated or reordered by a service that $name: $sortDirection, $windows windows',
  async ({ distort, sortDirection, windows }) => {
    const way = { sortDirection, windows };
    const serve = serveDistorted(bursty, distort);
    const single = await iterate(serve, { ...way, windows: 1 });
    const { ids, requests, error } = await iterate(serve, way);

    expect(ids).toEqual(single.ids.slice(0, error ? ids.length : undefined));
    expect(requests.length).toBeLessThanOrEqual(mostRequests(bursty));
  },
);

test.each([
  ['ignores dates', 'rows from 2026-10-01T'],
  ['ignores dates in rows', 'rows from 2026-10-01T'],
  ['ignores dates in the second half of the range', 'rows from 2026-10-01T'],
  ['has timestamps that cannot be read', 'readable timestamps'],
  ['has one timestamp that cannot be read, late', 'readable timestamps'],
] as const)(
  'a service that %s ends the iteration with an error that says to start again without windows',
  async (name, expected) => {
    for (const sortDirection of ['asc', 'desc'] as const) {
      const serve = serveDistorted(bursty, rowsOf[name]);
      const { ids, error } = await iterate(serve, { windows: 8, sortDirection });

      expect(error?.message).toContain(`expected ${expected}`);
      expect(error?.message).toContain('start the range again without windows');
      expect(error?.checkpoint).toMatchObject({ rows: ids.length });
    }
  },
);

test('whatever a service counts, each row is delivered once and requests stay within the bound', () =>
  expectDeliveredWhateverIsCounted(30));
