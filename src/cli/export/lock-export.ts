import { FileLock, FileLockedError } from '../../files/file-lock.ts';
import { CommandError } from '../command-error.ts';

/**
 * Locks a file while it is exported; the lock ends with the process at the latest.
 *
 * @throws CommandError if another export has the lock.
 */
export async function withLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const lock = lockFile(file);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

function lockFile(file: string): FileLock {
  try {
    return new FileLock(file, 'an export');
  } catch (error) {
    if (error instanceof FileLockedError) throw new CommandError('file_locked', error.message);
    throw error;
  }
}
