import { FileLock } from '../../sandbox/state/file-lock.ts';
import { DataFileError } from '../../sandbox/state/data-file-error.ts';
import { CommandError } from '../command-error.ts';

/**
 * Locks a file for this export, until it is disposed or the process ends.
 *
 * @throws CommandError if another export has the lock.
 */
export function lockExport(file: string): Disposable {
  try {
    const lock = new FileLock(file, 'an export');
    return { [Symbol.dispose]: () => lock.release() };
  } catch (error) {
    if (error instanceof DataFileError) throw new CommandError('file_locked', error.message);
    throw error;
  }
}
