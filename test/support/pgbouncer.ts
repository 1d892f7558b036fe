import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { giveTo, serverUser } from '../../examples/support/postgres-binaries.ts';
import { freePort } from './free-port.ts';

/** A PgBouncer in front of a server. */
export interface PgBouncer extends AsyncDisposable {
  /** Returns the URL of a database of the server, through PgBouncer. */
  readonly through: (url: string) => string;
}

// Debian installs it where only root looks for commands.
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` };

/** Whether the command `pgbouncer` is installed. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version'], { env }).status === 0;

/**
 * Starts a PgBouncer in transaction mode, in front of the server of a URL. Each transaction gets another of its connections to
 * the server than the one before, which an idle PgBouncer would not do by itself.
 */
export async function startPgBouncer(server: string, connections: number): Promise<PgBouncer> {
  const directory = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  const { hostname, port: serverPort, username, password } = new URL(server);
  const port = await freePort();
  const file = join(directory, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
min_pool_size = ${connections}
server_round_robin = 1
`,
  );
  const user = serverUser();
  await giveTo(user, directory);
  const child = spawn('pgbouncer', [file], { ...user, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let messages = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      messages += text;
      if (messages.includes('process up')) resolve();
    });
    child.on('error', reject);
    child.on('close', () => reject(new Error(`PgBouncer did not start: ${messages}`)));
  });
  return {
    through: (url) => Object.assign(new URL(url), { hostname: '127.0.0.1', port }).href,
    async [Symbol.asyncDispose]() {
      const closed = once(child, 'close');
      // It has nothing to save, and would wait for its clients.
      child.kill('SIGKILL');
      await closed;
      await rm(directory, { recursive: true });
    },
  };
}
