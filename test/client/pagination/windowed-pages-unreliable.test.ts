import { expect, test } from 'vitest';

import { type DriftEvent, PaginationError, type TransactionListQuery } from '../../../src/client/index.ts';
import * as fc from '../../support/fast-check.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { expectOccurrences } from '../../support/occurrences.ts';
import { burstyMoments, isWhole, type LedgerRow, rowsAt, serveLedger } from '../../support/ledger.ts';
import { firstHour } from '../../support/ranges.ts';
import type { ReceivedRequest } from '../../support/service.ts';
import { counts, type Distortion, rowsOf, serveDistorted } from '../../support/unreliable-ledger.ts';

const limit = 10;
const range = { ...firstHour, limit };
const bursty = rowsAt(burstyMoments(200, 3600));
const ways = [
  { sortDirection: 'asc', windows: 1 },
  { sortDirection: 'asc', windows: 2 },
  { sortDirection: 'desc', windows: 8 },
  { sortDirection: 'asc', windows: 64 },
] as const;

/** What an iteration came to. */
interface Iterated {
  readonly ids: string[];
  readonly requests: readonly ReceivedRequest[];
  readonly drift: readonly DriftEvent[];
  /** What ended it early. */
  readonly error: PaginationError | undefined;
}

async function iterate(
  reply: Parameters<typeof serveInProcess>[0],
  query: Partial<TransactionListQuery>,
): Promise<Iterated> {
  const service = serveInProcess(reply);
  const drift: DriftEvent[] = [];
  const { transactions } = service.client({ onDrift: (event) => drift.push(event) });
  const ids: string[] = [];
  const read = async (): Promise<void> => {
    for await (const { transactionDetails } of transactions.list({ ...range, ...query })) {
      ids.push(transactionDetails.id);
      if (ids.length > 10_000) throw new Error('it does not end');
    }
  };
  const error = await read().catch((thrown: unknown) => {
    if (thrown instanceof PaginationError) return thrown;
    throw thrown;
  });
  return { ids, requests: service.requests, drift, error: error ?? undefined };
}

function idsOf(rows: readonly LedgerRow[]): string[] {
  return rows.map(({ transactionDetails }) => transactionDetails.id);
}

/** Whether a part of the range was requested. */
function isInWindows({ requests }: Iterated): boolean {
  return requests.some((request) => !isWhole(request, range));
}

/** The bound for any service that fills its pages, by what was delivered. */
function mostRequests(rows: readonly unknown[]): number {
  return 3 * Math.ceil(rows.length / limit) + 64;
}

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

test('whatever a service counts, each row is delivered once and requests stay within the bound', async () => {
  const count = fc.oneof(
    fc.nat({ max: 1000 }),
    fc.constantFrom<unknown>(-1, 0, 1e9, 1e300, Number.MAX_SAFE_INTEGER, null, 'many'),
  );
  const moment = fc.oneof(
    fc.nat({ max: 3_599_999 }),
    // Bursts around a full second, and at one moment.
    fc.integer({ min: 1_799_990, max: 1_800_010 }),
    fc.nat({ max: 3599 }).map((second) => second * 1000),
    fc.constant(2_000_000),
  );
  const run = fc.record({
    moments: fc.array(moment, { maxLength: 150 }),
    wrongly: fc.array(fc.option(count, { nil: undefined, freq: 2 }), { minLength: 1, maxLength: 30 }),
    windows: fc.constantFrom(1, 2, 8, 64),
    sortDirection: fc.constantFrom('asc' as const, 'desc' as const),
    wholeSeconds: fc.boolean(),
  });
  const seen = { cut: 0, wrong: 0 };
  await fc.assert(
    fc.asyncProperty(run, async ({ moments, wrongly, windows, sortDirection, wholeSeconds }) => {
      const rows = rowsAt(moments);
      const serve = serveLedger(rows, { startInclusive: true, endInclusive: true, wholeSeconds });
      let request = 0;
      const iterated = await iterate(
        (received) => {
          const { json } = serve(received);
          const totalCount = wrongly[request++ % wrongly.length];
          return { json: totalCount === undefined ? json : { ...(json as object), totalCount } };
        },
        { windows, sortDirection },
      );
      expect(iterated.error).toBeUndefined();
      expect(iterated.ids).toEqual(sortDirection === 'desc' ? idsOf(rows).toReversed() : idsOf(rows));
      expect(iterated.requests.length).toBeLessThanOrEqual(mostRequests(rows));
      if (isInWindows(iterated)) seen.cut += 1;
      if (wrongly.some((one) => one !== undefined)) seen.wrong += 1;
    }),
    { numRuns: 100 },
  );
  expectOccurrences(seen, { cut: 25, wrong: 50 });
});
