import { afterAll, expect, test } from 'vitest';

import { planLoad, workLoad } from '../../src/postgres/index.ts';
import { openDatabase } from '../../src/postgres/database/open-database.ts';
import { openQueue } from '../../src/postgres/queue.ts';
import { rowsAt, serveLedger } from '../support/ledger.ts';
import { storedTotals, takeLedgerDatabase, totalsOf } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const hour = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };
const jobs = 'publisher_commerce_jobs.job';

/** Takes a job, and does nothing more: as a worker that dies. */
async function takeJob(database: string): Promise<void> {
  await using opened = await openDatabase({ connectionString: database }, 'publisher_commerce', 2);
  await using queue = await openQueue(opened);
  expect(await queue.take(1)).toMatchObject({ load: 1, attempt: 1 });
}

test('the job of a worker that died is done by another one after its lease', async () => {
  const rows = rowsAt([1000, 2000, 3_000_000]);
  await using service = await startService(serveLedger(rows));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await planLoad({ ...target, ...hour, rowsPerJob: 1 });
  await takeJob(target.database);
  await execute(
    target.database,
    `UPDATE ${jobs} SET heartbeat_on = now() - interval '31 s' WHERE state = 'active'`,
  );

  expect(await workLoad(target)).toMatchObject({ finished: true, failedJobs: [] });

  expect(await storedTotals(target.database)).toEqual(totalsOf(rows));
  const attempts = await execute(
    target.database,
    'SELECT max(attempt) AS most FROM publisher_commerce.commits',
  );
  expect(attempts).toEqual([{ most: 2 }]);
});

test('jobs wait longer than a load can take, and failed ones until the next worker', async () => {
  await using service = await startService(serveLedger(rowsAt([1000])));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await planLoad({ ...target, ...hour });

  const [job] = await execute(
    target.database,
    `SELECT keep_until > now() + interval '5 years' AS kept, deletion_seconds FROM ${jobs}`,
  );

  expect(job).toEqual({ kept: true, deletion_seconds: 0 });
});
