import { hostname } from 'node:os';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { renderStatus } from '../../../../src/cli/commands/load/run-status.ts';
import { type Postgres, startPostgres } from '../../../support/postgres.ts';
import { jsonOf, openPlace, sixJobs } from './load-place.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

test('status shows a load, and the workers with when they were last seen', async () => {
  const { load } = await openPlace(postgres);
  expect((await load('status')).out).toBe(
    'No load is planned yet\nThe table has 0 rows\nNo worker in the last seven days\n',
  );
  await load('plan', ...sixJobs);
  const withoutTimes = (out: string): string =>
    out.replace(/started \d{4}-\S+Z; ended at \d{4}-\S+Z$/m, 'TIMES');
  expect(withoutTimes((await load('status')).out)).toBe(
    'Load 1 (plan) of 127.0.0.1: 2026-10-01T00:00:00.000Z to 2026-11-01T00:00:00.000Z\n' +
      '  0 of 6 jobs done, 6 waiting\n' +
      '  0 of 300 rows, time left unknown\n' +
      'The table has 0 rows\n' +
      'Last plan: TIMES\n' +
      'No worker in the last seven days\n',
  );
  await load('work', '--quiet');

  const { code, out } = await load('status');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^ {2}6 of 6 jobs done\n {2}300 of 300 rows, finished at \d{4}-.+Z\nThe table has 300 rows$/m,
  );
  expect(out).toMatch(/^Finished loads reach to 2026-11-01T00:00:00\.000Z$/m);
  expect(out).toMatch(/^Last work: started \d{4}-\S+Z; ended at /m);
  expect(out).toContain(`│ ${hostname()} `);
  expect(out).toMatch(new RegExp(` ${process.pid} │ stopped │ +2 │ +6 │ +\\d s ago │`));
});

test('status --json has everything', async () => {
  const { load } = await openPlace(postgres);
  await load('plan', ...sixJobs);
  await load('work', '--quiet');

  expect(jsonOf(await load('status', '--json'))).toMatchObject({
    loads: [
      {
        load: 1,
        kind: 'plan',
        startDate: '2026-10-01T00:00:00.000Z',
        endDate: '2026-11-01T00:00:00.000Z',
        jobs: 6,
        jobsDone: 6,
        failedJobs: [],
        rowsPlanned: 300,
        rowsDone: 300,
        rowsQuarantined: 0,
      },
    ],
    workers: [{ host: hostname(), pid: process.pid, state: 'stopped', concurrency: 2, jobsDone: 6 }],
    rows: 300,
    rowsQuarantined: 0,
  });
});

test('status shows speed, time left, failed jobs and lost workers', () => {
  const at = '2026-11-01T00:00:00.000Z';
  const window = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-02T00:00:00.000Z' };
  const lines = renderStatus(
    {
      loads: [
        {
          load: 3,
          source: 'api.example.com',
          kind: 'sync',
          ...window,
          jobs: 60,
          jobsDone: 40,
          jobsActive: 4,
          jobsWaiting: 15,
          failedJobs: [{ load: 3, job: 7, ...window, limit: 5000, message: 'timed out\u001B[2J' }],
          jobsChanged: 1,
          rowsPlanned: 600_000,
          rowsDone: 400_000,
          rowsQuarantined: 1,
          rowsPerSecond: 2500,
          secondsLeft: 80,
          plannedAt: at,
          finishedAt: null,
        },
      ],
      workers: [
        {
          host: 'loader-1',
          pid: 17,
          state: 'lost',
          packageVersion: '1.0.0',
          concurrency: 4,
          jobsDone: 1200,
          startedAt: at,
          seenAt: at,
        },
      ],
      sources: [
        {
          source: 'api.example.com',
          rows: 1_399_000,
          rowsMarked: 12,
          rowsRemoved: 1,
          reachesTo: '2026-10-31T00:00:00.000Z',
          lastRow: '2026-10-30T12:00:00.000Z',
          recounts: [],
          attempts: [
            { kind: 'work', startedAt: at, finishedAt: null, failure: null },
            { kind: 'plan', startedAt: at, finishedAt: at, failure: null },
          ],
        },
        {
          source: 'game-b',
          rows: 1000,
          rowsMarked: 0,
          rowsRemoved: 0,
          reachesTo: null,
          lastRow: null,
          recounts: [-3, 1, 0].map((rows) => ({
            ...{ load: 2, source: 'game-b', ...window },
            ...{ rows, recountedAt: at },
          })),
          attempts: [],
        },
      ],
      alarms: [],
      repairs: [],
      rows: 1_400_000,
      rowsQuarantined: 2,
    },
    new Date('2026-11-01T01:23:45Z'),
  );

  expect(lines.slice(0, 12)).toEqual([
    'Load 3 (sync) of api.example.com: 2026-10-01T00:00:00.000Z to 2026-10-02T00:00:00.000Z',
    '  40 of 60 jobs done, 4 active, 15 waiting, 1 failed',
    '  400,000 of 600,000 rows, 2,500 rows/s, 1 min 20 s left',
    '  1 job incomplete: rows changed while they were read',
    '  1 row in quarantine',
    String.raw`  job 7 of load 3, 2026-10-01T00:00:00.000Z to 2026-10-02T00:00:00.000Z: timed out\u001b[2J`,
    'The table has 1,400,000 rows, and 2 rows in quarantine',
    '  api.example.com: 1,399,000 rows, 12 of them not found by the last read, 1 removed row besides',
    '  game-b: 1,000 rows',
    'Finished loads of api.example.com reach to 2026-10-31T00:00:00.000Z',
    'The last row of api.example.com is of 2026-10-30T12:00:00.000Z',
    `Last work of api.example.com: started ${at}; it runs, or was killed`,
  ]);
  const { startDate, endDate } = window;
  const recounted = `Load 2 recounted ${startDate} to ${endDate} at ${at}`;
  expect(lines.slice(12, 15)).toEqual([
    `${recounted}: 3 rows had been missing from the table; those that the service has were stored again`,
    `${recounted}: the table had 1 row more than its receipts`,
    `${recounted}: the table had other sums than its receipts`,
  ]);
  expect(lines.at(-1)).toMatch(/│ loader-1 │ 17 +│ lost +│ +4 │ +1,200 │ 1 h 23 min ago │/);
});

test('status --max-lag ends with 3, and a line for each thing that somebody has to look at', async () => {
  const { load, sql } = await openPlace(postgres);
  const ends = async (maxLag: string) => {
    const { code, err } = await load('status', '--max-lag', maxLag, '--quiet');
    const [, line = err, id] =
      /^publisher-commerce: (.*)\. If nobody has to act: publisher-commerce load acknowledge ([0-9a-f]{8}) --note WHY\n$/.exec(
        err,
      ) ?? [];
    return { code, line, id };
  };
  expect(await ends('30h')).toMatchObject({ code: 3, line: 'publisher-commerce: no load is planned yet\n' });
  await load('plan', ...sixJobs);
  const behind = '127.0.0.1: its first load has not finished';
  const todo = 'load 1 has 0 of 6 jobs done, and no worker: run load work';
  const first = await ends('30h');
  expect(first).toMatchObject({ code: 3, line: `${behind}; ${todo}` });
  await sql(`UPDATE publisher_commerce.attempts SET finished_at = NULL, started_at = '2026-11-01T04:30Z'`);
  expect((await ends('30h')).line).toBe(
    `${behind}; the last plan, of 2026-11-01T04:30:00.000Z, runs or was killed; ${todo}`,
  );
  await load('acknowledge', String(first.id), '--note', 'begins tomorrow');
  expect(await ends('30h')).toMatchObject({ code: 0, line: '' });

  await load('work', '--quiet');
  await sql(`UPDATE publisher_commerce.loads SET end_date = now(), planned_at = now() - interval '40 hours'`);
  expect(await ends('41h')).toMatchObject({ code: 0, line: '' });
  expect(await load('status', '--quiet')).toEqual({ code: 0, out: '', err: '' });
  const lag = await ends('30h');
  expect(lag).toMatchObject({
    code: 3,
    line: expect.stringMatching(/^127\.0\.0\.1: finished loads reach to 2\S+Z, 40 h 0 min ago$/) as string,
  });
  expect(lag.id).not.toBe(first.id);
});

test('status ends with 3 for a doubtful load and for a failed run, until one that is like it has succeeded', async () => {
  const { load, sql } = await openPlace(postgres);
  await load('plan', ...sixJobs);
  await load('work', '--quiet');
  await sql(`UPDATE publisher_commerce.loads SET doubtful = true WHERE id = 1`);
  await load('plan', '--start', '2026-09-01', '--end', '2026-09-02');
  await sql(
    `UPDATE publisher_commerce.attempts SET failure = 'job 1 of load 2: timed out\u001B[2J' WHERE kind = 'work'`,
  );

  const { code, err } = await load('status');
  expect(code).toBe(3);
  expect(err.split('\n').map((line) => line.replace(/\. If nobody has to act: .*/, ''))).toEqual([
    'publisher-commerce: 127.0.0.1: load 1 did not find rows that the service has, and may lack others: plan its range again, ' +
      '2026-10-01T00:00:00.000Z to 2026-11-01T00:00:00.000Z',
    String.raw`publisher-commerce: 127.0.0.1: the last work failed: job 1 of load 2: timed out\u001b[2J`,
    '',
  ]);
  // A sync leaves the plan to workers.
  await load('sync', '--end', '2026-11-02', '--quiet');
  expect((await load('status')).err).toContain('the last work failed');
  await load('work', '--quiet');
  await load('plan', ...sixJobs);
  await load('work', '--quiet');
  expect(await load('status', '--quiet')).toEqual({ code: 0, out: '', err: '' });
});
