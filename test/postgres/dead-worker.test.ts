import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDatabase } from '../../src/postgres/database/open-database.ts';
import { planLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { openQueue } from '../../src/postgres/queue/open-queue.ts';
import { rowsAt, serveLedger } from '../support/ledger.ts';
import { createLedgerDatabase } from '../support/load.ts';
import { execute, type Postgres, startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

test('the job of a worker that died is done by another one', async () => {
  await using service = await startService(serveLedger(rowsAt([1000, 2000, 3000])));
  const target = { client: service.client(), database: await createLedgerDatabase(postgres) };
  await planLoad({ ...target, startDate: '2026-10-01T00:00:00Z', endDate: '2026-10-01T01:00:00Z' });
  await using database = await openDatabase({ connectionString: target.database }, 'publisher_commerce', 2);
  await using queue = await openQueue(database);
  expect(await queue.take(1)).toMatchObject({ job: 1, attempt: 1 });
  // As if it had been silent for a minute; the lease is 30 seconds.
  await execute(
    target.database,
    `UPDATE publisher_commerce_jobs.job SET heartbeat_on = heartbeat_on - interval '1 minute'`,
  );

  expect(await workLoad(target)).toMatchObject({ finished: true, jobs: 1, rows: 3 });

  expect(await execute(target.database, 'SELECT attempt FROM publisher_commerce.commits')).toEqual([
    { attempt: 2 },
  ]);
  expect(await verifyLoad(target)).toMatchObject({ agrees: true });
});
