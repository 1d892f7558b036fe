import { hostname } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, onTestFinished, test } from 'vitest';

import { type LeaseHolder, tryLease, withLease } from '../../../src/postgres/database/lease.ts';
import { type Database, openDatabase } from '../../../src/postgres/database/open-database.ts';
import { eventually } from '../../support/eventually.ts';
import { takeLedgerDatabase } from '../../support/load.ts';
import { startPostgres } from '../../support/postgres.ts';
import { startProgram } from '../../support/run-program.ts';
import { failureOf } from '../../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

/** Opens a database with the tables. */
async function open(): Promise<{ readonly database: Database; readonly url: string }> {
  const url = await takeLedgerDatabase(postgres);
  const database = await openDatabase({ connectionString: url }, 'publisher_commerce', 4);
  onTestFinished(() => Promise.resolve(database[Symbol.asyncDispose]()));
  return { database, url };
}

const leases = 'publisher_commerce.leases';
const insert = `INSERT INTO publisher_commerce.workers (id, host, pid, package_version, concurrency)
  VALUES (gen_random_uuid(), 'host', 1, '1.0.0', 1)`;
const lost = { name: 'DatabaseError', reason: 'lost_lease' };

test('a lease is waited for, by whom it is told once, and is free when it was released', async () => {
  const { database } = await open();
  const events: string[] = [];
  const held = Promise.withResolvers<undefined>();
  const first = withLease(database, 'plan', async () => {
    await held.promise;
    events.push('first');
  });
  await eventually(async () => expect(await database.query(`SELECT FROM ${leases}`)).toHaveLength(1));
  const holders: LeaseHolder[] = [];
  const second = withLease(database, 'plan', () => Promise.resolve(events.push('second')), {
    onWait: (holder) => holders.push(holder),
  });

  expect(await tryLease(database, 'sync', () => Promise.resolve('free'))).toEqual({ result: 'free' });
  await eventually(() => expect(holders).toHaveLength(1));
  // Longer than it waits between two attempts.
  await new Promise((resolve) => setTimeout(resolve, 500));
  held.resolve(undefined);
  await Promise.all([first, second]);

  expect(events).toEqual(['first', 'second']);
  expect(holders).toEqual([{ host: hostname(), pid: process.pid, since: expect.any(String) as string }]);
  expect(await database.query(`SELECT FROM ${leases}`)).toEqual([]);
});

test('the lease of a process that was killed is free when it has expired, and not before', async () => {
  const { database, url } = await open();
  const holder = startProgram(process.execPath, [join(import.meta.dirname, 'hold-lease.ts'), url]);
  await holder.printed(/held/);
  holder.child.kill('SIGKILL');
  await holder.finished;
  const [row] = await database.query<{ pid: number; expires: string }>(
    `SELECT pid, expires_at::text AS expires FROM ${leases}`,
  );
  expect(row?.pid).toBe(holder.child.pid);

  const [after] = await withLease(database, 'plan', () =>
    database.query('SELECT clock_timestamp() > $1 AS expired', [row?.expires]),
  );

  expect(after).toEqual({ expired: true });
});

test('a lease is renewed while its holder works', async () => {
  const { database } = await open();
  const expiry = async (): Promise<number> => {
    const [row] = await database.query<{ expires_at: Date }>(`SELECT expires_at FROM ${leases}`);
    return row?.expires_at.getTime() ?? 0;
  };

  await withLease(
    database,
    'plan',
    async ({ signal }) => {
      const taken = await expiry();
      await eventually(async () => expect(await expiry()).toBeGreaterThan(taken));
      expect(signal.aborted).toBe(false);
    },
    { seconds: 1 },
  );
});

test('a holder whose lease was taken over is stopped, and cannot commit', async () => {
  const { database } = await open();
  let aborted: unknown;
  const late = withLease(
    database,
    'plan',
    async ({ signal, confirm }) => {
      await database.query(`UPDATE ${leases} SET expires_at = clock_timestamp()`);
      const next = await tryLease(database, 'plan', async () => {
        const written = database.transaction(async (transaction) => {
          await transaction.query(insert);
          await confirm(transaction);
        });
        expect(await failureOf(written)).toMatchObject(lost);
        await eventually(() => expect(signal.aborted).toBe(true));
        aborted = signal.reason;
        return 'taken over';
      });
      expect(next).toEqual({ result: 'taken over' });
      signal.throwIfAborted();
    },
    { seconds: 1 },
  );

  expect(await failureOf(late)).toMatchObject({
    ...lost,
    message:
      'another process has taken over, since this one was not seen for 1 seconds (plan); or the database has failed over to a ' +
      'standby that lacked the last moments',
  });
  expect(aborted).toMatchObject(lost);
  expect(await database.query('SELECT FROM publisher_commerce.workers')).toEqual([]);
});

test('a lease that has expired is not taken over until a transaction that confirmed it has committed', async () => {
  const { database } = await open();
  const events: string[] = [];
  let next: Promise<unknown> | undefined;
  await withLease(
    database,
    'plan',
    ({ confirm }) =>
      database.transaction(async (transaction) => {
        await transaction.query(insert);
        await confirm(transaction);
        next = tryLease(database, 'plan', async () => {
          const rows = await database.query('SELECT FROM publisher_commerce.workers');
          events.push(`taken over with ${rows.length} row`);
        });
        const waiting = `SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO %'`;
        await eventually(async () => expect(await database.query(waiting)).toHaveLength(1));
        events.push('committed');
      }),
    // Expired when it is confirmed.
    { seconds: 0 },
  );
  await next;

  expect(events).toEqual(['committed', 'taken over with 1 row']);
});
