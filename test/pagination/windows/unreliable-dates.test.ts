// @module-tag slow
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { DriftEvent, TransactionListQuery } from '../../../src/index.ts';
import {
  burstyMoments,
  inclusive,
  type LedgerRow,
  readings,
  rowsAt,
  serveLedger,
} from '../../support/ledger.ts';
import { firstHour } from '../../support/ranges.ts';
import { type ReceivedRequest, type Reply, startService } from '../../support/service.ts';
import { counts, type Distortion, rowsOf, serveDistorted } from '../../support/unreliable-ledger.ts';

const limit = 10;
const range = { ...firstHour, limit };
const bursty = rowsAt(burstyMoments(200, 3600));
const ways = (['asc', 'desc'] as const).flatMap((sortDirection) =>
  [1, 2, 8, 64].map((windows) => ({ sortDirection, windows })),
);

/** The ids of all rows, the requests that they took, and why windows were given up. */
async function iterate(
  reply: (request: ReceivedRequest) => Reply,
  query: Partial<TransactionListQuery>,
): Promise<{ ids: string[]; requests: number; troubles: DriftEvent[] }> {
  await using service = await startService(reply);
  const troubles: DriftEvent[] = [];
  const client = service.client({
    onDrift: (event) => (event.path === 'windows' ? troubles.push(event) : undefined),
  });
  const list = client.transactions.list({ ...range, endAtTotalCount: false, ...query });
  const rows = await list.toArray({ max: 10_000 });
  const ids = rows.map(({ transactionDetails }) => transactionDetails.id);
  return { ids, requests: service.requests.length, troubles };
}

function idsOf(rows: readonly LedgerRow[]): string[] {
  return rows.map(({ transactionDetails }) => transactionDetails.id);
}

/** The bound for any service that fills its pages, by what was delivered. */
function mostRequests(rows: readonly unknown[]): number {
  return 3 * Math.ceil(rows.length / limit) + 64;
}

const distortions: Record<string, Distortion> = { ...counts, ...rowsOf };
const cases = Object.keys(distortions).flatMap((name) => ways.map((way) => ({ name, ...way })));

test.each(cases)(
  'each row is delivered once, within the bound, from a service whose counts, or which, $name: $sortDirection, $windows windows',
  async ({ name, ...way }) => {
    const distort = distortions[name];
    if (!distort) throw new Error(`no service is called ${name}`);
    const { ids, requests, troubles } = await iterate(serveDistorted(bursty, distort), way);

    expect(ids.toSorted()).toEqual(idsOf(bursty).toSorted());
    expect(requests).toBeLessThanOrEqual(mostRequests(bursty));
    expect(troubles.length).toBeLessThanOrEqual(1);
  },
);

test.each([
  ['are constant', '190 rows', '800 rows'],
  ['are those of the whole for every part', '190 rows', '800 rows'],
  ['are 1e300', 'a count of rows', '1e+300'],
  ['are 1e300 for parts', 'a count of rows', '1e+300'],
  ['are strings', 'a count of rows', 'string'],
] as const)('counts that %s end windows, and are reported once', async (name, expected, received) => {
  for (const windows of [2, 4]) {
    const { ids, troubles } = await iterate(serveDistorted(bursty, counts[name]), { windows });
    expect(ids).toEqual(idsOf(bursty));
    expect(troubles).toEqual([
      {
        operation: 'transactions.getPage',
        path: 'windows',
        expected: expect.stringContaining(expected) as string,
        received,
      },
    ]);
  }
});

test.each([
  ['ignores dates', 'rows'],
  ['ignores dates in rows', 'rows from 2026-10-01T'],
  ['ignores dates in the second half of the range', 'rows'],
  ['has timestamps that cannot be read', 'readable timestamps'],
  ['has one timestamp that cannot be read, late', 'readable timestamps'],
] as const)('a service that %s ends windows, and is reported once', async (name, expected) => {
  const { troubles } = await iterate(serveDistorted(bursty, rowsOf[name]), { windows: 8 });

  expect(troubles).toMatchObject([
    { path: 'windows', expected: expect.stringContaining(expected) as string },
  ]);
});

test('a service that ignores dates costs one round of counting beside its pages', async () => {
  const { requests } = await iterate(serveDistorted(bursty, rowsOf['ignores dates']), { windows: 8 });

  expect(requests).toBe(20 + 8);
});

const spreads: readonly [string, readonly number[]][] = [
  ['evenly spread', Array.from({ length: 300 }, (_, row) => 2000 + row * 11_900)],
  ['all in one millisecond', Array.from({ length: 300 }, () => 1_234_567)],
  ['all at a full second', Array.from({ length: 300 }, () => 1_800_000)],
  ['all in the last second', Array.from({ length: 300 }, () => 3_599_500)],
  [
    'in sparse bursts',
    Array.from({ length: 300 }, (_, row) => 2000 + 700_000 * Math.floor(row / 60) + (row % 60) * 10),
  ],
];

test.each(spreads.flatMap(([name, moments]) => ways.map((way) => ({ name, moments, ...way }))))(
  'rows that are $name never end windows, with full seconds either: $sortDirection, $windows windows',
  async ({ moments, windows, sortDirection }) => {
    const rows = rowsAt(moments);
    const wanted = sortDirection === 'desc' ? idsOf(rows).toReversed() : idsOf(rows);
    for (const reading of [inclusive, ...readings.map((reading) => ({ ...reading, wholeSeconds: true }))]) {
      const served = serveLedger(rows, reading);
      const { ids, requests, troubles } = await iterate(served, { windows, sortDirection });
      expect(ids).toEqual(wanted);
      expect(requests).toBeLessThanOrEqual(mostRequests(rows));
      expect(troubles).toEqual([]);
    }
  },
);

test('whatever a service counts, each row is delivered once and requests stay within the bound', async () => {
  const count = fc.oneof(
    fc.nat({ max: 1000 }),
    fc.constantFrom<unknown>(-1, 0, 1e9, 1e300, Number.MAX_SAFE_INTEGER, null, 'many'),
  );
  const run = fc.record({
    moments: fc.array(fc.nat({ max: 3_599_999 }), { maxLength: 150 }),
    wrongly: fc.array(fc.option(count, { nil: undefined }), { minLength: 1, maxLength: 30 }),
    windows: fc.constantFrom(1, 2, 8, 64),
    sortDirection: fc.constantFrom('asc' as const, 'desc' as const),
    wholeSeconds: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(run, async ({ moments, wrongly, windows, sortDirection, wholeSeconds }) => {
      const rows = rowsAt(moments);
      const serve = serveLedger(rows, { startInclusive: true, endInclusive: true, wholeSeconds });
      let request = 0;
      const { ids, requests } = await iterate(
        (received) => {
          const { json } = serve(received);
          const wrong = wrongly[request++ % wrongly.length];
          return { json: wrong === undefined ? json : { ...(json as object), totalCount: wrong } };
        },
        { windows, sortDirection },
      );
      expect(ids.toSorted()).toEqual(idsOf(rows).toSorted());
      expect(requests).toBeLessThanOrEqual(mostRequests(rows));
    }),
    { numRuns: 60, seed: 11 },
  );
});
