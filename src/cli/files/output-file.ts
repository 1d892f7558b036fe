import { createHash } from 'node:crypto';
import { existsSync, type Stats } from 'node:fs';
import { chmod, lstat, open, rename, rm, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { kindOf } from '../../shared/files/file-kind.ts';
import { FileLock, FileLockedError } from '../../shared/files/file-lock.ts';
import { isRunning, ownedName, ownerOf } from '../../shared/files/process-identity.ts';
import {
  CommandError,
  exitCode,
  isMissing,
  notWritten,
  systemCode,
  UsageError,
} from '../terminal/command-error.ts';
import { realPath } from './real-path.ts';
import { regularFilesIn } from './regular-files.ts';
import { syncFile } from './sync-file.ts';

/** A file that a command is going to write. */
export interface Target {
  /** The flag that names it, for example `out`. */
  readonly flag: string;
  readonly path: string;
  /** Its name in messages. @defaultValue its path */
  readonly name?: string;
  /** What to do if it exists, besides replacing it. @defaultValue `choose another file` */
  readonly instead?: string;
  /** What the command reads, or writes besides: not even `--force` replaces it. */
  readonly others?: readonly (string | undefined)[];
}

/**
 * Checks the file that a command is going to write, before any work is done for it, and removes what runs that were
 * killed left of it.
 *
 * @throws UsageError if it exists without `--force`, is not a regular file, or is read by the command.
 * @throws CommandError if the system does not tell.
 */
export async function checkTarget(target: Target, force: boolean): Promise<void> {
  const { flag, path, others = [] } = target;
  const found = await statsOf(target);
  if (others.some((other) => other !== undefined && realPath(other) === realPath(path)))
    throw new UsageError(`--${flag}: must not be a file that is read, or its receipt`);
  if (found && !force) throw alreadyExists(target);
  await removeLeftovers(path);
}

/**
 * The file to replace; `undefined` if there is none.
 *
 * @throws UsageError if its folder does not exist, or it is not a regular file: a link would lead elsewhere, and a device is
 *   not a file to replace.
 */
export async function statsOf({ flag, path, name = path }: Target): Promise<Stats | undefined> {
  let stats: Stats;
  try {
    stats = await lstat(path);
  } catch (error) {
    if (!isMissing(error)) throw notWritten(path, error);
    const folder = dirname(resolve(path));
    if (existsSync(folder)) return undefined;
    throw new UsageError(`--${flag}: the folder ${folder} does not exist`);
  }
  if (stats.isFile()) return stats;
  throw new UsageError(`--${flag}: ${name} is ${kindOf(stats)}: it must be a regular file, or not exist`);
}

/** Tells a file from another one at its path, without reading it; `null` if there is none. */
export async function identityOf(path: string): Promise<string | null> {
  const stats = await lstat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  return stats ? [stats.dev, stats.ino, stats.size, stats.mtimeMs].join(' ') : null;
}

/** The error for a file that is replaced with `--force` only. */
export function alreadyExists({
  flag,
  path,
  name = path,
  instead = 'choose another file',
}: Target): UsageError {
  return new UsageError(`--${flag}: ${name} already exists: ${instead}, or add --force to replace it`);
}

/**
 * Locks a file while a command writes it, at the latest until its process ends.
 *
 * @param owner For the message: `an export`.
 * @throws CommandError if another process has the lock, or if nothing can be written there.
 */
export function lockFile(path: string, owner: string): FileLock {
  try {
    return new FileLock(path, owner);
  } catch (error) {
    if (error instanceof FileLockedError) throw new CommandError('file_locked', error.message, exitCode.busy);
    throw notWritten(path, error);
  }
}

/** The mode of a new file with what only its owner should read: players, or codes that can be redeemed. */
export const ownerOnly = 0o600;

/** Replaces the file that a command was asked to write; `mode` is that of a new one. @throws CommandError if it cannot be written. */
export async function replaceFile(out: string, content: FileContent, mode?: number): Promise<void> {
  try {
    await writeAtomically(out, content, mode);
  } catch (error) {
    // Reading what is to be written failed.
    if (error instanceof CommandError) throw error;
    throw notWritten(out, error);
  }
}

/** What a file can be written from. */
export type FileContent = string | Uint8Array | Iterable<string>;

/** Replaces a file; after a crash it has either its old content or the new one. `mode` is that of a new file. */
export async function writeAtomically(path: string, content: FileContent, mode?: number): Promise<void> {
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
