import { afterAll, expect, test } from 'vitest';

import { loadStatus, planLoad, syncLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import {
  isCount,
  type LedgerRow,
  type Reading,
  readings,
  rowsAt,
  serveLedger,
  start,
} from '../support/ledger.ts';
import { load, storedTotals, takeLedgerDatabase, totalsOf } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { type ReceivedRequest, replyAfter, type Reply, startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const minute = 60_000;
const hour = 60 * minute;
const firstHour = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };
const sixty = rowsAt(Array.from({ length: 60 }, (_, index) => index * minute + 1));

interface Page {
  readonly totalCount: number;
  readonly nextCursor: string | null;
  readonly results: readonly LedgerRow[];
}

/** What a service makes of the page of a reliable one. */
type Distortion = (page: Page, request: ReceivedRequest) => Page;

/** A table that was loaded from a service whose rows, clock and manners may change. */
async function openPlace(rows: readonly LedgerRow[], reading?: Reading) {
  const respond = (request: ReceivedRequest): Reply => {
    const { json } = serveLedger(place.rows, place.reading)(request);
    const headers = { date: new Date(place.now).toUTCString() };
    // `serveLedger` makes pages of this form.
    const page = place.distort(json as Page, request);
    return place.meanwhile && !isCount(request)
      ? replyAfter(place.meanwhile(), page)
      : { headers, json: page };
  };
  const service = await startService(respond);
  const database = await takeLedgerDatabase(postgres);
  const target = { client: service.client(), database };
  const distort: Distortion = (page) => page;
  const place = {
    rows,
    reading,
    distort,
    /** What happens before a page is sent. */
    meanwhile: undefined as (() => Promise<unknown>) | undefined,
    /** The clock of the service. */
    now: start + 24 * hour,
    target,
    reload: () => load(target, firstHour, 60),
    /** The ids of the rows that are marked. */
    marked: async () =>
      (await verifyLoad({ database })).marked.map(({ transactionId }) => transactionId).toSorted(),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
  await load(target, firstHour, 60);
  return place;
}

const idsOf = (numbers: readonly number[]): string[] => numbers.map((number) => `transaction-${number}`);

function without(rows: readonly LedgerRow[], ...numbers: readonly number[]): LedgerRow[] {
  const ids = idsOf(numbers);
  return rows.filter(({ transactionDetails: { id } }) => !ids.includes(id));
}

test('a row that a read does not find is marked, and stays in the sums until another load does not find it 20 hours later', async () => {
  await using place = await openPlace(sixty);
  const { target } = place;
  const { database } = target;
  const statusOf = async () => (await loadStatus({ database })).sources;
  place.rows = without(sixty, 7, 33);

  expect(await place.reload()).toMatchObject({ rowsMarked: 2, rowsRemoved: 0, rowsKnown: 60 });
  expect(await storedTotals(database)).toEqual(totalsOf(sixty));
  const verification = await verifyLoad({ ...target, deep: true });
  expect(verification).toMatchObject({ agrees: false, differences: [], rows: 60, rowsMarked: 2 });
  expect(verification.marked).toMatchObject([
    {
      source: '127.0.0.1',
      timestamp: '2026-10-01T00:07:00.001000Z',
      type: 'paid',
      transactionId: 'transaction-7',
      currencyCode: 'EUR',
      amount: 999,
      publisherNetAmountUsd: 848,
      missingSince: '2026-10-02T00:00:00.000Z',
    },
    { transactionId: 'transaction-33' },
  ]);
  expect(await statusOf()).toMatchObject([{ rows: 60, rowsMarked: 2, rowsRemoved: 0 }]);

  place.now += 19.9 * hour;
  expect(await place.reload()).toMatchObject({ rowsMarked: 0, rowsRemoved: 0, rowsKnown: 60 });
  expect(await storedTotals(database)).toEqual(totalsOf(sixty));

  place.now += 0.2 * hour;
  expect(await place.reload()).toMatchObject({ rowsMarked: 0, rowsRemoved: 2, rowsKnown: 60 });
  expect(await storedTotals(database)).toEqual(totalsOf(place.rows));
  expect(await verifyLoad({ ...target, deep: true })).toMatchObject({
    agrees: true,
    rows: 58,
    rowsMarked: 0,
  });
  expect(await statusOf()).toMatchObject([{ rows: 58, rowsMarked: 0, rowsRemoved: 2 }]);
});

test('a row returns to the sums when any read finds it, with what it has then', async () => {
  await using place = await openPlace(sixty);
  const { target } = place;
  place.rows = without(sixty, 7, 33);
  await place.reload();
  place.now += 20 * hour;
  await place.reload();
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

  expect(await place.reload()).toMatchObject({ rowsMarked: 0, rowsRemoved: 0 });

  expect(await storedTotals(target.database)).toEqual(totalsOf(place.rows));
  expect(await verifyLoad({ ...target, deep: true })).toMatchObject({ agrees: true, rows: 59 });
  expect((await loadStatus({ database: target.database })).sources).toMatchObject([
    { rows: 59, rowsMarked: 0, rowsRemoved: 1 },
  ]);
});

test('a service that has another ledger, as with the token of another game, changes nothing', async () => {
  await using place = await openPlace(sixty);
  place.rows = rowsAt([5 * minute]).map((row) => ({
    ...row,
    transactionDetails: { ...row.transactionDetails, id: 'of another game' },
  }));

  await expect(place.reload()).rejects.toThrow('client: must have the token of 127.0.0.1');
  expect(await storedTotals(place.target.database)).toEqual(totalsOf(sixty));

  place.rows = sixty;
  await workLoad(place.target);
  expect(await storedTotals(place.target.database)).toEqual(totalsOf(sixty));
});

test('how long a row must be missing is an option, and one load alone removes nothing', async () => {
  await using place = await openPlace(sixty);
  place.rows = without(sixty, 7);
  const { target } = place;
  await planLoad({ ...target, ...firstHour });

  expect(await workLoad({ ...target, removeAfter: 0 })).toMatchObject({ rowsMarked: 1, rowsRemoved: 0 });
  await planLoad({ ...target, ...firstHour });
  expect(await workLoad({ ...target, removeAfter: 0 })).toMatchObject({ rowsMarked: 0, rowsRemoved: 1 });
});

/** The page without a row, which is not counted either. */
function leftOut(page: Page): Page {
  const results = page.results.filter(({ orderId }) => orderId !== 'order-7');
  return { ...page, totalCount: page.totalCount - 1, results };
}

test.each<[string, Distortion]>([
  [
    'ends each list after 10 rows, and counts all',
    ({ totalCount, results }) => ({ totalCount, nextCursor: null, results: results.slice(0, 10) }),
  ],
  [
    'leaves a row out, and returns the others in no order',
    (page) => ({ ...leftOut(page), results: leftOut(page).results.toReversed() }),
  ],
  ['leaves a row out, and counts it', (page) => ({ ...leftOut(page), totalCount: page.totalCount })],
  [
    'returns the row as one that cannot be stored',
    (page) => ({
      ...page,
      results: page.results.map((row) =>
        row.orderId === 'order-7'
          ? // As a service that is not what its documentation says.
            { ...row, transactionDetails: { ...row.transactionDetails, amount: 'x' as unknown as number } }
          : row,
      ),
    }),
  ],
])('a service that %s has no row marked', async (_, distort) => {
  await using place = await openPlace(sixty);
  await planLoad({ ...place.target, ...firstHour, rowsPerJob: 100, limit: 20 });
  // As if this were the last attempt, which keeps what there is.
  await execute(place.target.database, 'UPDATE publisher_commerce_jobs.job SET retry_limit = 0');
  place.distort = distort;

  await workLoad(place.target);

  expect(await place.marked()).toEqual([]);
});

test.each([...readings, { startInclusive: false, endInclusive: false, wholeSeconds: true }])(
  'no row at the border of a window is marked, with start $startInclusive, end $endInclusive, seconds only $wholeSeconds',
  async (reading) => {
    // Windows meet at some of these rows; the first one is at the start of the range.
    const rows = rowsAt(Array.from({ length: 12 }, (_, index) => index * 5 * minute));
    await using place = await openPlace(rows);
    place.reading = reading;

    await load(place.target, firstHour, 4);
    expect(await place.marked()).toEqual([]);
    // But those that are gone are.
    place.rows = without(rows, 0, 7);
    await load(place.target, firstHour, 4);

    expect(await place.marked()).toEqual(idsOf([0, 7]));
  },
);

test('a row that a later read stored is not marked by an earlier one, and a mark stays until a later read', async () => {
  await using place = await openPlace(sixty);
  const { database } = place.target;
  const reload = async (readLater: number): Promise<void> => {
    const setNumber = (number: number): Promise<unknown> =>
      execute(
        database,
        `UPDATE publisher_commerce.stored_transactions SET read_number = $1 WHERE transaction_id = $2`,
        [number, idsOf([readLater])[0]],
      );
    // As if another worker read it meanwhile.
    place.meanwhile = () => setNumber(1_000_000);
    await place.reload();
    place.meanwhile = undefined;
    await setNumber(1);
  };
  place.rows = without(sixty, 7, 33);
  await reload(7);
  expect(await place.marked()).toEqual(idsOf([33]));

  place.rows = sixty;
  await reload(33);
  expect(await place.marked()).toEqual(idsOf([33]));
});

test('two loads of the same range at the same time mark a row once', async () => {
  await using place = await openPlace(sixty);
  const { target } = place;
  place.rows = without(sixty, 7, 33);
  await planLoad({ ...target, ...firstHour, rowsPerJob: 10 });
  await planLoad({ ...target, ...firstHour, endDate: '2026-10-01T00:59:59.000Z', rowsPerJob: 7 });

  await Promise.all([workLoad({ ...target, concurrency: 4 }), workLoad({ ...target, concurrency: 4 })]);

  const [row] = await execute(
    target.database,
    'SELECT sum(rows_marked)::int AS marked FROM publisher_commerce.commits',
  );
  expect(row).toEqual({ marked: 2 });
});

test('a row whose time was corrected is counted twice until its old time is confirmed to be empty', async () => {
  await using place = await openPlace(sixty);
  place.rows = rowsAt(Array.from({ length: 60 }, (_, index) => index * minute + (index === 59 ? 500 : 1)));

  await place.reload();
  expect(await verifyLoad(place.target)).toMatchObject({
    rows: 61,
    marked: [{ timestamp: '2026-10-01T00:59:00.001000Z', transactionId: 'transaction-59' }],
  });
  place.now += 20 * hour;
  await place.reload();
  expect(await storedTotals(place.target.database)).toEqual(totalsOf(place.rows));
});

test('a sync reads the window of a marked row again, and that of a removed one for 30 days', async () => {
  await using place = await openPlace([]);
  const { target } = place;
  const sync = (day: number) => {
    place.now = start + day * 24 * hour;
    return syncLoad({
      ...target,
      startDate: firstHour.startDate,
      endDate: new Date(place.now).toISOString(),
      lookBack: hour,
    });
  };
  place.rows = sixty;
  await sync(1);
  await sync(2);
  place.rows = without(sixty, 7);
  await load(target, firstHour);
  // The look-back alone would not read it again.
  expect((await sync(4)).work).toMatchObject({ rowsMarked: 0, rowsRemoved: 1 });
  place.rows = sixty;
  await sync(5);
  expect(await storedTotals(target.database)).toEqual(totalsOf(sixty));

  place.rows = without(sixty, 7);
  await load(target, firstHour);
  await sync(7);
  // With a row of later, since the days before the last one are counted too.
  const later = rowsAt([37 * 24 * hour]);
  place.rows = [...without(sixty, 7), ...later];
  await sync(37.5);
  place.rows = [...sixty, ...later];
  await sync(38);
  expect(await storedTotals(target.database)).toEqual(totalsOf([...without(sixty, 7), ...later]));
});

test('two ledgers live in the same tables, and a read of one marks no row of the other', async () => {
  await using place = await openPlace(sixty);
  const { target } = place;
  const other = { ...target, source: 'game b' };
  await expect(planLoad({ ...other, ...firstHour })).rejects.toThrow('source: must have up to 100');
  const named = { ...target, source: 'game-b' };
  place.rows = without(sixty, 7, 8, 9);

  await planLoad({ ...named, ...firstHour });
  expect(await workLoad(named)).toMatchObject({ rowsMarked: 0, rowsKnown: 0, rows: 57 });

  expect((await loadStatus({ database: target.database })).sources).toMatchObject([
    { source: '127.0.0.1', rows: 60, rowsMarked: 0, rowsRemoved: 0 },
    { source: 'game-b', rows: 57, rowsMarked: 0, rowsRemoved: 0 },
  ]);
  expect(await verifyLoad({ ...named, deep: true })).toMatchObject({ agrees: true, rows: 57 });
  expect(await verifyLoad({ database: target.database })).toMatchObject({ agrees: true, rows: 117 });
  await planLoad({ ...named, ...firstHour });
  await expect(workLoad({ ...target, load: 3 })).rejects.toThrow(
    'load: load 3 is of game-b, not of 127.0.0.1',
  );
});
