import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';

import { kindOf } from '../files/file-kind.ts';
import { isMissing } from './system-errors.ts';
import { removeLeftovers } from './temporary-file.ts';
import { UsageError } from './usage-error.ts';
import { notWritten } from './write-result.ts';

/** A file that a command is going to write. */
export interface Target {
  /** The flag that names it, for example `out`. */
  readonly flag: string;
  readonly path: string;
  /** Its name in messages. @defaultValue its path */
  readonly name?: string;
  /** What to do if it exists, besides replacing it. @defaultValue `choose another file` */
  readonly instead?: string;
}

/**
 * Checks the file that a command is going to write, before any work is done for it, and removes what runs that were
 * killed left of it.
 *
 * @throws UsageError if it exists without `--force`, or is not a regular file.
 * @throws CommandError if the system does not tell.
 */
export async function checkTarget(target: Target, force: boolean): Promise<void> {
  if ((await statsOf(target)) && !force) throw alreadyExists(target);
  await removeLeftovers(target.path);
}

/**
 * The file to replace; `undefined` if there is none.
 *
 * @throws UsageError if it is not a regular file: a link would lead elsewhere, and a device is not a file to replace.
 */
export async function statsOf({ flag, path, name = path }: Target): Promise<Stats | undefined> {
  let stats: Stats;
  try {
    stats = await lstat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw notWritten(path, error);
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
