import {
  installedBinaries,
  reachableBinaries,
  serverUser,
} from '../../examples/support/postgres-binaries.ts';
import { startServer } from '../../examples/support/start-server.ts';
import { createTemplate } from './ledger-template.ts';

/** Variable of the environment with the folder of PostgreSQL that the test files of a run share. */
export const sharedBinaries = 'TEST_POSTGRES_BINARIES';

/** Variable of the environment with the URL of the server that they share, and its databases. */
export const sharedServer = 'TEST_POSTGRES_URL';

/** Variable of the environment with the URL of a database of it that has the tables, to be copied. */
export const sharedTemplate = 'TEST_POSTGRES_TEMPLATE';

/** Flags of the servers of tests: a crash of the machine is not what is tested. */
export const serverFlags = ['-c', 'fsync=off', '-c', 'autovacuum=off'];

/** Starts a server for all files; vitest calls it before the first test. */
export default async function sharePostgres(): Promise<(() => Promise<void>) | undefined> {
  const started = await start();
  if (!started) return undefined;
  const { server, end } = started;
  try {
    process.env[sharedServer] = server.url;
    process.env[sharedTemplate] = await createTemplate(server.url);
    return end;
  } catch (error) {
    await end();
    throw error;
  }
}

/** Most tests need no server, and those that do start one report what keeps it from starting. */
async function start() {
  try {
    // If its user cannot reach the binaries, they are copied once.
    const binaries = await reachableBinaries(installedBinaries(), serverUser());
    process.env[sharedBinaries] = binaries.folder;
    const flags = [...serverFlags, '-c', 'max_connections=300'];
    const server = await startServer({ flags, binaries: binaries.folder });
    const end = async (): Promise<void> => {
      await server[Symbol.asyncDispose]();
      await binaries[Symbol.asyncDispose]();
    };
    return { server, end };
  } catch {
    return undefined;
  }
}
