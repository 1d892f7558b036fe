import {
  installedBinaries,
  reachableBinaries,
  serverUser,
} from '../../examples/support/postgres-binaries.ts';

/** Variable of the environment with the folder of PostgreSQL that the test files of a run share. */
export const sharedBinaries = 'TEST_POSTGRES_BINARIES';

/** Copies PostgreSQL once for all files if its user cannot reach it; vitest calls it before the first test. */
export default async function shareBinaries(): Promise<(() => PromiseLike<void>) | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const binaries = await reachableBinaries(installedBinaries(), serverUser());
    process.env[sharedBinaries] = binaries.folder;
    return () => binaries[Symbol.asyncDispose]();
  } catch {
    // Most tests need no server, and those that do start one report the same.
    return undefined;
  }
}
