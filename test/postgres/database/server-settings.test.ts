import { afterAll, expect, test } from 'vitest';

import { openDatabase } from '../../../src/postgres/database/open-database.ts';
import { loadStatus, planLoad, syncLoad, verifyLoad, workLoad } from '../../../src/postgres/index.ts';
import { burstyMoments, rowsAt, serveLedger } from '../../support/ledger.ts';
import { createLedgerDatabase } from '../../support/load.ts';
import { execute, startPostgres } from '../../support/postgres.ts';
import { startService } from '../../support/service.ts';

const rows = rowsAt(burstyMoments(58, 3600));
const hour = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };

const postgres = await startPostgres();
const service = await startService(serveLedger(rows));
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

/** A database with the tables, whose sessions begin with these settings. */
async function databaseWith(settings: Readonly<Record<string, string>>): Promise<string> {
  const database = await createLedgerDatabase(postgres);
  const name = new URL(database).pathname.slice(1);
  for (const [setting, value] of Object.entries(settings))
    await execute(database, `ALTER DATABASE "${name}" SET ${setting} TO '${value}'`);
  return database;
}

test.each([
  { datestyle: 'SQL, DMY' },
  { datestyle: 'German' },
  { default_transaction_isolation: 'serializable' },
  { standard_conforming_strings: 'off' },
  { extra_float_digits: '-15', timezone: 'Pacific/Chatham', search_path: 'nowhere' },
])('a load is planned, done, synced and verified with %j', async (settings) => {
  const database = await databaseWith(settings);
  const target = { client: service.client(), database };

  const { load, jobs } = await planLoad({ ...target, ...hour, rowsPerJob: 10, limit: 10 });
  await Promise.all([1, 2, 3].map(() => workLoad({ ...target, concurrency: 4 })));
  await syncLoad({ ...target, ...hour });
  const verification = await verifyLoad(target);

  const { loads } = await loadStatus({ database, load });
  expect(loads).toMatchObject([{ ...hour, load, jobsDone: jobs }]);
  expect(verification).toMatchObject({ agrees: true, rows: rows.length, ranges: [hour] });
});

test('the server compiles no statement, which takes longer than running it', async () => {
  const database = await databaseWith({ jit: 'on', jit_above_cost: '0' });
  await using opened = await openDatabase({ connectionString: database }, 'publisher_commerce', 1);

  expect(await opened.query("SELECT current_setting('jit') AS jit")).toEqual([{ jit: 'off' }]);
});

test('what the server rolls back because of another transaction is done again', async () => {
  const database = await databaseWith({});
  await execute(database, 'CREATE TABLE public.counters (id int PRIMARY KEY, count int)');
  await execute(database, 'INSERT INTO public.counters VALUES (1, 0), (2, 0)');
  await using opened = await openDatabase({ connectionString: database }, 'publisher_commerce', 4);
  let calls = 0;
  const firstLocks = [1, 2].map(() => Promise.withResolvers<undefined>());
  // Each locks a row, and then waits for that of the other: one of the two is rolled back.
  const add = (own: number, other: number): Promise<void> =>
    opened.transaction(async ({ query }) => {
      calls += 1;
      await query('UPDATE public.counters SET count = count + 1 WHERE id = $1', [own]);
      firstLocks[own - 1]?.resolve(undefined);
      await firstLocks[other - 1]?.promise;
      await query('UPDATE public.counters SET count = count + 1 WHERE id = $1', [other]);
    });
  await Promise.all([add(1, 2), add(2, 1)]);

  expect(await opened.query('SELECT count FROM public.counters')).toEqual([{ count: 2 }, { count: 2 }]);
  expect(calls).toBe(3);
});
