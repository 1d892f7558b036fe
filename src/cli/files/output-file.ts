import { existsSync, type Stats } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { kindOf } from '../../shared/files/file-kind.ts';
import { FileLock, FileLockedError } from '../../shared/files/file-lock.ts';
import { CommandError, exitCode, isMissing, notWritten, UsageError } from '../terminal/command-error.ts';
import {
  type FileContent,
  identityOf,
  modeOf,
  removeLeftovers,
  writeAtomically,
  type WriteOptions,
} from './atomic-file.ts';
import { realPath } from './real-path.ts';

/** The path of a file to write, as a person has named it. */
export interface Target {
  /** The flag that names it, for example `out`. */
  readonly flag: string;
  readonly path: string;
  /** Its name in messages. @defaultValue its path */
  readonly name?: string;
  /** What to do if it exists, besides replacing it. @defaultValue `choose another file` */
  readonly instead?: string;
  /** What to do if somebody has put a file there while the command ran. @defaultValue to move it, or to use `--force` */
  readonly ifChanged?: string;
  /** What the command reads, or writes besides: not even `--force` replaces it. */
  readonly others?: readonly (string | undefined)[];
}

/** The mode of a new file with what only its owner should read: players, or codes that can be redeemed. */
export const ownerOnly = 0o600;

/**
 * A file that a command may write. It replaces the file that existed when it was checked, and no other: nobody has allowed
 * to replace what somebody puts there while the command runs.
 */
export class OutputFile {
  readonly path: string;
  readonly #target: Target;
  #replaces: string | null;
  /** That of the file which was removed. */
  #mode: number | undefined;

  /** @param replaces Tells the file that may be replaced; `null` for none */
  constructor(target: Target, replaces: string | null) {
    this.path = target.path;
    this.#target = target;
    this.#replaces = replaces;
  }

  /**
   * Checks a file before any work is done for it, and removes what runs that were killed left of it.
   *
   * @throws UsageError if it exists without `--force`, is not a regular file, or is read by the command.
   * @throws CommandError if the system does not tell.
   */
  static async check(target: Target, force: boolean): Promise<OutputFile> {
    const { flag, path, others = [] } = target;
    const found = await statsOf(target);
    if (others.some((other) => other !== undefined && realPath(other) === realPath(path)))
      throw new UsageError(`--${flag}: must not be a file that is read, or its receipt`);
    if (found && !force) throw alreadyExists(target);
    await removeLeftovers(path);
    return new OutputFile(target, await identityOf(path));
  }

  /** @throws UsageError if somebody has put another file there since it was checked: that is kept */
  async checkUnchanged(): Promise<void> {
    const found = await identityOf(this.path);
    if (found === null || found === this.#replaces) return;
    const { flag, path, name = path, ifChanged = 'move it away, or replace it with --force' } = this.#target;
    throw new UsageError(
      `--${flag}: ${name} is not the file that existed when this run began, and is kept: ${ifChanged}`,
    );
  }

  /**
   * Writes the file. It gets its name when it is whole.
   *
   * @param mode That of a new file
   * @throws UsageError if somebody has put another file there since it was checked
   * @throws CommandError if it cannot be written
   */
  async replace(content: FileContent, mode?: number): Promise<void> {
    await replaceFile(this.path, content, {
      mode: this.#mode ?? mode,
      beforeRename: () => this.checkUnchanged(),
    });
    this.#replaces = await identityOf(this.path);
  }

  /** Removes the file that may be replaced, if it exists. @throws UsageError as {@link replace} */
  async remove(): Promise<void> {
    await this.checkUnchanged();
    this.#mode = await modeOf(this.path);
    await rm(this.path, { force: true });
  }
}

/**
 * Replaces a file, whatever has become of it: for a list that a run keeps while it sends, and has locked.
 *
 * @throws CommandError if it cannot be written
 */
export async function replaceFile(path: string, content: FileContent, options?: WriteOptions): Promise<void> {
  try {
    await writeAtomically(path, content, options);
  } catch (error) {
    // Reading what is to be written failed, or nobody has allowed to replace it.
    if (error instanceof CommandError) throw error;
    throw notWritten(path, error);
  }
}

/** A file, and what to write to it. */
type Writing = readonly [file: OutputFile, write: (file: OutputFile) => Promise<void>];

/**
 * Writes two files that belong together. The second one is removed first: after a kill it is missing, and never that of
 * another result.
 */
export async function writeTogether(
  [first, writeFirst]: Writing,
  [second, writeSecond]: Writing,
): Promise<void> {
  await first.checkUnchanged();
  await second.remove();
  await writeFirst(first);
  await writeSecond(second);
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
