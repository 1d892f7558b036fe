import { afterAll, expect, test } from 'vitest';

import { loadStatus, planLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { type LedgerRow, type Reading, readings, rowsAt, serveLedger } from '../support/ledger.ts';
import { createLedgerDatabase, load, storedTotals, totalsOf } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { type ReceivedRequest, startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const minute = 60_000;
const hour = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };
const sixty = rowsAt(Array.from({ length: 60 }, (_, index) => index * minute + 1));

interface Page {
  readonly totalCount: number;
  readonly nextCursor: string | null;
  readonly results: readonly LedgerRow[];
}

/** What a service makes of the page of a reliable one. */
type Distortion = (page: Page, request: ReceivedRequest) => Page;

const none: Distortion = (page) => page;

/** A table that was loaded from a service whose rows and manners may change. */
async function openPlace(rows: readonly LedgerRow[], reading?: Reading) {
  const service = await startService((request) => {
    const { json } = serveLedger(place.rows, reading)(request);
    // `serveLedger` makes pages of this form.
    return { json: place.distort(json as Page, request) };
  });
  const database = await createLedgerDatabase(postgres);
  const target = { client: service.client(), database };
  const place = {
    rows,
    distort: none,
    service,
    target,
    reload: () => load(target, hour),
    /** The ids of the rows that are marked. */
    marked: async () =>
      (await verifyLoad({ database })).missing.map(({ transactionId }) => transactionId).toSorted(),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
  await load(target, hour);
  return place;
}

const idsOf = (numbers: readonly number[]): string[] => numbers.map((number) => `transaction-${number}`);

function without(rows: readonly LedgerRow[], ...numbers: readonly number[]): LedgerRow[] {
  const ids = idsOf(numbers);
  return rows.filter(({ transactionDetails: { id } }) => !ids.includes(id));
}

function hasDirection({ url }: ReceivedRequest, direction: 'asc' | 'desc'): boolean {
  return (new URL(url, 'http://service').searchParams.get('sortDirection') ?? 'asc') === direction;
}

test('a row that two reads of its window did not receive is marked, and out of the sums until it returns', async () => {
  await using place = await openPlace(sixty);
  const { target } = place;
  place.rows = without(sixty, 7, 33);

  const { missingRows } = await place.reload();

  expect(missingRows).toBe(2);
  expect(await storedTotals(target.database)).toEqual(totalsOf(place.rows));
  expect((await loadStatus({ database: target.database })).rows).toBe(58);
  const verification = await verifyLoad({ ...target, deep: true });
  expect(verification).toMatchObject({ agrees: true, rows: 58, missingRows: 2 });
  expect(verification.missing.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1))).toMatchObject([
    {
      timestamp: '2026-10-01T00:07:00.001000Z',
      type: 'paid',
      transactionId: 'transaction-7',
      currencyCode: 'EUR',
      amount: 999,
      publisherNetAmountUsd: 848,
    },
    { transactionId: 'transaction-33' },
  ]);
  const changes = await execute(
    target.database,
    `SELECT sum((change ->> 'amount')::int)::int AS amount, sum((change ->> 'rows')::int)::int AS rows
     FROM publisher_commerce.commits, jsonb_array_elements(changes) change WHERE load_id = 2`,
  );
  expect(changes).toEqual([{ amount: -2 * 999, rows: -2 }]);

  // One of them returns with another amount.
  const changed = sixty[7] && {
    ...sixty[7],
    transactionDetails: { ...sixty[7].transactionDetails, amount: 555 },
  };
  place.rows = [...without(sixty, 7, 33), ...(changed ? [changed] : [])].toSorted((a, b) =>
    a.timestamp < b.timestamp ? -1 : 1,
  );
  expect(await verifyLoad({ ...target, deep: true })).toMatchObject({
    agrees: false,
    differences: [{ what: 'returned', transactionId: 'transaction-7' }],
  });
  expect((await place.reload()).missingRows).toBe(0);

  expect(await storedTotals(target.database)).toEqual(totalsOf(place.rows));
  expect(await verifyLoad({ ...target, deep: true })).toMatchObject({
    agrees: true,
    rows: 59,
    missingRows: 1,
  });
  expect((await loadStatus({ database: target.database })).rows).toBe(59);
});

test('all rows of a window that is empty now are marked', async () => {
  await using place = await openPlace(sixty);
  place.rows = [];

  expect((await place.reload()).missingRows).toBe(60);

  expect(await verifyLoad(place.target)).toMatchObject({ agrees: true, rows: 0, missingRows: 60 });
});

test('the window is read a second time in the opposite direction, and only if a row is missing', async () => {
  await using place = await openPlace(sixty);
  await place.reload();
  expect(place.service.requests.filter((request) => hasDirection(request, 'desc'))).toEqual([]);

  place.rows = without(sixty, 7);
  await place.reload();

  const again = place.service.requests.filter((request) => hasDirection(request, 'desc'));
  expect(again.length).toBeGreaterThan(0);
});

/** The page without a row, which is not counted either. */
function leftOut(page: Page): Page {
  const results = page.results.filter(({ orderId }) => orderId !== 'order-7');
  return { ...page, totalCount: page.totalCount - 1, results };
}

test.each<[string, Distortion]>([
  [
    'ends each list after 10 rows, and counts those',
    ({ results }, { url }) => ({
      totalCount: url.includes('cursor=') ? 10 : Math.min(10, results.length),
      nextCursor: null,
      results: results.slice(0, 10),
    }),
  ],
  [
    'leaves a row out, and returns the others in no order at first',
    (page, request) => {
      const rest = leftOut(page);
      return hasDirection(request, 'asc') ? { ...rest, results: rest.results.toReversed() } : rest;
    },
  ],
  [
    'leaves a row out, and counts it the second time',
    (page, request) => ({
      ...leftOut(page),
      totalCount: page.totalCount - (hasDirection(request, 'asc') ? 1 : 0),
    }),
  ],
  [
    'leaves a row out of the first read only',
    (page, request) => (hasDirection(request, 'desc') ? page : leftOut(page)),
  ],
  [
    'leaves a row out of both reads, but another one out of the second',
    (page, request) => ({
      ...page,
      results: page.results.filter(
        ({ orderId }) => orderId !== 'order-7' && !(hasDirection(request, 'desc') && orderId === 'order-8'),
      ),
      totalCount: page.totalCount - (hasDirection(request, 'desc') ? 2 : 1),
    }),
  ],
  [
    'returns the row as one that cannot be stored, and then not at all',
    (page, request) =>
      hasDirection(request, 'desc')
        ? leftOut(page)
        : {
            ...page,
            results: page.results.map((row) =>
              row.orderId === 'order-7'
                ? // As a service that is not what its documentation says.
                  {
                    ...row,
                    transactionDetails: { ...row.transactionDetails, amount: 'x' as unknown as number },
                  }
                : row,
            ),
          },
  ],
])('a service that %s has no row marked', async (_, distort) => {
  await using place = await openPlace(sixty);
  await planLoad({ ...place.target, ...hour, rowsPerJob: 100, limit: 20 });
  place.distort = distort;

  await workLoad(place.target);

  expect(await place.marked()).toEqual([]);
});

test.each([...readings, { startInclusive: false, endInclusive: false, wholeSeconds: true }])(
  'no row at the border of a window is marked, with start $startInclusive, end $endInclusive, seconds only $wholeSeconds',
  async (reading) => {
    // Windows meet at some of these rows.
    const rows = rowsAt(Array.from({ length: 20 }, (_, index) => index * 3 * minute));
    await using place = await openPlace(rows);
    await using other = await startService((request) => serveLedger(place.rows, reading)(request));
    const target = { ...place.target, client: other.client() };

    await load(target, hour, 4);
    expect(await place.marked()).toEqual([]);
    // But one that is gone is.
    place.rows = without(rows, 10, 13);
    await load(target, hour, 4);

    expect(await place.marked()).toEqual(idsOf([10, 13]));
  },
);

test('a row that another worker received after the read began is not marked, and a mark stays until a later read', async () => {
  await using place = await openPlace(sixty);
  const { database } = place.target;
  const fetched = (time: string, id: number): Promise<unknown> =>
    execute(
      database,
      `UPDATE publisher_commerce.stored_transactions SET fetched_at = ${time} WHERE transaction_id = 'transaction-${id}'`,
    );
  await fetched(`now() + interval '1 hour'`, 7);
  place.rows = without(sixty, 7, 33);
  await place.reload();
  expect(await place.marked()).toEqual(idsOf([33]));

  // As if the mark were of a read that began after the next one.
  await execute(
    database,
    `UPDATE publisher_commerce.stored_transactions SET missing_since = now() + interval '1 hour' WHERE missing_since IS NOT NULL`,
  );
  place.rows = sixty;
  await place.reload();
  expect(await place.marked()).toEqual(idsOf([33]));
  expect(await verifyLoad({ database })).toMatchObject({ agrees: true, rows: 59 });
});

test('two loads of the same range at the same time mark a row once', async () => {
  await using place = await openPlace(sixty);
  const { target } = place;
  place.rows = without(sixty, 7, 33);
  await planLoad({ ...target, ...hour, rowsPerJob: 10 });
  await planLoad({ ...target, ...hour, endDate: '2026-10-01T00:59:59.000Z', rowsPerJob: 7 });

  await Promise.all([workLoad({ ...target, concurrency: 4 }), workLoad({ ...target, concurrency: 4 })]);

  const [row] = await execute(
    target.database,
    'SELECT sum(rows_missing)::int AS missing FROM publisher_commerce.commits',
  );
  expect(row).toEqual({ missing: 2 });
  expect(await verifyLoad(target)).toMatchObject({ agrees: true, rows: 58, missingRows: 2 });
});

test('a row whose time was corrected is marked at its old time, and counted once', async () => {
  await using place = await openPlace(sixty);
  place.rows = rowsAt(Array.from({ length: 60 }, (_, index) => index * minute + (index === 59 ? 500 : 1)));

  await place.reload();

  expect(await verifyLoad(place.target)).toMatchObject({
    agrees: true,
    rows: 60,
    missing: [{ timestamp: '2026-10-01T00:59:00.001000Z', transactionId: 'transaction-59' }],
  });
});
