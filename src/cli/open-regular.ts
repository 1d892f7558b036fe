import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';

import { CommandError } from './command-error.ts';

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
