import { afterAll, expect, test } from 'vitest';

import { loadStatus, planLoad, workLoad } from '../../src/postgres/index.ts';
import { rowsAt, serveLedger } from '../support/ledger.ts';
import { load, takeLedgerDatabase } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

const postgres = await startPostgres();
const service = await startService(
  serveLedger(rowsAt(Array.from({ length: 40 }, (_, second) => second * 60_000))),
);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

const hour = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };

test('the open loads are listed, with what is left of them', async () => {
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await planLoad({ ...target, ...hour, rowsPerJob: 10 });
  const { database } = target;

  const planned = await loadStatus({ database });
  await workLoad(target);
  const { jobs } = await planLoad({ ...target, ...hour, rowsPerJob: 20 });
  const again = await loadStatus({ database });

  expect(planned.loads).toMatchObject([
    {
      load: 1,
      kind: 'plan',
      ...hour,
      jobs: 4,
      jobsDone: 0,
      jobsWaiting: 4,
      jobsActive: 0,
      rowsPlanned: 40,
      rowsDone: 0,
    },
  ]);
  expect(planned.loads[0]).toMatchObject({
    rowsPerSecond: null,
    secondsLeft: null,
    finishedAt: null,
    failedJobs: [],
  });
  expect(planned).toMatchObject({ rows: 0, workers: [] });
  expect(again.loads).toMatchObject([{ load: 2, jobs, jobsDone: 0 }]);
  expect(again).toMatchObject({ rows: 40, rowsQuarantined: 0 });
});

test('a finished load has its rows, its rate and its end', async () => {
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await planLoad({ ...target, ...hour, rowsPerJob: 10 });
  await workLoad({ ...target, concurrency: 3 });

  const { loads, workers } = await loadStatus({ database: target.database });

  const [load] = loads;
  expect(load).toMatchObject({ jobsDone: 4, jobsWaiting: 0, rowsDone: 40, secondsLeft: 0 });
  expect(load?.rowsPerSecond).toBeGreaterThan(0);
  expect(Date.parse(load?.finishedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(load?.plannedAt ?? ''));
  expect(workers).toMatchObject([{ pid: process.pid, state: 'stopped', concurrency: 3, jobsDone: 4 }]);
});

test('the rows are those that jobs have stored, and are not counted again', async () => {
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  for (const rowsPerJob of [10, 20]) await load(target, hour, rowsPerJob);
  await execute(target.database, 'DELETE FROM publisher_commerce.stored_transactions');

  expect(await loadStatus({ database: target.database })).toMatchObject({ rows: 40, rowsQuarantined: 0 });
});

test('a worker that says nothing for over half a minute is lost', async () => {
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await planLoad({ ...target, ...hour });
  await workLoad(target);
  // What a worker left is done otherwise.
  await planLoad({ ...target, ...hour });
  const { database } = target;
  const age = (seconds: number): Promise<unknown> =>
    execute(
      database,
      'UPDATE publisher_commerce.workers SET stopped_at = NULL, seen_at = now() - make_interval(secs => $1)',
      [seconds],
    );

  await age(20);
  expect((await loadStatus({ database })).workers[0]?.state).toBe('working');
  await age(40);
  expect((await loadStatus({ database })).workers[0]?.state).toBe('lost');
  await execute(database, 'UPDATE publisher_commerce.loads SET finished_at = now()');
  expect((await loadStatus({ database })).workers[0]?.state).toBe('stopped');
});

test('a load can be named, and one that does not exist is rejected', async () => {
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await planLoad({ ...target, ...hour });
  await workLoad(target);
  await planLoad({ ...target, ...hour });
  const { database } = target;

  expect((await loadStatus({ database, load: 1 })).loads.map(({ load }) => load)).toEqual([1]);
  await expect(loadStatus({ database, load: 3 })).rejects.toThrow('load: there is no load 3');
  await expect(workLoad({ ...target, load: 3 })).rejects.toThrow('load: there is no load 3');
  expect(await workLoad({ ...target, load: 1 })).toMatchObject({ loads: [] });
});

test.each([
  { name: 'a job of ten minutes', jobs: [[600, 0]], rate: 167 },
  {
    name: 'one such job after another',
    jobs: [
      [1500, 900],
      [900, 300],
    ],
    rate: 167,
  },
  {
    name: 'short jobs after a pause, which does not count',
    jobs: [
      [9000, 8990],
      [20, 10],
      [10, 0],
    ],
    rate: 10_000,
  },
  { name: 'a job of ten minutes, 45 minutes ago', jobs: [[3300, 2700]], rate: null },
])('the rate counts each job for its share of the time: $name', async ({ jobs, rate }) => {
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  const { database } = target;
  await planLoad({ ...target, ...hour, rowsPerJob: 8 });
  await execute(
    database,
    `INSERT INTO publisher_commerce.commits (load_id, job, window_start, window_end, worker, attempt, first_read, started_at,
       committed_at, pages, rows_received, rows_outside, rows_repeated, rows_inserted, rows_replaced, rows_found,
       rows_returned, rows_unchanged, rows_older, rows_marked, rows_removed, rows_known, rows_quarantined, changes,
       changed_while_read)
     SELECT 1, row_number() OVER (), now(), now(), '', 1, 1, now() - make_interval(secs => began),
       now() - make_interval(secs => ended), 1, 100000, 0, 0, 100000, 0, 0, 0, 0, 0, 0, 0, 0, 0, '[]', false
     FROM unnest($1::float8[], $2::float8[]) AS job (began, ended)`,
    [jobs.map(([began]) => began), jobs.map(([, ended]) => ended)],
  );

  const [load] = (await loadStatus({ database })).loads;

  expect(load?.rowsPerSecond).toBe(rate);
  expect(load?.secondsLeft === null).toBe(rate === null);
});
