import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';

import { CommandError } from '../terminal/command-error.ts';

/**
 * Returns the names of the regular files in a folder: what a scan may take for its own. A folder, a pipe, which would never
 * end, and a link, which may lead nowhere, are somebody else's.
 */
export async function regularFilesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

// Windows has neither: they are undefined, which counts as 0. Opening a pipe would wait for its other end.
const cautiously = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a regular file that exists, and never what a link leads to.
 *
 * @param access `O_RDONLY` or `O_RDWR`.
 * @throws CommandError if it is anything else, or was replaced meanwhile.
 * @throws Error with the code `ENOENT` if it does not exist.
 */
export async function openRegular(path: string, access: number): Promise<FileHandle> {
  const expected = await lstat(path, { bigint: true });
  if (!expected.isFile()) throw notRegular(path);
  const file = await open(path, access | cautiously);
  try {
    // For systems without O_NOFOLLOW.
    const { dev, ino } = await file.stat({ bigint: true });
    if (dev !== expected.dev || ino !== expected.ino) throw notRegular(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function notRegular(path: string): CommandError {
  return new CommandError(
    'not_a_file',
    `${path} is not a regular file: remove it, and start again with --force`,
  );
}
