import { createHash } from 'node:crypto';
import { chmod, lstat, open, rename, rm, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { isRunning, ownedName, ownerOf } from '../../shared/files/process-identity.ts';
import { isMissing, systemCode } from '../terminal/command-error.ts';
import { regularFilesIn } from './regular-files.ts';
import { syncFile } from './sync-file.ts';

/** What a file can be written from. */
export type FileContent = string | Uint8Array | Iterable<string>;

/** How a file is written. */
export interface WriteOptions {
  /** Who may read and write a new file; one that exists keeps its own. @defaultValue what the user's umask leaves */
  readonly mode?: number | undefined;
  /** Called once everything is on the disk, before the file gets its name; if it throws, nothing is replaced. */
  readonly beforeRename?: () => Promise<void>;
}

/** Replaces a file; after a crash it has either its old content or the new one. */
export async function writeAtomically(
  path: string,
  content: FileContent,
  { mode, beforeRename }: WriteOptions = {},
): Promise<void> {
  const temporary = temporaryPath(path);
  // Never opens what exists, such as a link that somebody has put there.
  const file = await open(temporary, 'wx', (await modeOf(path)) ?? mode);
  try {
    try {
      const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
      // Each continues where the one before ended. Yarn Plug'n'Play takes no iterable.
      for (const part of parts) await file.writeFile(part);
      await syncFile(file.fd);
    } finally {
      await file.close();
    }
    await beforeRename?.();
    await giveName(temporary, path);
  } catch (error) {
    // A full disk has no space for a file that nobody needs.
    await rm(temporary, { force: true });
    throw withPath(error, path);
  }
}

/** Adds a path to a system error that names none, as that of a write to an open file. */
export function withPath(error: unknown, path: string): unknown {
  return systemCode(error) === undefined
    ? error
    : Object.assign(error as Error, { path, ...(error as object) });
}

/** Gives a file its name for good, and the mode of the file that it replaces. A link of that name is not followed. */
export async function giveName(path: string, name: string): Promise<void> {
  const mode = await modeOf(name);
  if (mode !== undefined) await chmod(path, mode);
  await rename(path, name);
  await syncFolder(dirname(name));
}

/** Who may read and write a file; `undefined` if it does not exist, or is a link. */
export async function modeOf(path: string): Promise<number | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isFile() ? stats.mode & 0o777 : undefined;
}

/** Tells a file from another one at its path, without reading it; `null` if there is none. */
export async function identityOf(path: string): Promise<string | null> {
  const stats = await lstat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  return stats ? [stats.dev, stats.ino, stats.size, stats.mtimeMs].join(' ') : null;
}

/** Makes the names of a folder's files durable. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and needs no sync.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await syncFile(folder.fd);
  } finally {
    await folder.close();
  }
}

/** A path for what will become a file, in its folder. Nobody can guess it, and it says whose it is. */
export function temporaryPath(path: string): string {
  return join(dirname(path), prefixOf(path) + ownedName());
}

/** Removes what runs that were killed left of a file. Other names, links and folders are kept. */
export async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  const prefix = prefixOf(path);
  // If this fails, so will writing, with a better message.
  const names = await regularFilesIn(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(prefix)) continue;
    const owner = ownerOf(name.slice(prefix.length));
    // Another run may remove it at the same time.
    if (owner && !isRunning(owner)) await unlink(join(folder, name)).catch(() => undefined);
  }
}

/** Temporary files have names of one length: with the name of the file in it, theirs could be too long for the disk. */
function prefixOf(path: string): string {
  const target = createHash('sha256').update(basename(path)).digest('hex').slice(0, 12);
  return `.publisher-commerce-${target}-`;
}
