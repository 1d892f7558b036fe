import { afterAll, expect, test } from 'vitest';

import { planLoad, syncLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { rowsAt, serveLedger } from '../support/ledger.ts';
import { storedTotals, totalsOf } from '../support/load.ts';
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { execute, startOwnPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

const postgres = await startOwnPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const day = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-02T00:00:00.000Z' };
const rows = rowsAt(Array.from({ length: 50 }, (_, index) => index * 1_000_000));

// Needs the command: apt-get install pgbouncer
test.skipIf(!hasPgBouncer).each([
  ['whose sessions change with every transaction', 4],
  ['with a single connection to the server', 1],
])(
  'behind a PgBouncer %s, every command works again and again, and leaves no lock',
  async (_, connections) => {
    await using service = await startService(serveLedger(rows));
    const direct = await postgres.createDatabase();
    await using bouncer = await startPgBouncer(direct, connections);
    const target = { client: service.client(), database: bouncer.through(direct) };

    for (const endDate of ['2026-10-01T06:00:00.000Z', day.endDate]) {
      await planLoad({ ...target, ...day, endDate, rowsPerJob: 10 });
      await workLoad(target);
    }
    for (const endDate of ['2026-10-03T00:00:00.000Z', '2026-10-04T00:00:00.000Z'])
      expect(await syncLoad({ ...target, endDate })).toMatchObject({ state: 'done' });

    expect(await verifyLoad(target)).toMatchObject({ agrees: true, rows: rows.length });
    expect(await storedTotals(direct)).toEqual(totalsOf(rows));
    expect(await execute(direct, `SELECT FROM pg_locks WHERE locktype = 'advisory'`)).toEqual([]);
    expect(await execute(direct, 'SELECT FROM publisher_commerce.leases')).toEqual([]);
  },
  60_000,
);
