import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, expect, test } from 'vitest';

import { type Database, openDatabase } from '../../src/postgres/database/open-database.ts';
import { planLoad } from '../../src/postgres/index.ts';
import { openQueue } from '../../src/postgres/queue.ts';
import { rowsAt, serveLedger } from '../support/ledger.ts';
import { createLedgerDatabase } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const hour = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };

/** Lets pg-boss read its list of queues every second, not every minute. */
function impatient(database: Database): Database {
  const { PgBoss } = database.peers.boss;
  class Impatient extends PgBoss {
    constructor(options: ConstructorParameters<typeof PgBoss>[0]) {
      super({ ...(options as object), queueCacheIntervalSeconds: 1 });
    }
  }
  const boss = { ...database.peers.boss, PgBoss: Impatient as typeof PgBoss };
  return { ...database, peers: { ...database.peers, boss } };
}

test('a failure of the database between two jobs does not end the worker', async () => {
  await using service = await startService(serveLedger(rowsAt([1000])));
  const target = { client: service.client(), database: await createLedgerDatabase(postgres) };
  await planLoad({ ...target, ...hour });
  await using database = await openDatabase({ connectionString: target.database }, 'publisher_commerce', 4);
  await using queue = await openQueue(impatient(database));

  await execute(target.database, 'ALTER TABLE publisher_commerce_jobs.queue RENAME TO away');
  await wait(1500);
  await execute(target.database, 'ALTER TABLE publisher_commerce_jobs.away RENAME TO queue');

  expect(await queue.take(1)).toMatchObject({ load: 1, job: 1 });
});
