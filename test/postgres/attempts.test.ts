import { afterAll, beforeAll, expect, test } from 'vitest';

import { failureOfWork, readAttempts, recordAttempt } from '../../src/postgres/attempts.ts';
import { databaseShape } from '../../src/postgres/database/database-options.ts';
import { openDatabase } from '../../src/postgres/database/open-database.ts';
import { takeLedgerDatabase } from '../support/load.ts';
import { execute, type Postgres, startPostgres } from '../support/postgres.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

const sync = { source: 'game-a', kind: 'sync' } as const;
const result = {
  ...{ loads: [1], jobs: 0, rows: 0, finished: false, failedJobs: [], storedAs: [] },
  ...{ rowsChanged: 0, rowsMarked: 0, rowsRemoved: 0, rowsUnconfirmed: 0, rowsKnown: 0, rowsQuarantined: 0 },
};

async function openAttempts() {
  const url = await takeLedgerDatabase(postgres);
  const database = await openDatabase(databaseShape.database.parse(url), 'publisher_commerce', 1);
  const read = () => execute(url, 'SELECT kind, finished_at, failure FROM publisher_commerce.attempts');
  const failures = () =>
    execute(url, `SELECT id, message, since FROM publisher_commerce.alarms WHERE kind = 'failure'`);
  return { url, database, read, failures, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}

test('a run is recorded when it begins, and when it ends with its failure', async () => {
  await using place = await openAttempts();
  const ended = { kind: 'sync', finished_at: expect.any(Date) as unknown };
  let during: unknown;
  await recordAttempt(place.database, sync, async (ended) => {
    during = await place.read();
    await ended(null);
  });
  expect(during).toEqual([{ kind: 'sync', finished_at: null, failure: null }]);
  expect(await place.read()).toEqual([{ ...ended, failure: null }]);

  const failed = recordAttempt(place.database, sync, () => Promise.reject(new Error('down\0')));
  await expect(failed).rejects.toThrow('down');
  expect(await place.read()).toEqual([{ ...ended, failure: 'down\uFFFD' }]);

  await recordAttempt(place.database, sync, (ended) => ended(failureOfWork(result)));
  expect(await place.read()).toEqual([{ ...ended, failure: 'it was stopped with jobs left' }]);
});

test('a failure stays the same alarm while later runs begin, are killed or fail to say how they ended', async () => {
  await using place = await openAttempts();
  await recordAttempt(place.database, sync, () => Promise.reject(new Error('down'))).catch(() => undefined);
  const failed = await place.failures();
  expect(failed).toMatchObject([
    { message: 'the last sync failed: down', since: expect.any(Date) as unknown },
  ]);

  for (let run = 1; run <= 2; run += 1) {
    await recordAttempt(place.database, sync, async (ended) => {
      expect(await place.failures()).toEqual(failed);
      expect((await readAttempts(place.database)).get('game-a')).toMatchObject([
        { kind: 'sync', finishedAt: null, failure: null },
      ]);
      // As if it were killed: the record of its end has another start.
      await execute(
        place.url,
        `UPDATE publisher_commerce.attempts SET started_at = started_at + interval '1 ms'`,
      );
      await ended(null);
    });
    expect(await place.failures()).toEqual(failed);
  }
  await recordAttempt(place.database, sync, async (ended) => {
    await ended(null);
    expect(await place.failures()).toEqual([]);
  });
});

test('a run that began later keeps its record', async () => {
  await using place = await openAttempts();
  await recordAttempt(place.database, sync, async (ended) => {
    await execute(
      place.url,
      `UPDATE publisher_commerce.attempts SET started_at = started_at + interval '1 second'`,
    );
    await ended('down');
  });

  expect(await place.read()).toEqual([{ kind: 'sync', finished_at: null, failure: null }]);
});

test('what fails after the work has ended is a failure too, such as a verification', async () => {
  await using place = await openAttempts();
  const run = recordAttempt(place.database, sync, async (ended) => {
    await ended(null);
    throw new Error('down');
  });

  await expect(run).rejects.toThrow('down');
  expect(await place.read()).toMatchObject([{ failure: 'down' }]);
});

test('work that is not done names its first failed job, and how many others failed', () => {
  const job = { load: 1, job: 7, startDate: '', endDate: '', limit: 1, message: 'timed out' };

  expect(failureOfWork({ ...result, finished: true })).toBeNull();
  expect(failureOfWork({ ...result, failedJobs: [job] })).toBe('job 7 of load 1: timed out');
  expect(failureOfWork({ ...result, failedJobs: [job, job, job] })).toBe(
    'job 7 of load 1: timed out, and 2 more failed',
  );
});
