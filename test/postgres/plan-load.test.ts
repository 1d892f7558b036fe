import { afterAll, expect, test } from 'vitest';

import { planLoad, type PlanLoadOptions, syncLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { eventually } from '../support/eventually.ts';
import { burstyMoments, rowsAt, serveLedger } from '../support/ledger.ts';
import { takeLedgerDatabase, stoppedClient } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { failureOf, replyAfter, startService } from '../support/service.ts';

const postgres = await startPostgres();
const service = await startService(serveLedger(rowsAt(burstyMoments(500, 3600))));
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

const hour = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };

test('a range becomes jobs of about the wanted size, which cover it without a gap', async () => {
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };

  const plan = await planLoad({ ...target, ...hour, rowsPerJob: 50, limit: 20 });

  expect(plan).toMatchObject({ load: 1, rows: 500, existed: false });
  expect(plan.jobs).toBeGreaterThanOrEqual(8);
  expect(plan.jobs).toBeLessThanOrEqual(10);
  const jobs = await execute(
    target.database,
    `SELECT data FROM publisher_commerce_jobs.job ORDER BY (data->>'job')::int`,
  );
  const windows = jobs.map(({ data }) => data as { startDate: string; endDate: string; limit: number });
  expect(windows[0]?.startDate).toBe(hour.startDate);
  expect(windows.at(-1)?.endDate).toBe(hour.endDate);
  for (const [index, { startDate, limit }] of windows.entries()) {
    expect(limit).toBe(20);
    if (index > 0) expect(Date.parse(startDate)).toBe(Date.parse(windows[index - 1]?.endDate ?? ''));
  }
});

test('a range with an open load is not planned again, not even at the same time', async () => {
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };

  const plans = await Promise.all([1, 2, 3].map(() => planLoad({ ...target, ...hour, rowsPerJob: 100 })));

  expect(new Set(plans.map(({ load }) => load)).size).toBe(1);
  expect(plans.map(({ existed }) => existed).toSorted()).toEqual([false, true, true]);
  await workLoad(target);
  expect(await planLoad({ ...target, ...hour })).toMatchObject({ load: 2, existed: false });
});

test('plans at the same time create the tables once', async () => {
  const target = { client: service.client(), database: await postgres.createDatabase() };

  const plans = await Promise.all([1, 2, 3].map(() => planLoad({ ...target, ...hour })));

  expect(plans.map(({ load }) => load)).toEqual([1, 1, 1]);
});

test('a plan that was stopped for longer than its lease plans nothing', async () => {
  const database = await takeLedgerDatabase(postgres);
  const { client: stopped, resume } = stoppedClient(service);
  const leases = 'publisher_commerce.leases';
  const late = failureOf(planLoad({ client: stopped, database, ...hour }));
  await eventually(async () =>
    expect(await execute(database, `SELECT FROM ${leases} WHERE name = 'plan'`)).toHaveLength(1),
  );
  await execute(database, `UPDATE ${leases} SET expires_at = clock_timestamp()`);

  expect(await planLoad({ client: service.client(), database, ...hour })).toMatchObject({ existed: false });
  resume();

  expect(await late).toMatchObject({ name: 'DatabaseError', reason: 'lost_lease' });
  expect(await execute(database, 'SELECT FROM publisher_commerce.loads')).toHaveLength(1);
});

test('a plan whose ids are behind those of the loads, as after a restore of the tables, plans nothing', async () => {
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await planLoad({ ...target, ...hour });
  await execute(target.database, 'ALTER SEQUENCE publisher_commerce.load_ids RESTART');

  expect(
    await failureOf(planLoad({ ...target, ...hour, endDate: '2026-10-01T02:00:00.000Z' })),
  ).toMatchObject({ name: 'DatabaseError', reason: 'no_key' });
  expect(await execute(target.database, 'SELECT id FROM publisher_commerce.loads')).toEqual([{ id: 1 }]);
});

test('a load that has the id of a plan, and is another one, is not reported as that plan', async () => {
  const database = await takeLedgerDatabase(postgres);
  const insert = `INSERT INTO publisher_commerce.loads
       (id, kind, start_date, end_date, source, page_limit, rows_per_job, planned_rows, jobs, planned_at)
     VALUES (1, 'plan', '2026-09-01', '2026-09-02', '127.0.0.1', 1000, 1000, 1, 1, now()) ON CONFLICT DO NOTHING`;
  await using slow = await startService((request) =>
    replyAfter(execute(database, insert), serveLedger(rowsAt([1000]))(request).json),
  );

  const error = await failureOf(planLoad({ client: slow.client(), database, ...hour }));

  expect(error).toMatchObject({
    name: 'DatabaseError',
    message:
      'load 1 exists already, of 127.0.0.1, 2026-09-01T00:00:00.000Z to 2026-09-02T00:00:00.000Z: nothing was planned, plan again',
  });
  expect(await execute(database, 'SELECT FROM publisher_commerce_jobs.job')).toEqual([]);
});

test('loads of two services are never mixed: another address needs a name of its own', async () => {
  const database = await takeLedgerDatabase(postgres);
  const sandbox = { client: service.client(), database };
  const localhost = service.url.replace('127.0.0.1', 'localhost');
  const later = { startDate: hour.endDate, endDate: '2026-10-01T02:00:00.000Z' };
  const unnamed = { client: service.client({ baseUrl: localhost }), database };
  const named = { ...unnamed, source: '127.0.0.1' };
  const needsName =
    'source: is required: the loads are of 127.0.0.1, not of localhost. A name adds a second ledger';
  const rejected = `baseUrl: loads of 127.0.0.1 are of ${service.url}, not of ${localhost}`;
  await planLoad({ ...sandbox, ...hour });

  await expect(planLoad({ ...unnamed, ...hour })).rejects.toThrow(needsName);
  await expect(planLoad({ ...named, ...later })).rejects.toThrow(rejected);
  await expect(workLoad(named)).rejects.toThrow(rejected);
  await workLoad(sandbox);
  await expect(syncLoad({ ...unnamed, endDate: later.endDate })).rejects.toThrow(needsName);
  const before = service.requests.length;
  await expect(verifyLoad(named)).rejects.toThrow(rejected);

  expect(service.requests).toHaveLength(before);
  expect(await execute(database, 'SELECT id FROM publisher_commerce.loads')).toEqual([{ id: 1 }]);
  const again = { ...sandbox, client: service.client({ baseUrl: `${service.url}/` }) };
  expect(await planLoad({ ...again, ...later })).toMatchObject({ existed: false });
});

test('a range with rows for more jobs than a load may have is rejected with what to set', async () => {
  await using large = await startService(() => ({
    json: { totalCount: 2_000_001, nextCursor: null, results: [] },
  }));
  const target = { client: large.client(), database: await takeLedgerDatabase(postgres) };

  await expect(planLoad({ ...target, ...hour, rowsPerJob: 1 })).rejects.toMatchObject({
    name: 'ConfigurationError',
    message: `rowsPerJob: must be 3 or more for the 2000001 rows from ${hour.startDate} to ${hour.endDate}: a load has up to 1000000 jobs`,
  });
});

test('an empty range is one job', async () => {
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };

  const range = { startDate: '2020-01-01T00:00:00Z', endDate: '2020-01-02T00:00:00Z' };
  expect(await planLoad({ ...target, ...range })).toMatchObject({ jobs: 1, rows: 0 });
  expect(await workLoad(target)).toMatchObject({ finished: true, rows: 0 });
});

test.each<[string, Partial<Record<keyof PlanLoadOptions, unknown>>, string]>([
  [
    'a database that is no URL',
    { database: 'localhost/finance' },
    'database: must be a URL of PostgreSQL, for example postgres://user@host:5432/finance',
  ],
  ['a typo', { rowsPerjob: 10 } as object, 'rowsPerjob: is not an option; did you mean rowsPerJob?'],
  [
    'a schema to be quoted',
    { schema: 'Finance"; DROP' },
    'schema: must be up to 40 lowercase letters, digits and underscores, and not begin with a digit or pg_',
  ],
  [
    'the schema of the server',
    { schema: 'information_schema' },
    "schema: must not be information_schema: it is the server's",
  ],
  ['no client', { client: undefined }, 'client: must be a PublisherClient'],
  ['an end before the start', { endDate: '2026-09-01T00:00:00Z' }, 'endDate: must be after startDate'],
  [
    'microseconds',
    { startDate: '2026-10-01T00:00:00.000001Z' },
    'startDate: must not be finer than a millisecond',
  ],
  ['no rows per job', { rowsPerJob: 0 }, 'rowsPerJob: must be an integer from 1 to 100000'],
])('%s is rejected before anything is sent', async (_, options, message) => {
  // What no compiler has checked.
  const given = { client: service.client(), database: postgres.url, ...hour, ...options } as PlanLoadOptions;

  await expect(planLoad(given)).rejects.toMatchObject({ name: 'ConfigurationError', message });
});
