import { afterAll, expect, test } from 'vitest';

import { toDatabaseError } from '../../src/postgres/database/database-error.ts';
import { migrations } from '../../src/postgres/database/migrations.ts';
import { openDatabase } from '../../src/postgres/database/open-database.ts';
import { DatabaseError, loadStatus, planLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { rowsAt, serveLedger } from '../support/ledger.ts';
import { createLedgerDatabase, load } from '../support/load.ts';
import { execute, startOwnPostgres } from '../support/postgres.ts';
import { failureOf, startService } from '../support/service.ts';

const postgres = await startOwnPostgres();
const service = await startService(serveLedger(rowsAt([1000, 2000])));
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

const hour = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };

async function databaseErrorOf(promise: Promise<unknown>): Promise<DatabaseError> {
  const error = await failureOf(promise);
  expect(error).toBeInstanceOf(DatabaseError);
  // Just checked.
  return error as DatabaseError;
}

test('a wrong password is a permission error without the password', async () => {
  const url = new URL(postgres.url);
  url.password = 'secret%2Fpass';

  const error = await databaseErrorOf(loadStatus({ database: url.href }));

  expect(error).toMatchObject({ code: 'database', reason: 'permission', sqlState: '28P01' });
  expect(error.message).toBe(
    'the database rejected the user or its password: password authentication failed for user "owner"',
  );
  expect(JSON.stringify(error) + String(error.stack)).not.toMatch(/secret/);
});

test.each([
  ['53100', 'full', 'the disk of the database is full: no space'],
  ['53200', 'full', 'the database has no resources left: no space'],
  ['58030', 'full', 'the database cannot write: no space'],
  ['57P01', 'unreachable', 'the database is shutting down or starting: no space'],
  ['57P04', 'failed', 'the database was dropped: no space'],
  ['25006', 'unreachable', 'the database is read-only: no space'],
])('a server that returns %s is %s', (code, reason, message) => {
  const thrown = Object.assign(new Error('no space'), { code });

  expect(toDatabaseError(thrown, [])).toMatchObject({ reason, message, sqlState: code });
});

test('a server that does not listen is unreachable', async () => {
  const url = new URL(postgres.url);
  url.port = '1';

  const error = await databaseErrorOf(loadStatus({ database: url.href, retryFor: 0 }));

  expect(error.reason).toBe('unreachable');
  expect(error.message).toBe('the database cannot be reached: connect ECONNREFUSED 127.0.0.1:1');
});

test('a database that does not exist is named', async () => {
  const url = new URL(postgres.url);
  url.pathname = 'nowhere';

  const error = await databaseErrorOf(loadStatus({ database: url.href }));

  expect(error.message).toBe('the database does not exist: database "nowhere" does not exist');
});

test('a schema without tables says what to do', async () => {
  const database = await postgres.createDatabase();

  for (const call of [loadStatus, verifyLoad, () => workLoad({ client: service.client(), database })]) {
    const error = await databaseErrorOf(call({ database }));
    expect(error).toMatchObject({ reason: 'no_tables' });
    expect(error.message).toBe('the schema publisher_commerce has no tables: plan a load first');
  }
});

test('a plan creates the view again if somebody dropped it, with a column and CASCADE', async () => {
  const target = { client: service.client(), database: await createLedgerDatabase(postgres) };
  await load(target, hour);
  await execute(
    target.database,
    'ALTER TABLE publisher_commerce.stored_transactions DROP COLUMN browser_type CASCADE',
  );
  await execute(
    target.database,
    'ALTER TABLE publisher_commerce.stored_transactions ADD COLUMN browser_type text',
  );
  expect((await databaseErrorOf(verifyLoad(target))).message).toContain('plan a load first');

  await load(target, hour);

  expect(await verifyLoad(target)).toMatchObject({ agrees: true });
});

test('tables of a newer version are not touched', async () => {
  const target = { client: service.client(), database: await createLedgerDatabase(postgres) };
  await load(target, hour);
  await execute(target.database, 'UPDATE publisher_commerce.schema_version SET version = 99');

  for (const call of [() => workLoad(target), () => planLoad({ ...target, ...hour })]) {
    const error = await databaseErrorOf(call());
    expect(error).toMatchObject({ reason: 'version' });
    expect(error.message).toBe(
      `the tables have version 99, this package knows ${migrations.length}: update publisher-commerce`,
    );
  }
});

test('a user without a privilege is told which one is missing', async () => {
  const target = { client: service.client(), database: await createLedgerDatabase(postgres) };
  await load(target, hour);
  const guest = new URL(target.database);
  guest.username = `guest_${guest.pathname.slice(1)}`;
  guest.password = 'guest-password';
  await execute(target.database, `CREATE ROLE ${guest.username} LOGIN PASSWORD 'guest-password'`);

  const planned = await databaseErrorOf(
    planLoad({ ...target, ...hour, database: guest.href, schema: 'other' }),
  );
  expect(planned).toMatchObject({ reason: 'permission', sqlState: '42501' });
  expect(planned.message).toMatch(
    /^the user of the database lacks a privilege: permission denied for database/,
  );
  const worked = await databaseErrorOf(workLoad({ ...target, database: guest.href }));
  expect(worked.message).toBe(
    'the user of the database lacks a privilege: permission denied for schema publisher_commerce',
  );
  await execute(target.database, `GRANT USAGE ON SCHEMA publisher_commerce TO ${guest.username}`);
  const status = await databaseErrorOf(loadStatus({ database: guest.href }));
  expect(status.message).toBe(
    'the user of the database lacks a privilege: permission denied for table schema_version',
  );
});

test('an encoding that cannot hold every name is rejected', async () => {
  await execute(postgres.url, `CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0`);
  const url = new URL(postgres.url);
  url.pathname = 'latin';

  const error = await databaseErrorOf(planLoad({ client: service.client(), database: url.href, ...hour }));

  expect(error.message).toBe(`the encoding of the database is LATIN1: create one with ENCODING 'UTF8'`);
});

test('the settings of a connection can be given instead of a URL, with TLS as pg reads it', async () => {
  const { hostname: host, port, username: user, password, pathname } = new URL(postgres.url);
  const database = { host, port: Number(port), user, password: () => password, database: pathname.slice(1) };

  expect((await databaseErrorOf(loadStatus({ database }))).reason).toBe('no_tables');
  const encrypted = await databaseErrorOf(loadStatus({ database: { ...database, ssl: true } }));
  expect(encrypted.message).toBe('the database failed: The server does not support SSL connections');
});

test('settings beside a URL override those of the URL', async () => {
  const url = new URL(postgres.url);
  const { hostname: host, port, username: user, password, pathname } = url;
  const right = { host, port: Number(port), user, password: () => Promise.resolve(password) };
  const without = `postgres://${user}@${host}:${port}${pathname}`;
  const elsewhere = 'postgres://nobody:wrong@127.0.0.1:1/nowhere?sslmode=verify-full&application_name=ours';

  for (const database of [
    { connectionString: without, password },
    { connectionString: without, password: right.password },
    { connectionString: elsewhere, ...right, database: pathname.slice(1), ssl: false },
    // Without a database, that of the user's name.
    { connectionString: `postgres://nobody@${host}`, ...right },
  ]) {
    const { message } = await databaseErrorOf(loadStatus({ database }));
    expect(message).toMatch(/has no tables|database "owner" does not exist/);
  }
  await using database = await openDatabase(
    { ...right, connectionString: elsewhere, ssl: false, database: 'postgres' },
    'x',
    1,
  );
  expect(await database.query(`SELECT current_setting('application_name') AS name`)).toEqual([
    { name: 'ours' },
  ]);
});
