import { afterAll, expect, test } from 'vitest';

import { planLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { rowsAt, serveLedger } from '../support/ledger.ts';
import { createLedgerDatabase, storedTotals, totalsOf } from '../support/load.ts';
import { execute, startOwnPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

const postgres = await startOwnPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const rows = rowsAt(Array.from({ length: 200 }, (_, index) => index * 10_000));
const hour = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };

/** Sets whether the server takes changes, as a replica does not, for all connections. */
async function setReadOnly(isOn: boolean): Promise<void> {
  const url = `${postgres.url}?options=${encodeURIComponent('-c default_transaction_read_only=off')}`;
  await execute(url, `ALTER SYSTEM SET default_transaction_read_only = ${isOn ? 'on' : 'off'}`);
  await execute(url, 'SELECT pg_reload_conf()');
}

test.each([
  ['restarts', () => postgres.restart(), () => Promise.resolve()],
  ['is a replica until it is promoted', () => setReadOnly(true), () => setReadOnly(false)],
])('a worker whose database %s goes on, and stores each row once', async (_, fail, recover) => {
  await using service = await startService(serveLedger(rows));
  const target = { client: service.client(), database: await createLedgerDatabase(postgres) };
  await planLoad({ ...target, ...hour, rowsPerJob: 20, limit: 10 });
  const lost: string[] = [];
  let failed: Promise<void> | undefined;
  let recovered: Promise<void> | undefined;

  const work = await workLoad({
    ...target,
    concurrency: 1,
    onProgress: () => void (failed ??= fail()),
    onReconnect: (error) => {
      lost.push(error.reason);
      recovered ??= recover();
    },
  });

  await failed;
  await recovered;
  expect(work).toMatchObject({ finished: true, failedJobs: [] });
  expect(new Set(lost)).toEqual(new Set(['unreachable']));
  expect(await storedTotals(target.database)).toEqual(totalsOf(rows));
  expect(await verifyLoad({ database: target.database })).toMatchObject({ agrees: true });
});
