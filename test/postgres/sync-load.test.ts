import { afterAll, expect, onTestFinished, test, vi } from 'vitest';

import {
  loadStatus,
  planLoad,
  syncLoad,
  type SyncLoadOptions,
  verifyLoad,
} from '../../src/postgres/index.ts';
import { eventually } from '../support/eventually.ts';
import { rowsAt, serveLedger, start } from '../support/ledger.ts';
import {
  takeLedgerDatabase,
  load,
  type LoadTarget,
  stoppedClient,
  storedTotals,
  totalsOf,
} from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { failureOf, startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const hour = 3_600_000;
const day = 24 * hour;

function daysFrom(time: number, days: number): string {
  return new Date(time + days * day).toISOString();
}

/** The ranges of all loads, in days after `start`. */
async function loadedDays({ database }: LoadTarget): Promise<readonly (readonly number[])[]> {
  const loads = await execute(
    database,
    'SELECT start_date, end_date FROM publisher_commerce.loads ORDER BY id',
  );
  return loads.map(({ start_date, end_date }) =>
    [start_date, end_date].map((date) => (Date.parse(String(date)) - start) / day),
  );
}

/** A row an hour for each of twelve days. */
const twelveDays = rowsAt(Array.from({ length: 12 * 24 }, (_, index) => index * hour + 1000));

test('a sync with an earlier start than that of the first load loads what was before it, once', async () => {
  await using service = await startService(serveLedger(twelveDays));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await load(target, { startDate: daysFrom(start, 9), endDate: daysFrom(start, 10) });
  const sync = (night: number) =>
    syncLoad({ ...target, startDate: daysFrom(start, 0), endDate: daysFrom(start, night) });

  await sync(10);
  expect(await storedTotals(target.database)).toEqual(totalsOf(twelveDays.slice(0, 10 * 24)));
  await sync(11);
  const { verification } = await sync(12);

  // The days that it read.
  expect(verification).toMatchObject({ agrees: true, rows: 2 * 24 });
  expect(await verifyLoad(target)).toMatchObject({ agrees: true, rows: twelveDays.length });
  expect(await loadedDays(target)).toEqual([
    [9, 10],
    [0, 10],
    [9, 11],
    [10, 12],
  ]);
});

test('a sync loads what is missing between two loads', async () => {
  await using service = await startService(serveLedger(twelveDays));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await load(target, { startDate: daysFrom(start, 0), endDate: daysFrom(start, 3) });
  await load(target, { startDate: daysFrom(start, 5), endDate: daysFrom(start, 8) });

  // A start after that of the first load leaves nothing out.
  const { verification } = await syncLoad({
    ...target,
    startDate: daysFrom(start, 6),
    endDate: daysFrom(start, 12),
  });

  expect(await loadedDays(target)).toEqual([
    [0, 3],
    [5, 8],
    [2, 12],
  ]);
  expect(verification).toMatchObject({ agrees: true, rows: 10 * 24 });
  expect(await verifyLoad(target)).toMatchObject({ agrees: true, rows: twelveDays.length });
});

test('a sync after a load that ends in the future goes back from when that load was planned', async () => {
  const now = Date.now();
  const [old, late, next] = rowsAt([now - 3 * day - start, now - 20 * hour - start, now + 2 * day - start]);
  const known = [old].filter((row) => row !== undefined);
  await using service = await startService((request) => serveLedger(known)(request));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await load(target, { startDate: daysFrom(now, -7), endDate: daysFrom(now, 14) });
  known.push(...[late, next].filter((row) => row !== undefined));

  const { planned, work } = await syncLoad({ ...target, endDate: daysFrom(now, 3) });

  const synced = (await loadStatus({ database: target.database })).loads.find(
    ({ load: id }) => id === planned?.load,
  );
  // No sync ends in the future.
  expect(Math.abs(Date.parse(synced?.endDate ?? '') - now)).toBeLessThan(hour);
  expect(Math.abs(Date.parse(synced?.startDate ?? '') - (now - day))).toBeLessThan(hour);
  expect(work).toMatchObject({ finished: true, rows: 1 });
  expect(await storedTotals(target.database)).toEqual(totalsOf(known.slice(0, 2)));
});

test('a sync that another one has replaced plans nothing', async () => {
  await using service = await startService(serveLedger(twelveDays));
  const database = await takeLedgerDatabase(postgres);
  const { client: stopped, resume } = stoppedClient(service);
  const late = failureOf(
    syncLoad({ client: stopped, database, startDate: daysFrom(start, 0), endDate: daysFrom(start, 1) }),
  );
  // Another lease may come first.
  const takeOver = `UPDATE publisher_commerce.leases SET owner = gen_random_uuid() WHERE name = 'sync of 127.0.0.1' RETURNING 1`;
  await eventually(async () => expect(await execute(database, takeOver)).toHaveLength(1));
  resume();

  expect(await late).toMatchObject({ name: 'DatabaseError', reason: 'lost_lease' });
  expect(await execute(database, 'SELECT FROM publisher_commerce.loads')).toEqual([]);
});

test('a sync leaves an open plan to other workers, and loads what is new', async () => {
  await using service = await startService(serveLedger(twelveDays));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await load(target, { startDate: daysFrom(start, 8), endDate: daysFrom(start, 9) });
  const backfill = await planLoad({ ...target, startDate: daysFrom(start, 0), endDate: daysFrom(start, 8) });

  const { planned, work, verification } = await syncLoad({ ...target, endDate: daysFrom(start, 12) });

  expect(work).toMatchObject({ loads: [planned?.load], finished: true });
  expect(verification).toMatchObject({ agrees: true });
  expect((await loadStatus({ database: target.database })).loads).toMatchObject([
    { load: backfill.load, kind: 'plan', jobsDone: 0, finishedAt: null },
  ]);
});

test('a sync finishes one that was stopped, after its own load', async () => {
  const stop = new AbortController();
  const requested: string[] = [];
  await using service = await startService((request) => {
    const query = new URL(request.url, service.url).searchParams;
    // Those of ten rows look for one that is stored.
    if (query.get('limit') !== '10') requested.push(String(query.get('startDate')));
    return serveLedger(twelveDays)(request);
  });
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  const sync = (night: number, options: Partial<SyncLoadOptions> = {}) =>
    syncLoad({
      ...target,
      startDate: daysFrom(start, 0),
      endDate: daysFrom(start, night),
      rowsPerJob: 24,
      concurrency: 1,
      lookBack: 0,
      ...options,
    });
  const stopped = await sync(6, { signal: stop.signal, onProgress: () => stop.abort() });
  expect(stopped).toMatchObject({ work: { finished: false, jobs: 1 } });
  requested.length = 0;

  const { work, verification } = await sync(8);

  expect(work).toMatchObject({ loads: [2, 1], finished: true });
  expect(verification).toMatchObject({ agrees: true, rows: 8 * 24 });
  const isOld = requested.map((date) => date < daysFrom(start, 5.9));
  expect(isOld).toContain(true);
  expect(isOld.toSorted()).toEqual(isOld);
});

test('syncs of two sources run at the same time', async () => {
  await using service = await startService(serveLedger(rowsAt([hour])));
  const database = await takeLedgerDatabase(postgres);
  const range = { startDate: daysFrom(start, 0), endDate: daysFrom(start, 1) };
  const { client, resume } = stoppedClient(service);
  const first = syncLoad({ client, database, ...range, source: 'game-a' });
  const leases = 'SELECT FROM publisher_commerce.leases';
  await eventually(async () => expect(await execute(database, leases)).toHaveLength(1));

  const second = syncLoad({ client: service.client(), database, ...range, source: 'game-b' });
  resume();

  expect([(await first).state, (await second).state]).toEqual(['done', 'done']);
});

test('after a night with a clock that is 30 days ahead, the next nights lose no row', async () => {
  const real = start + 2 * day;
  let [now, ahead] = [real, 30 * day];
  await using service = await startService((request) => ({
    json: serveLedger(twelveDays.filter(({ timestamp }) => Date.parse(timestamp) <= now))(request).json,
    headers: { date: new Date(now).toUTCString() },
  }));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const sync = async (night: number): Promise<void> => {
    now = real + night * day;
    vi.setSystemTime(now + ahead);
    expect(await syncLoad({ ...target, startDate: daysFrom(start, 0), lookBack: 0 })).toMatchObject({
      verification: { agrees: true },
    });
  };

  await sync(0);
  ahead = 0;
  for (const night of [1, 2]) await sync(night);

  expect(await loadedDays(target)).toEqual([
    [0, 2],
    [2, 3],
    [3, 4],
  ]);
  expect(await storedTotals(target.database)).toEqual(totalsOf(twelveDays.slice(0, 4 * 24)));
});

test('a load that a clock in the future planned covers nothing: nobody knows until when', async () => {
  await using service = await startService(serveLedger(twelveDays));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await load(target, { startDate: daysFrom(start, 0), endDate: daysFrom(start, 2) });
  await load(target, { startDate: daysFrom(start, 2), endDate: daysFrom(start, 9) });
  await execute(
    target.database,
    `UPDATE publisher_commerce.loads SET planned_at = now() + interval '1 hour' WHERE id = 2`,
  );

  await syncLoad({ ...target, endDate: daysFrom(start, 3), lookBack: 0 });

  expect((await loadedDays(target)).at(-1)).toEqual([2, 3]);
});

test('a sync without anything new since the last one plans nothing', async () => {
  await using service = await startService(serveLedger(rowsAt([hour])));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  const range = { startDate: daysFrom(start, 0), endDate: daysFrom(start, 1) };
  await syncLoad({ ...target, ...range });

  const again = await syncLoad({ ...target, endDate: range.endDate, lookBack: 0 });

  expect(again).toMatchObject({ state: 'done', planned: null, work: { rows: 0, finished: true } });
  expect(again.verification).toMatchObject({ agrees: true, ranges: [] });
});

test.each([
  [
    'an end before the start',
    { startDate: '2026-05-01T00:00:00Z', endDate: '2026-04-01T00:00:00Z' },
    'endDate: must be after startDate',
  ],
  ['a start in the future', { startDate: daysFrom(Date.now(), 1) }, 'startDate: must be in the past'],
])('%s is rejected, instead of a sync without anything new', async (_, range, message) => {
  await using service = await startService(serveLedger([]));
  const target = { client: service.client(), database: postgres.url };

  await expect(syncLoad({ ...target, ...range })).rejects.toMatchObject({
    name: 'ConfigurationError',
    message,
  });
});
