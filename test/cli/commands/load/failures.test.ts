import { afterAll, beforeAll, expect, test } from 'vitest';

import { migrations } from '../../../../src/postgres/database/migrations.ts';
import { type Postgres, startOwnPostgres } from '../../../support/postgres.ts';
import { jsonOf, openPlace, sixJobs } from './load-place.ts';
import { said } from '../../../support/said.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startOwnPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

const commands: readonly (readonly [string, ...string[]])[] = [
  ['plan', '--month', '2026-10'],
  ['work', '--quiet'],
  ['sync', '--start', '2026-10-01', '--quiet'],
  ['status'],
  ['verify'],
];

test.each(commands)('load %s without a database names the flag and the variable', async (...command) => {
  const { load } = await openPlace(postgres, { database: postgres.url });
  process.env['DATABASE_URL'] = '';

  expect(await load(...command)).toEqual({
    code: 2,
    out: '',
    err: `publisher-commerce: --database-url: is required; or set DATABASE_URL, for example with --env-file\nTry publisher-commerce load ${command[0]} --help, or read node_modules/publisher-commerce/docs/postgres.md\n`,
  });
});

test.each(commands)(
  'load %s with a malformed URL exits with 2, and does not print it',
  async (...command) => {
    const { load } = await openPlace(postgres, { database: 'mysql://loader:pass-4711@localhost/finance' });
    const rule = 'must be a URL of PostgreSQL, for example postgres://user@host:5432/finance';

    expect(await load(...command)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(`DATABASE_URL: ${rule}\n`) as string,
    });
    expect(await load(...command, '--database-url', 'finance')).toMatchObject({
      code: 2,
      err: expect.stringContaining(`--database-url: ${rule}\n`) as string,
    });
  },
);

test.each(commands)(
  'load %s with an unreachable database exits with 1, and says what to check',
  async (...command) => {
    const { load } = await openPlace(postgres, {
      database: 'postgres://loader:pass-4711@127.0.0.1:1/finance',
    });
    const message =
      'the database cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Check its address, and that it runs, and run the same command again; the rows of finished jobs are kept';

    const { code, out, err } = await load(...command, '--json');

    expect({ code, err }).toEqual({ code: 1, err: `publisher-commerce: ${message}\n` });
    expect(jsonOf({ out })).toEqual({ error: { code: 'database_unreachable', message } });
  },
);

test('a wrong password is named as such, and not printed', async () => {
  const url = new URL(postgres.url);
  url.password = 'wrong-4711';
  const { load } = await openPlace(postgres, { database: url.href });

  expect(await load('status')).toEqual({
    code: 1,
    out: '',
    err: 'publisher-commerce: the database rejected the user or its password: password authentication failed for user "owner". Check the user, and the password in PGPASSWORD, .pgpass or the URL, where it is percent-encoded\n',
  });
});

test('a role without privileges is told where they are listed', async () => {
  const { load, sql, database } = await openPlace(postgres);
  await sql(`CREATE ROLE guest LOGIN PASSWORD 'guest-4711'`);

  const { code, err } = await load('work', '--quiet', '--database-url', urlOf('guest', database));

  expect(code).toBe(1);
  expect(err).toBe(
    'publisher-commerce: the user of the database lacks a privilege: permission denied for schema publisher_commerce. The privileges that each command needs are in node_modules/publisher-commerce/docs/postgres.md\n',
  );
});

test('a database that is read-only is told to be a replica, and not to lack privileges', async () => {
  const { load, database } = await openPlace(postgres);
  const url = new URL(database);
  url.searchParams.set('options', '-c default_transaction_read_only=on');

  expect(await load('plan', ...sixJobs, '--database-url', url.href)).toEqual({
    code: 1,
    out: '',
    err: 'publisher-commerce: the database is read-only: cannot execute INSERT in a read-only transaction. It is a replica, or default_transaction_read_only is on: name the primary, or run the same command again later\n',
  });
});

test('sync --fail-if-busy exits with 4 while another one is running', async () => {
  const { load, sql } = await openPlace(postgres);
  await sql(
    `INSERT INTO publisher_commerce.leases
     VALUES ('sync of 127.0.0.1', gen_random_uuid(), 'db1', 4711, '2026-10-01T00:00:00Z', now() + interval '1 hour')`,
  );

  expect(await load('sync', '--fail-if-busy', '--quiet')).toEqual({
    code: 4,
    out: '',
    err: expect.stringMatching(
      /^publisher-commerce: another sync has run for \d+ h( \d+ min)?: pid 4711 on db1, since 2026-10-01T00:00:00.000Z\n$/,
    ) as string,
  });
  expect(await load('sync', '--quiet')).toEqual({ code: 0, out: '', err: '' });
});

test('without tables, or with newer ones, one line says what to do', async () => {
  const { load, sql } = await openPlace(postgres, { database: await postgres.createDatabase() });
  expect(await load('work', '--quiet')).toMatchObject({
    code: 1,
    err: expect.stringMatching(said('publisher-commerce: … publisher_commerce … plan')) as string,
  });

  await load('plan', ...sixJobs);
  await sql('UPDATE publisher_commerce.schema_version SET version = 99');
  for (const command of commands) {
    expect(await load(...command), command[0]).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(said(`publisher-commerce: … 99, … ${migrations.length}: update`)) as string,
    });
  }
});

test.each([
  [['plan'], '--month, or --start and --end, are required: they select what to load'],
  [['plan', '--month', 'last', '--rows-per-job', '0'], '--rows-per-job: … from 1 to 100000'],
  [['plan', '--month', 'last', '--limit', 'all'], '--limit: … from 1 to 10000'],
  [['work', '--concurrency', '33'], '--concurrency: … from 1 to 32'],
  [['sync', '--look-back', '24'], '--look-back: … 2s, 90m or 24h'],
  [['status', '--schema', 'Ledger'], '--schema: … up to 40'],
  [['status', '--env-file', 'missing.env'], '--env-file: missing.env cannot be read'],
  [['watch'], "unknown command 'watch'. Commands: plan, work, sync, recount, status, verify"],
] as const)('load %s is wrong usage: %s', async (args, message) => {
  const { load, sql } = await openPlace(postgres, { database: postgres.url });

  const { code, out, err } = await load(...args);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(said(`publisher-commerce: ${message}`));
  expect(await sql(`SELECT FROM pg_namespace WHERE nspname = 'publisher_commerce'`)).toEqual([]);
});

test('a missing variable of the service is named before the database is touched', async () => {
  const { load } = await openPlace(postgres, { database: 'postgres://loader@127.0.0.1:1/finance' });
  process.env['PUBLISHER_TOKEN'] = '';

  expect(await load('work', '--quiet')).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      said('publisher-commerce: PUBLISHER_TOKEN: is required; … --env-file\nTry … load work'),
    ) as string,
  });
});

function urlOf(role: string, database: string): string {
  const url = new URL(database);
  url.username = role;
  url.password = 'guest-4711';
  return url.href;
}
