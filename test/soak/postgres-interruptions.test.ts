import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, expect, test } from 'vitest';

import { planLoad, verifyLoad, workLoad, type WorkResult } from '../../src/postgres/index.ts';
import { burstyMoments, type LedgerRow, rowsAt, serveLedger } from '../support/ledger.ts';
import { type LoadTarget, storedTotals, totalsOf } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { randomFrom } from '../support/random.ts';
import { startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const hour = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };
const jobs = 'publisher_commerce_jobs.job';

function rowsOfHour(count: number): LedgerRow[] {
  return rowsAt(burstyMoments(count, 3590).map((moment) => moment + 5000));
}

function withAmount(row: LedgerRow, amount: number): LedgerRow {
  return {
    ...row,
    transactionDetails: { ...row.transactionDetails, amount, publisherNetAmountUsd: -amount },
  };
}

/** Works on a load while something is done to the database again and again; returns how often, and what was worked. */
async function disturb(
  target: LoadTarget,
  act: () => Promise<unknown>,
  random: () => number,
): Promise<{ acts: number; work: WorkResult }> {
  let acts = 0;
  const over = new AbortController();
  const started = Promise.withResolvers<undefined>();
  const worked = workLoad({
    ...target,
    concurrency: 4,
    onProgress: () => started.resolve(undefined),
  }).finally(() => over.abort());
  // A failure is thrown where it is awaited.
  worked.catch(() => started.resolve(undefined));
  await started.promise;
  while (!over.signal.aborted) {
    await act();
    acts += 1;
    await wait(random() * 60);
  }
  return { acts, work: await worked };
}

test('sums stay exact in 20 rounds of overlapping loads whose rows change between requests', async () => {
  const random = randomFrom(3);
  const rows = rowsOfHour(240);
  await using service = await startService((request) => {
    // The service changes while it is read: three rows between two pages.
    for (let change = 0; change < 3; change += 1) {
      const index = Math.floor(random() * rows.length);
      const row = rows[index];
      if (row) rows[index] = withAmount(row, Math.floor(random() * 1_000_000));
    }
    return serveLedger(rows)(request);
  });
  const target = { client: service.client(), database: await postgres.createDatabase() };

  for (let round = 0; round < 20; round += 1) {
    await planLoad({ ...target, ...hour, rowsPerJob: 60, limit: 30 });
    const offset = `2026-10-01T00:0${1 + (round % 9)}:00.000Z`;
    await planLoad({ ...target, ...hour, startDate: offset, rowsPerJob: 80, limit: 40 });
    await Promise.all([workLoad({ ...target, concurrency: 3 }), workLoad({ ...target, concurrency: 3 })]);

    const verification = await verifyLoad({ database: target.database });
    expect({ round, ...verification }).toMatchObject({
      round,
      agrees: true,
      rows: rows.length,
      differences: [],
    });
  }
  const [changes] = await execute(
    target.database,
    'SELECT sum(rows_replaced)::int AS replaced, sum(rows_older)::int AS older FROM publisher_commerce.commits',
  );
  expect(changes?.['replaced']).toBeGreaterThan(500);
});

test.each([1, 2, 3])(
  'connections that die at any moment, also during COMMIT, lose and repeat nothing (seed %i)',
  async (seed) => {
    const random = randomFrom(seed);
    const rows = rowsOfHour(300);
    await using service = await startService(serveLedger(rows));
    const target = { client: service.client(), database: await postgres.createDatabase() };
    await planLoad({ ...target, ...hour, rowsPerJob: 15, limit: 8 });
    // If the connection dies that takes a job, nobody has it until its lease is over: here after two seconds.
    await execute(target.database, `UPDATE ${jobs} SET heartbeat_seconds = 2`);
    const { acts: terminated } = await disturb(
      target,
      () =>
        execute(
          target.database,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
        ),
      random,
    );

    expect(terminated).toBeGreaterThan(3);
    // A job that lost its connection at each of its attempts has failed: the next worker tries it again.
    expect(await workLoad(target)).toMatchObject({ finished: true, failedJobs: [] });
    expect(await storedTotals(target.database)).toEqual(totalsOf(rows));
    expect(await verifyLoad(target)).toMatchObject({ agrees: true, differences: [] });
  },
);

test('a job that is taken from its worker while it writes is committed once', async () => {
  const random = randomFrom(9);
  const rows = rowsOfHour(200);
  await using service = await startService(serveLedger(rows));
  const target = { client: service.client(), database: await postgres.createDatabase() };
  await planLoad({ ...target, ...hour, rowsPerJob: 10, limit: 5 });

  // As supervision does when a worker was silent for too long.
  const { work } = await disturb(
    target,
    () =>
      execute(
        target.database,
        `UPDATE ${jobs} SET state = 'retry', retry_limit = retry_limit + 1, start_after = now()
         WHERE state = 'active' AND random() < 0.5`,
      ),
    random,
  );

  expect(work).toMatchObject({ finished: true, failedJobs: [] });
  expect(await storedTotals(target.database)).toEqual(totalsOf(rows));
  expect(await verifyLoad(target)).toMatchObject({ agrees: true, differences: [] });
  const [taken] = await execute(
    target.database,
    `SELECT count(*) FILTER (WHERE retry_count > 0)::int AS jobs FROM ${jobs}`,
  );
  expect(taken?.['jobs']).toBeGreaterThan(0);
});
